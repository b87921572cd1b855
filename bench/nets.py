"""What the fits of order.py and outlook.py share: steps of Adam, weights as C, the command line."""

import argparse
from pathlib import Path

import numpy as np


class Adam:
    """Changes weights in place, step by step (Adam, after D. Kingma and J. Ba), weights decayed.

    The rate goes up for a third of the steps, then down to nothing.
    """

    def __init__(self, net: list[np.ndarray], steps: int, rate: float, decay: float) -> None:
        self.net, self.steps, self.rate, self.decay = net, steps, rate, decay
        self.means = [np.zeros_like(w) for w in net]
        self.squares = [np.zeros_like(w) for w in net]
        self.step = 0

    def follow(self, slopes: list[np.ndarray]) -> None:
        """Take the next step against the slopes of the loss."""
        self.step += 1
        part = self.step / self.steps
        up = part / 0.3
        down = (1 + np.cos(np.pi * (part - 0.3) / 0.7)) / 2
        rate = self.rate * (up if part < 0.3 else down)
        for i, slope in enumerate(slopes):
            self.means[i] += 0.1 * (slope - self.means[i])
            self.squares[i] += 0.001 * (slope**2 - self.squares[i])
            mean = self.means[i] / (1 - 0.9**self.step)
            square = self.squares[i] / (1 - 0.999**self.step)
            self.net[i] -= rate * (mean / (np.sqrt(square) + 1e-8) + self.decay * self.net[i])


def array(kind: str, name: str, numbers: np.ndarray) -> str:
    """Return the text of a C array."""
    lines = "".join(
        f"        {', '.join(map(str, row))},\n" for row in numbers.reshape(-1, 16).tolist()
    )
    return f"    static const {kind} {name}[{numbers.size}] = {{\n{lines}    }};\n"


def command_line(
    description: str, epochs: int
) -> tuple[argparse.ArgumentParser, argparse.ArgumentParser]:
    """Return the parser of a program that draws samples and fits a net, and that of `draw`."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawTextHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    drawing = commands.add_parser("draw")
    fitting = commands.add_parser("fit")
    fitting.add_argument("files", type=Path, nargs="+")
    fitting.add_argument("--to", type=Path, required=True)
    fitting.add_argument("--epochs", type=int, default=epochs)
    for command in (drawing, fitting):
        command.add_argument("--seed", type=int, default=0)
    drawing.add_argument("--seconds", type=float, default=900)
    return parser, drawing
