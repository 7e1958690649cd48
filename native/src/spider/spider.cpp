#include "search/model.h"

namespace arfa {

std::unique_ptr<Model> make_spider(const Engine&) { return nullptr; }

}  // namespace arfa
