"""The engine protocol: JSON Lines on standard input and output, for programs in any language.

`fiftyk engine` serves it; `docs/engine.md` describes it.
"""

from .answers import Job, Refused, answer, read
from .messages import PROTOCOL
from .schema import schema
from .service import Service

__all__ = ["PROTOCOL", "Job", "Refused", "Service", "answer", "read", "schema"]
