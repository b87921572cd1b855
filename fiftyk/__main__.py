"""Runs the command line as `python -m fiftyk`."""

from .cli import main

if __name__ == "__main__":
    main(prog_name="fiftyk")
