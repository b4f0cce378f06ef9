"""What no message of affordable length reaches: the number that counts what was hashed so far.

A reference program with the parameter `raised` takes this number as higher than it is from some
message block on, as an implementation does whose counter was changed between two blocks.
"""

from __future__ import annotations

from typing import NamedTuple


class Raised(NamedTuple):
    """After `after` message blocks the counter goes up by `amount`, in the function's own unit.

    ones: and all bits of the chaining value become 1.
    """

    after: int
    amount: int
    ones: bool = False

    def at(self, block: int) -> int:
        """What to add while block number `block`, from 0, is hashed."""
        return self.amount if block >= self.after else 0


NOT_RAISED = Raised(0, 0)
