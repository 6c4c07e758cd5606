"""The command line; `knightbench.cli.parser` has its commands.

Exit codes of ``solve``: 0 a tour; 1 proved that there is none; 2 bad input, or a problem that
the formulation does not serve; 3 unknown; 4 crashed, wrong, or an internal error. Whoever reads
the output may go before its end (``| head``): 141.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from knightbench.cli.text import one_line

BAD_INPUT, UNKNOWN, INTERNAL_ERROR = 2, 3, 4
#: As of a process that a broken pipe ended: 128 and the number of its signal.
READER_GONE = 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    arguments : sequence of str, optional
        In place of those of the process.

    Returns
    -------
    int
        The exit code. Nothing is raised: an exception of Python's own would end with code 1,
        which is that of a proof.
    """
    if sys.stdout is None:  # closed before we began
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - for as long as the process lives
    try:
        # Imported here, so that even a broken installation does not end with code 1.
        from knightbench.cli.parser import make_parser
        from knightbench.formulation import load_plugin
        from knightbench.lab.interrupt import heeded
        from knightbench.versions import versions

        with heeded():
            parser = make_parser()
            options = parser.parse_args(arguments)
            for plugin in getattr(options, "plugin", ()):
                load_plugin(plugin)
            if options.version:
                print("\n".join(f"{name} {of}" for name, of in versions().items()))
                code = 0
            elif options.command is None:
                parser.error("give a command")
            else:
                code = options.carry_out(options)
            sys.stdout.flush()
            return code
    except SystemExit as exit_:
        return exit_.code if isinstance(exit_.code, int) else INTERNAL_ERROR
    except (ValueError, MemoryError, OSError, RuntimeError) as error:
        if isinstance(error, BrokenPipeError):
            # The reader of our output has gone; there is nobody to tell.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return READER_GONE
        bad_input = not isinstance(error, RuntimeError)
        print(f"knightbench: {one_line(str(error) or type(error).__name__)}", file=sys.stderr)
        return BAD_INPUT if bad_input else INTERNAL_ERROR
    except KeyboardInterrupt:
        print("knightbench: interrupted", file=sys.stderr)
        return UNKNOWN
    except BaseException as error:
        print(
            f"knightbench: internal error: {one_line(str(error) or type(error).__name__)}",
            file=sys.stderr,
        )
        return INTERNAL_ERROR
