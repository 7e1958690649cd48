"""An analyst who is not honest: who gets to see a hidden card in some way, or says what does not add up."""

from __future__ import annotations

from tools.mutant import Change, Mutant

_BLIND = "tests/unit/test_analysis_blind.py::"
_ALIKE = _BLIND + "test_the_same_sight_is_the_same_view_and_the_same_thought"
_GAMES = _BLIND + "test_in_a_whole_game_hidden_cards_change_no_first_thought"
_LAST = _BLIND + "test_what_comes_last_from_the_stock_changes_no_thought_before_it"
_GUESS = "tests/unit/test_analysis_guesses.py::test_the_player_knows_where_he_has_to_guess"
_STOCK = (
    "tests/unit/test_analysis_guesses.py::test_the_player_does_not_know_what_comes_from_the_stock"
)
_REVIEW = "tests/unit/test_analysis_review.py::"
_SUM = _REVIEW + "test_skill_and_luck_add_up_to_the_result"
_LOST = "tests/unit/test_analysis_lost.py::test_the_move_that_lost_the_deal_is_the_one"
_SERVICE = "tests/web/test_service_analysis.py::"
_LIGHT = _SERVICE + "test_whether_a_deal_can_be_won_is_not_in_what_is_judged"
_LOOK_ALIKE = _SERVICE + "test_plays_that_look_the_same_are_judged_the_same"

_FAIR = "native/src/fair/"
_ANALYSIS = "src/arfa/analysis/"

