"""Steps a second through the adapters, beside rlcard and OpenSpiel's own Dou Dizhu, in one run.

    python3 -m venv .venv-peers
    .venv-peers/bin/pip install '.[openspiel,pettingzoo]'
    .venv-peers/bin/pip install --no-deps -r bench/peers/requirements.txt
    .venv-peers/bin/python bench/peers/adapters.py

Random hands to their ends; every step chooses among the legal actions, is taken, and brings the
next observation with its mask or legal actions. Rates are by processor time of the thread, medians
of rounds in which the engines take turns.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Callable
from statistics import median

import pettingzoo
import pyspiel
import rlcard

import fiftyk as fk
import fiftyk.adapters.openspiel
import fiftyk.adapters.pettingzoo

Play = Callable[[random.Random], int]
"""Plays one hand and returns how many steps it had."""


def rlcard_play() -> Play:
    env = rlcard.make("doudizhu", config={"seed": 1})

    def play(rng: random.Random) -> int:
        steps = 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            steps += 1
        return steps

    return play


def pettingzoo_play(name: str) -> Play:
    env = pettingzoo.make("aec", f"fiftyk/{name}_v0")

    def play(rng: random.Random) -> int:
        steps = 0
        env.reset(seed=rng.getrandbits(32))
        for _ in env.agent_iter():
            _, _, done, _, info = env.last()
            if done:
                env.step(None)
                continue
            env.step(rng.randrange(info["moves"]))
            steps += 1
        return steps

    return play


def openspiel_play(name: str, parameters: dict[str, str]) -> Play:
    game = pyspiel.load_game(name, parameters)

    def play(rng: random.Random) -> int:
        steps = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
                continue
            state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
        return steps

    return play


def rate(play: Play, seed: int, seconds: float) -> float:
    """Steps a second of processor time, from whole hands for about so long."""
    rng = random.Random(seed)
    steps, start = 0, time.thread_time()
    while (spent := time.thread_time() - start) < seconds:
        steps += play(rng)
    return steps / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=7, help="of which the median counts")
    parser.add_argument("--seconds", type=float, default=0.3, help="for one engine in one round")
    args = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors\n")
    rows = {"rlcard doudizhu": rlcard_play()}
    rows |= {f"fiftyk/{name} in PettingZoo": pettingzoo_play(name) for name in fk.rule_sets()}
    table(rows, args)
    rows = {"OpenSpiel dou_dizhu": openspiel_play("dou_dizhu", {})}
    for name in fk.rule_sets():
        rows[f"python_fiftyk({name})"] = openspiel_play("python_fiftyk", {"rules": name})
        pos = str(fk.rules(name).deal(1))
        rows[f"python_fiftyk_open({name})"] = openspiel_play("python_fiftyk_open", {"pos": pos})
    table(rows, args)


def table(plays: dict[str, Play], args: argparse.Namespace) -> None:
    """Measure, and print beside the first."""
    peer = next(iter(plays))
    rates: dict[str, list[float]] = {name: [] for name in plays}
    for number in range(args.rounds):
        for name, play in plays.items():
            rates[name].append(rate(play, number, args.seconds))
    print(f"| environment | steps/s | times {peer} |\n| --- | ---: | ---: |")
    for name, found in rates.items():
        times = median(mine / base for mine, base in zip(found, rates[peer], strict=True))
        print(f"| {name} | {median(found):,.0f} | {times:.2f} |")
    print()


if __name__ == "__main__":
    main()
