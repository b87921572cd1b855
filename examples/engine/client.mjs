// A client of `fiftyk engine` for Node.js, without any package.
//
//     node client.mjs [COMMAND...]
//
// starts the engine (by default `fiftyk engine`), lets it solve an ending and choose a move of a
// hand, both at once, and prints what it says. `Engine` may be copied into a program of your own.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

class Engine {
  constructor(command = ["fiftyk", "engine"]) {
    this.waiting = new Map();
    this.next = 1;
    this.process = spawn(command[0], command.slice(1), { stdio: ["pipe", "pipe", "inherit"] });
    this.process.on("error", (error) => this.failed(error));
    // The engine may be gone before a request is written; whoever waits is told below.
    this.process.stdin.on("error", () => {});
    const lines = createInterface({ input: this.process.stdout });
    lines.on("line", (line) => this.heard(JSON.parse(line)));
    lines.on("close", () => this.failed(new Error("the engine has ended")));
  }

  // A promise of the answer; it is rejected with the error that the engine gives.
  ask(cmd, fields = {}) {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.process.stdin.write(JSON.stringify({ id, cmd, ...fields }) + "\n");
    });
  }

  heard(message) {
    const one = this.waiting.get(message.id);
    // A report of progress is not yet the answer.
    if (!one || message.progress) return;
    this.waiting.delete(message.id);
    if (message.error) one.reject(new Error(`${message.error.code}: ${message.error.message}`));
    else one.resolve(message);
  }

  failed(error) {
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }

  close() {
    this.process.stdin.end();
  }
}

const command = process.argv.slice(2);
const engine = new Engine(command.length ? command : undefined);
const ending = "classic4 7s7hTdJcKh2d/3d7dTc2s/5s8cTsKc/4c5h5c9hQsKd2c 2 - 0 0,0,25,0";

const [solved, chosen] = await Promise.all([
  engine.ask("solve", { position: ending }),
  engine.ask("choose", { position: ending, moves: ["8c"], bot: "greedy" }),
]);
console.log(`value for seat ${solved.seat}: ${solved.value}`);
for (const { play, value } of solved.moves) console.log(`  ${play} ${value}`);
console.log(`after 8c a bot plays ${chosen.decision}`);

await engine.ask("apply", { position: ending, moves: ["3s"] }).catch((error) => {
  console.log(error.message);
});
engine.close();
