"""Private folders and files: only the user can change them, links are not followed.

What lies in the cache folder is run: machine code, program text, pickles of numba.  So no folder is read or
written in which another user could have put a file, or which another user could exchange for one; a folder that a
group shares is such a folder, too.  The superuser can do all that anyway.  Windows keeps rights in lists that are
inherited from the user's profile: there nothing is looked at.
"""

from __future__ import annotations

import contextlib
import os
import stat

LINKS = 40
"""Symbolic links in a path at most, as Linux has it."""

UIDS, NOBODY = "/proc/self/uid_map", "/proc/sys/kernel/overflowuid"
"""Where Linux says which users there are in this container, and the number that all others have."""

_known: dict[tuple[str, int], str] = {}
"""Folders by path and user: of a path that only they can change, nobody else changes any part later."""

_OPEN = os.O_RDONLY
for _flag in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "O_BINARY"):  # of a pipe: it has no writer
    _OPEN |= getattr(os, _flag, 0)


class Refused(OSError):
    """Other users can change a folder or a file."""


def private(folder: str | os.PathLike[str], make: bool = False) -> str:
    """The path of a folder without links, made if it is missing and ``make`` says so.

    Raises Refused where somebody else than the user and the superuser can change the folder, or put another one or
    another link in the place of any part of its path; OSError where it is missing or cannot be made.
    """
    if not hasattr(os, "geteuid"):
        if make:
            os.makedirs(folder, mode=0o700, exist_ok=True)
        return os.fspath(folder)
    user, whole = os.geteuid(), os.fspath(folder)
    if not os.path.isabs(whole):
        whole = os.path.join(os.getcwd(), whole)
    try:
        here = _known[whole, user]
        facts = os.lstat(here)
    except (KeyError, OSError):
        facts = None
    if facts is None or not stat.S_ISDIR(facts.st_mode):
        here, facts = _walked(whole, make)
    if not stat.S_ISDIR(facts.st_mode):
        raise NotADirectoryError(f"{here} is not a folder")
    if facts.st_uid != user:
        raise Refused(f"{here} belongs to user {facts.st_uid}, and this process is of user {user}")
    if facts.st_mode & 0o022:
        raise Refused(f"other users can write {here} (mode {stat.S_IMODE(facts.st_mode):o}; chmod 700 makes it yours)")
    _known[whole, user] = here
    return here


def _walked(path: str, make: bool) -> tuple[str, os.stat_result]:
    """A path without links, and what it is; nobody else can exchange a part of it."""
    here, links, ahead = "/", 0, path.split("/")[::-1]
    _through(here, os.lstat(here))
    while ahead:
        name = ahead.pop()
        if name in ("", ".", ".."):
            here = os.path.dirname(here) if name == ".." else here
            continue
        there = os.path.join(here, name)
        facts = _facts(there, make)
        if ahead or stat.S_ISLNK(facts.st_mode):
            _through(there, facts)
        if not stat.S_ISLNK(facts.st_mode):
            here = there
            continue
        links += 1
        if links > LINKS:
            raise OSError(f"{there}: too many symbolic links")
        target = os.readlink(there)
        here = "/" if target.startswith("/") else here
        ahead += target.split("/")[::-1]
    return here, os.lstat(here)


def _facts(path: str, make: bool) -> os.stat_result:
    """What a path is, of itself and not of what it links to; a missing one becomes a folder of the user's own."""
    try:
        return os.lstat(path)
    except FileNotFoundError:
        if not make:
            raise
    with contextlib.suppress(FileExistsError):  # another process was faster
        os.mkdir(path, 0o700)
    return os.lstat(path)


def _through(path: str, facts: os.stat_result) -> None:
    """Raise where somebody else can exchange what comes behind this part of a path."""
    if facts.st_uid != os.geteuid() and not _superuser(facts.st_uid):
        raise Refused(f"{path} belongs to user {facts.st_uid}, who can exchange what lies in it")
    if stat.S_ISLNK(facts.st_mode):
        return
    if not stat.S_ISDIR(facts.st_mode):
        raise NotADirectoryError(f"{path} is not a folder")
    shared = facts.st_mode & 0o002 or facts.st_mode & 0o020 and not _of_nobody_else(facts.st_gid)
    if shared and not facts.st_mode & stat.S_ISVTX:  # in a sticky folder only the owner of a file renames it
        raise Refused(f"other users can exchange what lies in {path} (mode {stat.S_IMODE(facts.st_mode):o})")


def _superuser(user: int) -> bool:
    """Whether this is the superuser, who in a container that knows only its own user has the number of nobody."""
    if user == 0:
        return True
    try:
        with open(UIDS) as mapped, open(NOBODY) as nobody:
            return user == int(nobody.read()) and all(int(line.split()[0]) for line in mapped)
    except (OSError, ValueError):
        return False


def _of_nobody_else(group: int) -> bool:
    """Whether only the superuser or the user is in a group: many systems give each user one, which may write."""
    if group == 0:
        return True
    import grp
    import pwd

    try:
        user, found = pwd.getpwuid(os.geteuid()), grp.getgrgid(group)
    except KeyError:
        return False
    return user.pw_gid == group and user.pw_name == found.gr_name and {*found.gr_mem} <= {user.pw_name}


def file_of_this_user(path: str, most: int) -> bytes:
    """The bytes of a regular file that only the user can have written, up to ``most`` of them; else OSError."""
    handle = os.open(path, _OPEN)
    try:
        facts = os.fstat(handle)
        if not stat.S_ISREG(facts.st_mode) or facts.st_size > most:
            raise OSError(f"{path} is no file of at most {most} bytes")
        if hasattr(os, "geteuid") and (facts.st_uid != os.geteuid() or facts.st_mode & 0o022):
            raise Refused(f"{path} may be another user's")
        with open(handle, "rb", closefd=False) as file:
            return file.read()
    finally:
        os.close(handle)
