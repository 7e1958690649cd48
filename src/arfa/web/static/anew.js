// After a game, or instead of going on with it: the same deal again, another one, another patience.

import * as api from "./api.js";
import { ask } from "./dialogs.js";
import { t } from "./i18n.js";
import { landed } from "./motion.js";
import { chosen } from "./settings.js";

/** @import { Play } from "./play.js" */
/** @import { Table } from "./table.js" */

/** Whether something would be left behind. @param {Play} play */
const isBegun = ({ state }) => state.counts.moves > 0 && state.status !== "won";

/** Begin the deal again. @param {Table} table */
export async function restart(table) {
  const { play } = table;
  if (!play) return;
  if (isBegun(play)) {
    const answer = await ask(t("restart.title"), t("restart.text"), [
      { value: "", label: t("cancel") },
      { value: "yes", label: t("restart"), main: true },
    ]);
    if (!answer) return;
  }
  table.hand?.letGo();
  play.act("restart");
}

/** Deal anew; a game that was begun is asked about first. @param {Table} table */
export async function newDeal(table) {
  const { play } = table;
  if (!play) return;
  const answer = !isBegun(play)
    ? "again"
    : await ask(t("new_deal.title"), t(chosen().winnable ? "new_deal.winnable" : "new_deal.text"), [
        { value: "", label: t("cancel") },
        { value: "choose", label: t("other_game") },
        { value: "same", label: t("same_deal") },
        { value: "again", label: t("deal_again"), main: true },
      ]);
  await after(table, answer);
}

/** @param {Table} table @param {string} answer */
async function after({ play, leave }, answer) {
  if (answer === "choose") return leave.chooser();
  if (answer === "about" && play) return (await import("./about.js")).about(play.state).catch(leave.failed);
  if (answer === "review" && play) {
    location.hash = `#/review/${encodeURIComponent(play.state.id)}`;
    return;
  }
  if (!["again", "same"].includes(answer) || !play) return;
  const { game, deal } = play.state;
  // What began with a position is no deal: there it is begun again.
  if (answer === "same" && !deal.link) return play.act("restart");
  try {
    // The same deal is a play of its own; the one before stays as it is.
    await leave.play(await (answer === "same" ? api.start(null, deal.link) : api.start(game, null)));
  } catch (why) {
    leave.failed(why);
  }
}

/** Celebrate, and ask what is next. @param {Table} table */
export async function won(table) {
  const { play, board } = table;
  if (!play) return;
  const { cascade, tell } = await import("./ending.js");
  // What goes away by itself is seen to arrive, and to lie, before it jumps up again.
  await landed(board.root);
  await new Promise((done) => setTimeout(done, 300));
  const still = () => table.play === play && play.state.status === "won";
  if (still()) await cascade(board);
  if (still()) await after(table, await tell(play.state));
}
