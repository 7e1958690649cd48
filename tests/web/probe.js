// Looks at the page as its player does.  It is put into every page before the page's own scripts and changes nothing.

(() => {
  const LONGEST_MS = 20000;
  const board = () => document.getElementById("board");
  const by = (id) => document.getElementById(id);
  /** Where something lies, or will lie when it has come to rest. */
  const box = (element) => {
    const at = new DOMMatrix(element.style.transform);
    const origin = board().getBoundingClientRect();
    return { x: origin.x + at.e, y: origin.y + at.f, width: element.offsetWidth, height: element.offsetHeight };
  };

  /** What was done by hand: kinds of trusted events, counted. */
  const inputs = {};
  const count = (event) => {
    if (!event.isTrusted || (event.type === "click" && !event.detail)) return; // keys make clicks, too
    const kind = [event.pointerType, event.type].filter(Boolean).join(" ");
    inputs[kind] = (inputs[kind] ?? 0) + 1;
  };
  for (const kind of ["pointerdown", "click", "mousemove", "touchstart", "touchmove", "wheel", "keydown", "paste"])
    addEventListener(kind, count, { capture: true, passive: true });

  /** The stops of a pile, deepest first: its cards as they are spoken of. */
  const stops = (pile) => (by(`pile-${pile}`).getAttribute("aria-owns") ?? "").split(" ").filter(Boolean).map(by);

  /** What lies where, as it is spoken of: null stands for all face-down cards of a pile. */
  function look() {
    const piles = {};
    for (const { dataset } of board().querySelectorAll("[data-pile]"))
      piles[dataset.pile] = stops(dataset.pile).map((card) => card.dataset.face ?? null);
    return { piles, closed: board().querySelectorAll("[data-card]:not([data-face])").length };
  }

  /** Resolve as soon as `ready` gives something; fail when it never does. */
  function when(ready, what) {
    return new Promise((done, fail) => {
      const first = ready();
      if (first) return done(first);
      const watcher = new MutationObserver(() => {
        const value = ready();
        if (value) end(() => done(value));
      });
      const late = setTimeout(
        () => end(() => fail(new Error(`${what} never came; status: ${by("status").textContent}; ${JSON.stringify(document.body.dataset)}`))),
        LONGEST_MS,
      );
      const end = (how) => {
        clearTimeout(late);
        watcher.disconnect();
        how();
      };
      watcher.observe(document, { attributes: true, childList: true, characterData: true, subtree: true });
    });
  }

  const isAt = (version) =>
    document.body.dataset.version === String(version) && document.body.dataset.busy === undefined;

  globalThis.probe = {
    inputs,
    stops,
    look,
    when,

    /** The board as soon as the page shows a version and waits for nothing. */
    settled: (version) => when(() => isAt(version) && look(), `version ${version}`),

    /** The board of any version, as soon as nothing is under way. */
    quiet: () => when(() => document.body.dataset.version !== undefined && document.body.dataset.busy === undefined && look(), "quiet"),

    /** Whether a card is picked up (or else has gone somewhere by itself). */
    lifted: (version) =>
      when(() => (isAt(version) ? "gone" : document.querySelector("#board .lifted") && document.body.dataset.busy === undefined && "lifted"), "lift"),

    /** The boxes of the cards that are spoken of and of the pile's place. */
    boxes: (pile) => ({ place: box(by(`pile-${pile}`)), cards: stops(pile).map(box) }),

    /** How far the card of a pile has to go to lie on the last card of another, or on its empty place. */
    way([pile, at, to]) {
      const from = box(stops(pile).at(at));
      const end = box(stops(to).at(-1) ?? by(`pile-${to}`));
      return [end.x - from.x, end.y - from.y];
    },

    /** The status line as soon as it says these words. */
    hears: (words) => when(() => by("status").textContent === words, words),

    /** The boxes of all places. */
    places: () =>
      Object.fromEntries([...board().querySelectorAll("[data-pile]")].map((pile) => [pile.dataset.pile, box(pile)])),

    /** The middle of what can be hit of an element: its own box less what lies over it. */
    spot(element) {
      const { x, y, width, height } = element.getBoundingClientRect();
      const across = 7;
      const down = 15;
      const hits = [];
      for (let j = 0; j < down; j++)
        for (let i = 0; i < across; i++) {
          const at = { x: x + (width * (i + 0.5)) / across, y: y + (height * (j + 0.5)) / down };
          const hit = document.elementFromPoint(at.x, at.y);
          if (hit && (element === hit || element.contains(hit))) hits.push(at);
        }
      if (!hits.length) return null;
      const middle = (key) => (Math.min(...hits.map((h) => h[key])) + Math.max(...hits.map((h) => h[key]))) / 2;
      const centre = { x: middle("x"), y: middle("y") };
      const far = (h) => Math.hypot(h.x - centre.x, h.y - centre.y);
      return hits.sort((a, b) => far(a) - far(b))[0];
    },

    /** The spot of an element that may still be on its way, or covered for a moment by one that is. */
    async bare(find) {
      for (let frames = 0; frames < 120; frames++) {
        const element = find();
        const { x, y } = element.getBoundingClientRect();
        const rest = box(element);
        const spot = Math.hypot(x - rest.x, y - rest.y) < 4 && probe.spot(element);
        if (spot) return spot;
        await new Promise((done) => requestAnimationFrame(done));
      }
      return null;
    },

    /** Two frames: what a change of size leads to has been drawn. */
    drawn: () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))),

    /** Where the focus is. */
    focus() {
      const element = document.activeElement;
      const pile = element?.closest("[data-pile]")?.dataset.pile ?? null;
      if (pile !== null || !element?.dataset.card) return { pile, at: 0, of: 0, id: element?.id ?? "" };
      for (const { dataset } of board().querySelectorAll("[data-pile]")) {
        const at = stops(dataset.pile).indexOf(element);
        if (at >= 0) return { pile: dataset.pile, at, of: stops(dataset.pile).length, id: element.id, face: element.dataset.face ?? null };
      }
      return { pile: null, at: 0, of: 0, id: element.id };
    },

    /** Every text that can be seen or heard, but for codes and for what says itself that it is in another language. */
    texts() {
      const texts = [document.title];
      // The words of the board are put together by labels; they are not seen where they stand.
      const isSeen = (element) => element.checkVisibility() || element.closest("#board")?.checkVisibility();
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
      for (let node = walker.currentNode; node; node = walker.nextNode()) {
        const isText = node.nodeType === Node.TEXT_NODE;
        const element = isText ? node.parentElement : node;
        if (!isSeen(element) || element.closest("script, noscript, [lang]:not(html)")) continue;
        if (!isText)
          for (const name of ["aria-label", "title", "placeholder", "alt", "aria-description"])
            texts.push(element.getAttribute(name) ?? "");
        else if (!element.closest("code")) texts.push(node.data);
      }
      return texts.map((text) => text.trim()).filter(Boolean);
    },

    /** Texts that leave the box of their button, label or paragraph, leave the screen, or touch their neighbour. */
    cut() {
      const wrong = [];
      const say = (element, what) =>
        wrong.push(`${what}: ${element.id || element.nodeName} "${element.textContent.trim().slice(0, 40)}"`);
      const isSeen = (element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !element.closest(".sr, #board, script, noscript, option");
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      const found = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        if (!node.data.trim() || !isSeen(element)) continue;
        range.selectNodeContents(node);
        const style = getComputedStyle(element);
        // What is shortened ends where its element does.  A code may be shortened: it can be copied.
        const short = style.textOverflow === "ellipsis" && style.overflowX === "hidden";
        const text = (short ? element : range).getBoundingClientRect();
        if (!text.width) continue;
        const whole = element.closest("button, a, label, summary, p, h1, h2, h3, dd, dt, li, legend") ?? element;
        const around = whole.getBoundingClientRect();
        found.push({ element, text });
        if (short && element.scrollWidth > element.clientWidth && !element.matches("code")) say(element, "is cut");
        // What lies in a box of its own that can be scrolled is not cut.
        const isAway = text.left < -0.5 || text.right > innerWidth + 0.5;
        if (isAway && !element.closest(".scroll")) say(element, "leaves the screen");
        if (text.left < around.left - 1 || text.right > around.right + 1) say(element, `leaves its ${whole.nodeName}`);
      }
      const bar = found.filter(({ element }) => element.closest("#tools, dialog footer, .top"));
      for (const one of bar)
        for (const { element, text } of bar) {
          const isBehind = one.text.left < text.left && Math.abs(one.text.top - text.top) < 10;
          if (isBehind && one.text.right > text.left - 1 && one.element !== element)
            say(element, `touched by "${one.element.textContent.trim()}"`);
        }
      return wrong;
    },

    /** Where everything is. */
    measure() {
      const edges = (element) => {
        const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
        return { left, top, right, bottom, width, height };
      };
      const isSeen = (element) => element.getClientRects().length > 0;
      const all = (selector) => [...document.querySelectorAll(selector)];
      const isWide = (element) => element.scrollWidth > element.clientWidth;
      const cards = (pile) => stops(pile).map((card) => ({ face: card.dataset.face ?? null, box: edges(card) }));
      return {
        wide: [document.scrollingElement, document.body, ...all("main")].filter(isWide).map(({ nodeName }) => nodeName),
        screen: { left: 0, top: 0, right: innerWidth, bottom: innerHeight },
        board: edges(board()),
        things: all("#board [data-card], #board [data-pile]").map(edges),
        piles: Object.fromEntries(
          all("#board [data-pile]").map((pile) => [
            pile.dataset.pile,
            { place: edges(pile), cards: cards(pile.dataset.pile) },
          ]),
        ),
        around: all("header.top, footer.foot, #tools").filter(isSeen).map(edges),
        buttons: Object.fromEntries(
          all("#tools button, .top button, .top a").filter(isSeen).map((it) => [it.id || it.textContent, edges(it)]),
        ),
      };
    },
  };
})();
