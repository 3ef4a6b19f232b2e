"""Counters of host-device transfers."""

from __future__ import annotations

from espresso.system.locks import new_lock

_lock = new_lock()


class Transfers:
    """How many arrays and bytes went to the device, back to the host, and from place to place on the device.

    Numbers (scalars without axes) travel with the launch and are not counted.

    >>> moved = Transfers()
    >>> moved.add("to_device", 80)
    >>> print(moved)
    to the device: 1 array, 80 bytes; to the host: 0 arrays, 0 bytes
    """

    def __init__(self) -> None:
        self.to_device = self.to_host = self.copies = 0
        self.bytes_to_device = self.bytes_to_host = self.bytes_copied = 0

    def add(self, way: str, size: int) -> None:
        """Count one array of ``size`` bytes; way: "to_device", "to_host" or "copies"."""
        counter = "bytes_copied" if way == "copies" else f"bytes_{way}"
        with _lock:
            setattr(self, way, getattr(self, way) + 1)
            setattr(self, counter, getattr(self, counter) + size)

    def reset(self) -> None:
        """Start again from nothing."""
        with _lock:
            self.to_device = self.to_host = self.copies = 0
            self.bytes_to_device = self.bytes_to_host = self.bytes_copied = 0

    def __str__(self) -> str:
        def one(title: str, count: int, size: int) -> str:
            return f"{title}: {count} array{'s' * (count != 1)}, {size:,} bytes"

        text = one("to the device", self.to_device, self.bytes_to_device)
        text += "; " + one("to the host", self.to_host, self.bytes_to_host)
        return text + ("; " + one("copied on the device", self.copies, self.bytes_copied) if self.copies else "")

    __repr__ = __str__
