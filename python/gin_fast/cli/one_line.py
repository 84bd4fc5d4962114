"""What somebody else's code says, told in one line."""

__all__ = ["one_line"]


def one_line(error: BaseException) -> str:
    r"""Return the kind of an error, its message and its notes without ends of lines.

    >>> one_line(RuntimeError("lost\nthe thread"))
    'RuntimeError: lost the thread'

    Args:
        error: The error.

    """
    what = "; ".join([f"{type(error).__name__}: {error}", *getattr(error, "__notes__", ())])
    return "".join(sign if sign.isprintable() else "?" for sign in " ".join(what.split()))
