"""Work on many machines: a cluster of Dask as an executor.

    from fiftyk.cluster import Cluster

    with Cluster("tcp://10.0.0.1:8786") as cluster:
        for solution in fk.solve_many(positions, cluster, chunk=10):
            ...

It needs `pip install 'fiftyk[cluster]'`, here and on the workers.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, Final, TypeVar

from .errors import FiftykError, shown

T = TypeVar("T")

_COUNTED_FOR: Final = 2.0
"""Seconds for which a number of workers is taken to be right."""


class Cluster(Executor):
    """The workers of a Dask scheduler, as any `concurrent.futures.Executor`.

    What a worker was at when it was lost goes to another one. Work that takes four workers with it
    is given up, and its future raises what Dask raises (`distributed.KilledWorker`).
    """

    def __init__(self, address: str, *, timeout: float = 10.0) -> None:
        """Connect to the scheduler at an address, such as `tcp://10.0.0.1:8786`.

        Raises `ImportError` where `distributed` is not installed, and `FiftykError` where no
        scheduler answers within `timeout` seconds, or a worker has no fiftyk or another version.
        """
        try:
            from distributed import Client
        except ImportError as error:
            raise ImportError(f"{error}: pip install 'fiftyk[cluster]'", name=error.name) from error
        try:
            self._client = Client(address, timeout=timeout, set_as_default=False, name="fiftyk")
        except (OSError, ValueError, TypeError) as error:
            # Timeouts are OSError.
            said = f"no scheduler answers at {shown(address)}"
            raise FiftykError(said) from error
        try:
            self._check()
        except BaseException:
            self._client.close()
            raise
        # Results are not kept for calls that look alike: limits of time make them differ.
        self._executor = self._client.get_executor(pure=False)
        self._counted = -_COUNTED_FOR
        self._workers = 0

    def _check(self) -> None:
        """Refuse workers that would not do the same."""
        mine = _version()
        for worker, version in self._client.run(_version, on_error="return").items():
            if version != mine:
                theirs = version if isinstance(version, str) else f"none ({version})"
                raise FiftykError(f"worker {worker} has fiftyk {theirs}, and here is {mine}")

    @property
    def workers(self) -> int:
        """How many pieces of work the cluster does at once; it may grow and shrink."""
        now = time.monotonic()
        if now - self._counted >= _COUNTED_FOR:
            self._counted = now
            self._workers = sum(self._client.nthreads().values())
        return self._workers

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Send a call to a worker; function, arguments and result are pickled."""
        future: Future[T] = self._executor.submit(fn, *args, **kwargs)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the connection; the cluster goes on. Work under way is waited for, or given up."""
        self._executor.shutdown(wait=wait and not cancel_futures)
        self._client.close()


def _version() -> str:
    import fiftyk

    return fiftyk.__version__
