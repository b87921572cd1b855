// A bot for `fiftyk arena` in JavaScript, for Node.js, without any package.
//
//     fiftyk arena "node bot.mjs" greedy --rules laizi
//
// For each decision there is a line with what its seat may know (docs/hands.md), and a line goes
// back with one of the decisions that `view.legal` lists. It ends when its input does.

import { createInterface } from "node:readline";

// "single:3h" and "pair_chain:3h3s4c4d" have their cards at the end, two letters each.
function cards(decision) {
  return decision.includes(":") ? decision.split(":").pop().length : 0;
}

// As many cards as it can, of equally many what comes first: the lowest. Never an open solo.
function decide(view) {
  const choices = view.legal.filter((decision) => decision !== "solo");
  return choices.reduce((best, each) => (cards(each) > cards(best) ? each : best));
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, view } = JSON.parse(line);
  console.log(JSON.stringify({ id, decision: decide(view) }));
}
