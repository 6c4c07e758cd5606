"""Runs on a cluster of machines, by Dask (extra ``cluster``).

A task is one supervised run: on the machine that it lands on, the same supervisor keeps its limits
in a process of its own. Dask only carries requests out and replies back. Each worker declares its
cores as a resource, and a task takes as many as its solver has threads, so no machine is asked for
more than it has. See ``docs/cluster.md``.
"""

from __future__ import annotations

import contextlib
import dataclasses
import uuid
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from knightbench.lab import machine
from knightbench.lab.reply import Reply
from knightbench.lab.request import Limits, Request
from knightbench.lab.second_stage import supervise_backed
from knightbench.lab.supervisor import supervise

if TYPE_CHECKING:
    from distributed import Client

Tag = TypeVar("Tag")

#: The Dask resource that a worker declares: how many cores its runs may use.
CORES = "cores"

#: How often the scheduler gives a run to another worker when its worker is lost.
TIMES_AGAIN = 1

_BEGAN = "knightbench-run-began"


def supervise_on_cluster(
    requests: Iterable[tuple[Tag, Request]],
    where: str,
    jobs: int,
    threads: int,
    backing_limits: Limits,
) -> Generator[tuple[Tag, Reply], None, None]:
    """Run requests on a cluster, and yield each with its reply as it ends.

    Parameters
    ----------
    requests : iterable of (tag, Request)
    where : str
        ``local`` for a cluster of worker processes on this machine, the address of a scheduler
        (``tcp://host:8786``), or the path of a scheduler file.
    jobs : int
        How many workers a local cluster has.
    threads : int
        How many cores each of them has.
    backing_limits : Limits
        What looking into a claim that there is no tour may use.

    Raises
    ------
    RuntimeError
        If the extra is not installed, the scheduler cannot be reached, or no worker declares the
        resource ``cores``.

    Notes
    -----
    A run whose worker is lost is made again by another, once; its reply then has a warning that
    says so. A run that loses two workers is a crashed one. On a scheduler that somebody else
    started, Dask's setting ``distributed.scheduler.allowed-failures`` must be 1 for that.
    """
    try:
        from distributed import as_completed
        from distributed.scheduler import KilledWorker
    except ImportError:
        raise RuntimeError("--cluster needs Dask: pip install knightbench[cluster]") from None
    with _connected(where, jobs, threads) as client:
        tags: dict[str, Tag] = {}
        futures = []
        for tag, request in requests:
            key = f"knightbench-{uuid.uuid4().hex}"
            tags[key] = tag
            futures.append(
                client.submit(
                    _run,
                    request.without_names(),
                    key,
                    backing_limits,
                    key=key,
                    pure=False,
                    retries=0,
                    resources={CORES: request.threads},
                )
            )
        try:
            for future in as_completed(futures):
                try:
                    reply = future.result()
                except KilledWorker:
                    reply = _lost()
                began = _beginnings(client)[future.key]
                if began > 1:
                    again = f"made again: its worker was lost {began - 1} time(s)"
                    reply = dataclasses.replace(reply, warnings=(*reply.warnings, again))
                yield tags.pop(future.key), reply
        finally:
            client.cancel(futures, force=True)


def _run(request: Request, key: str, backing_limits: Limits) -> Reply:
    """Make one run where this task has landed."""
    from distributed import get_worker

    get_worker().log_event(_BEGAN, {"key": key})
    # Claims are looked into where they are made: a problem may be settled more than once.
    ((_tag, reply),) = supervise_backed([(None, request)], supervise, backing_limits)
    return reply


def _beginnings(client: Client) -> Counter[str]:
    """Return how often each run was begun, over all workers."""
    events: Any = client.get_events(_BEGAN)
    return Counter(event["key"] for _moment, event in events)


def _lost() -> Reply:
    """Return the reply of a run whose every worker was lost."""
    return Reply(
        kind="died",
        message={"message": f"its worker was lost, {TIMES_AGAIN + 1} times"},
        startup=0.0,
        total=0.0,
        time={"build": 0.0, "search": 0.0, "decode": 0.0},
        phase=None,
        statistics={},
        cpu=None,
        peak_memory=None,
        measured={},
        machine=machine.home(),
        cores=None,
        warnings=(),
        log="",
    )


@contextlib.contextmanager
def _connected(where: str, jobs: int, threads: int) -> Iterator[Client]:
    """Return a client of a cluster that has workers with cores."""
    import dask
    from distributed import Client, LocalCluster

    with contextlib.ExitStack() as stack:
        if where == "local":
            stack.enter_context(
                dask.config.set({"distributed.scheduler.allowed-failures": TIMES_AGAIN})
            )
            cluster = stack.enter_context(
                LocalCluster(
                    n_workers=jobs,
                    threads_per_worker=1,
                    processes=True,
                    dashboard_address=None,
                    resources={CORES: threads},
                )
            )
            yield stack.enter_context(Client(cluster))
            return
        try:
            if Path(where).is_file():
                client = Client(scheduler_file=where, timeout="20s")
            else:
                client = Client(where, timeout="20s")
        except (OSError, ValueError) as error:
            raise RuntimeError(f"--cluster {where}: no scheduler answers: {error}") from None
        stack.enter_context(client)
        workers = client.scheduler_info(n_workers=-1)["workers"].values()
        if not any(worker["resources"].get(CORES, 0) >= threads for worker in workers):
            raise RuntimeError(
                f"--cluster {where}: no worker has {threads} {CORES}; start workers as in "
                f'dask worker {where} --nthreads 4 --resources "{CORES}=4"'
            )
        yield client