ANALYST = (
    # ------------------------------------------------------------------------------------- what he is handed
    Mutant(
        "view-as-it-was-dealt",
        _FAIR + "view.cpp",
        "    std::ranges::sort(faces);\n",
        "",
        test=_ALIKE + "[small-harp]",
    ),
    Mutant(
        "view-as-it-was-dealt-and-kept",
        _FAIR + "view.cpp",
        "    std::ranges::sort(faces);\n",
        "",
        further=(
            Change(
                _FAIR + "world.h",
                "std::swap(ids_[n - 1], ids_[random.below(n)]);",
                "random.below(n);",
            ),
        ),
        test=_ALIKE + "[small-harp]",
    ),
    Mutant(
        "plain-view-as-it-was-dealt",
        _FAIR + "plain/seat.cpp",
        "const View view = View::of(table.sight.state, table.sight.unseen(engine_.plan()));",
        "View view = View::of(table.sight.state, table.sight.unseen(engine_.plan()));\n"
        "view.state = table.sight.state;",
        test=_GAMES + "[harp-9]",
    ),
    Mutant(
        "plain-stock-is-seen",
        _FAIR + "plain/sight.h",
        "sight.seen.reset(static_cast<std::size_t>(place - sight.state.start[stock]));",
        "static_cast<void>(place);",
        test=_GAMES + "[harp-9]",
    ),
    Mutant(
        "plain-stock-is-seen-when-turned-over",
        _FAIR + "plain/sight.h",
        "for (int k = after; k < before; ++k) seen.reset(static_cast<std::size_t>(k));",
        "seen.set();",
        test=_LAST + "[harp-9]",
    ),
    # ------------------------------------------------------------------------------------- his world
    Mutant(
        "observes-the-real-order",
        _FAIR + "world.h",
        "        std::ranges::sort(ids_);\n",
        "",
        test=_GAMES + "[small-harp]",
    ),
    Mutant(
        "tree-grows-in-the-real-world",
        _FAIR + "world.h",
        "        std::ranges::sort(ids_);\n",
        "",
        further=(Change(_FAIR + "tree.h", "            w_.sample(random);\n", ""),),
        test=_GAMES + "[small-harp]",
    ),
    Mutant(
        "settles-on-the-real-stock",
        _FAIR + "world.h",
        "if (!(unknown >> ids_[k] & 1)) continue;",
        "if (!(unknown >> ids_[k] & 1) || slots_[k].column < 0) continue;",
        test=_GAMES + "[klondike+draw-3+redeals=1]",
    ),
    Mutant(
        "settles-on-the-real-columns",
        _FAIR + "world.h",
        "if (!(unknown >> ids_[k] & 1)) continue;",
        "if (!(unknown >> ids_[k] & 1) || slots_[k].column >= 0) continue;",
        test=_GAMES + "[small-harp]",
    ),
    # ------------------------------------------------------------------------------------- how he thinks
    Mutant(
        "one-world-for-all-thought",
        _FAIR + "tree.h",
        "            w_.sample(random);\n",
        "",
        test=_GUESS,
    ),
    Mutant(
        "node-knows-the-card-below",
        _FAIR + "tree.h",
        "add(s.left[i] ? s.left[i] * 256u + b.card[i][s.left[i] - 1u] : 0);",
        "add(s.left[i] ? s.left[i] * 256u + b.card[i][s.left[i] > 1 ? s.left[i] - 2u : 0u] : 0);",
        test=_GUESS,
    ),
    Mutant(
        "node-knows-the-stock",
        _FAIR + "tree.h",
        "add(info.known >> c & 1 ? c + 1u : 0u);",
        "add(c + 1u);",
        test=_STOCK,
    ),
    # ------------------------------------------------------------------------------------- knowledge
    Mutant(
        "faces-as-they-lie",
        _ANALYSIS + "knowledge.py",
        "faces = sorted(state.piles[game.index[pile]][at] for pile, at in unseen)",
        "faces = [state.piles[game.index[pile]][at] for pile, at in unseen]",
        test=_LOOK_ALIKE + "[small-harp]",
    ),
    Mutant(
        "seen-one-card-early",
        "src/arfa/engine/identities.py",
        "for card in pile[game.face_down(state, name) :]:",
        "for card in pile[max(0, game.face_down(state, name) - 1) :]:",
        test=_LOOK_ALIKE + "[small-harp]",
    ),
    Mutant(
        "the-last-hidden-card-is-known",
        _ANALYSIS + "knowledge.py",
        "for at in range(game.face_down(state, pile))\n        if not seen",
        "for at in range(game.face_down(state, pile) - 1)\n        if not seen",
        test=_LOOK_ALIKE + "[small-harp]",
    ),
    Mutant(
        "outcomes-of-the-real-cards",
        _ANALYSIS + "knowledge.py",
        "before = view.world(cards)",
        "before = position.state",
        test=_REVIEW + "test_what_a_move_was_worth_does_not_hang_on_what_it_turned_up",
    ),
    Mutant(
        "a-play-is-seen-before-it-was",
        "src/arfa/web/analyst/seen.py",
        "seen.cards |= self.names.shown",
        "seen.cards |= self.names.shown | (1 << 52) - 1",
        test=_LOOK_ALIKE + "[small-harp]",
    ),
    # ------------------------------------------------------------------------------------- what is told
    Mutant(
        "no-hint-where-x-ray-says-lost",
        _ANALYSIS + "hints.py",
        "if chance.exact and chance.fair.value == 0:",
        "if solve(position, stop=None, **FOR_OPEN).verdict is Verdict.UNWINNABLE:",
        test=_LIGHT + "[small-harp]",
    ),
    Mutant(
        "x-ray-ends-the-stream",
        "src/arfa/web/analyst/thinking.py",
        "if chance.exact or not _tells_something(view):",
        "if chance.exact or solve(look.position, **FOR_OPEN).verdict is Verdict.UNWINNABLE:",
        test=_LIGHT + "[small-harp]",
    ),
    Mutant(
        "x-ray-in-the-chance",
        "src/arfa/web/analyst/thinking.py",
        "share = sighted_share(view,",
        "share = sighted_share(View(view.game, look.position.state, ()),",
        test=_LIGHT + "[small-harp]",
    ),
    Mutant(
        "chance-begins-with-the-deal",
        "src/arfa/web/analyst/thinking.py",
        "thought = thought_of(view)",
        "thought = thought_of(View(view.game, look.position.state, view.unseen))",
        test=_LOOK_ALIKE + "[small-harp]",
    ),
    Mutant(
        "a-reason-tells-the-card",
        _ANALYSIS + "hints.py",
        'Message("hint-turns", n=column, left=down - 1)',
        'Message("hint-turns", n=column, left=state.piles[game.index[move.src]][down - 1])',
        test=_ALIKE + "[small-harp]",
    ),
    Mutant(
        "x-ray-before-the-end",
        "src/arfa/web/reviewing.py",
        'told = played.known or played.finished or status != "playing"',
        "told = True",
        test="tests/web/test_service_review.py::"
        "test_a_review_of_a_game_under_way_hangs_on_no_hidden_card",
    ),
    # ------------------------------------------------------------------------------------- figures
    Mutant(
        "calibration-falls",
        "tools/calibration.py",
        "while len(pools) > 1 and pools[-2][1] * pools[-1][2] >= pools[-1][1] * pools[-2][2]:",
        "while len(pools) > 1 and pools[-2][1] * pools[-1][2] == pools[-1][1] * pools[-2][2]:",
        test="tests/unit/test_player_calibration.py::test_what_is_fitted_never_falls",
    ),
    # ------------------------------------------------------------------------------------- reviews
    Mutant(
        "all-is-skill",
        _ANALYSIS + "review.py",
        "return self.after.value - self.chosen.value",
        "return self.after.value - self.before.value",
        test=_SUM + "[small-harp]",
    ),
    Mutant(
        "what-was-given-up-is-forgotten",
        _ANALYSIS + "review.py",
        "0 if won else -last, verdicts)",
        "0 if won else last - last, verdicts)",
        test=_SUM + "[small-harp]",
    ),
    Mutant(
        "no-luck",
        _ANALYSIS + "review.py",
        "chosen = after if len(cases) == 1 else",
        "chosen = after if cases else",
        test=_REVIEW + "test_what_a_move_was_worth_does_not_hang_on_what_it_turned_up",
    ),
    Mutant(
        "lost-one-move-late",
        _ANALYSIS + "review.py",
        "enumerate(pairwise(verdicts), start=1)",
        "enumerate(pairwise(verdicts), start=2)",
        test=_LOST + "[small-harp-careless]",
    ),
    Mutant(
        "lost-by-halving-once-too-often",
        _ANALYSIS + "review.py",
        "low = max(low, at)",
        "low = max(low, at + 1)",
        test=_LOST + "[small-harp-careless]",
    ),
    Mutant(
        "lost-without-a-win-before",
        _ANALYSIS + "review.py",
        'if (before, after) == ("winnable", "unwinnable"):',
        'if before != "unwinnable" == after:',
        test="tests/unit/test_analysis_lost.py::test_the_mark_stands_only_where_both_are_proved",
    ),
    Mutant(
        "review-marks-the-next-move",
        _ANALYSIS + "review.py",
        "reviewed[lost - 1] = replace(reviewed[lost - 1], lost_here=True)",
        "reviewed[lost] = replace(reviewed[lost], lost_here=True)",
        test=_REVIEW + "test_a_review_names_the_move_that_lost_the_deal",
    ),
)
