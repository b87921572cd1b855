"""A rule set as an argument or an option of a command."""

from __future__ import annotations

import click

import fiftyk as fk


def _rules(ctx: click.Context, param: click.Parameter, value: str) -> fk.RuleSet:
    """Make the rule set; what is none is a mistake in the command."""
    try:
        return fk.rules(value)
    except fk.RulesError as err:
        raise click.BadParameter(str(err)) from None


def complete_rules(ctx: click.Context, param: click.Parameter, word: str) -> list[str]:
    """Name the rule sets that begin with a word."""
    return [name for name in fk.rule_sets() if name.startswith(word)]


rules_argument = click.argument("rules", callback=_rules, shell_complete=complete_rules)

rules_option = click.option(
    "--rules",
    required=True,
    metavar="RULES",
    callback=_rules,
    shell_complete=complete_rules,
    help="The rule set, with options in brackets if any.",
)
