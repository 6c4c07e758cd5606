"""``list``: the formulations."""

from __future__ import annotations

import argparse
import json

from knightbench.cli.options import Commands
from knightbench.formulation import describe, formulations
from knightbench.lab.runner import add_plugin_option


def add_to(commands: Commands) -> None:
    """Add the command to the command line."""
    listing = commands.add_parser("list", help="the formulations")
    listing.add_argument("--json", action="store_true", help="print a JSON list")
    listing.add_argument("--markdown", action="store_true", help="print a Markdown table")
    add_plugin_option(listing)
    listing.set_defaults(carry_out=list_formulations)


def list_formulations(options: argparse.Namespace) -> int:
    """Print every formulation, with its parameters."""
    told = [describe(formulation) for formulation in formulations().values()]
    if options.json:
        print(json.dumps(told, indent=2, ensure_ascii=False))
        return 0
    if options.markdown:
        print(formulations_table())
        return 0
    width = max(len(item["name"]) for item in told)
    for item in told:
        kind = "complete" if item["complete"] else "incomplete"
        kind += ", lists all tours" if item["enumerates"] else ""
        kind += ", certifies" if item["certifies"] else ""
        kind += "".join(f", honours {request}" for request in item["honours"])
        lacking = "" if item["available"] else f"; needs knightbench[{item['extra']}]"
        print(f"{item['name']:<{width}}  {item['summary']} ({kind}{lacking})")
        for parameter in item["parameters"]:
            choices = (
                f": {', '.join(map(str, parameter['choices']))}" if parameter["choices"] else ""
            )
            print(
                f"{'':<{width}}    ?{parameter['name']}={parameter['default']}  "
                f"{parameter['meaning']}{choices}"
            )
    return 0


def formulations_table() -> str:
    """Return the table of formulations, in Markdown."""
    lines = ["| formulation | what it does | complete | source |", "|---|---|---|---|"]
    for item in map(describe, formulations().values()):
        complete = "yes" if item["complete"] else "no"
        lines.append(f"| `{item['name']}` | {item['summary']} | {complete} | {item['source']} |")
    return "\n".join(lines)
