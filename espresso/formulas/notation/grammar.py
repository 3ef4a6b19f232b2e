"""The precedence parser: tokens of a right side to an expression.

A hand-written precedence parser with explicit stacks, so nesting costs memory and not
Python's stack.  From loose to tight: ``or``, ``and``, ``not``, comparisons, ``+ -``,
``* / // %``, sign, ``**``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from espresso.errors import NotationError, RankError
from espresso.formulas.graph import expr as ex, functions
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.matrix_functions import form
from espresso.formulas.graph.own_functions import OwnFunction
from espresso.formulas.notation import syntax_errors
from espresso.formulas.notation.calls import Frame, finish_call, open_call
from espresso.formulas.notation.chains import Chain, Value, applied, closed, negated
from espresso.formulas.syntax.statements import Key, Statement, Survey, counted, is_op, key_at
from espresso.formulas.syntax.tokens import Tokens

Spans = dict[tuple[Expr, int], list[int]]

PRECEDENCE = {
    "or": 1, "and": 2, "not": 3, "==": 4, "!=": 4, "<": 4, "<=": 4, ">": 4, ">=": 4,
    "+": 5, "-": 5, "*": 6, "/": 6, "//": 6, "%": 6, "sign-": 7, "sign+": 7, "**": 8,
}  # fmt: skip


class Grammar:
    """Parser of the right sides of one text."""

    def __init__(
        self, tokens: Tokens, survey: Survey, arrays: Mapping[Key, Expr], spans: Spans, own: Mapping[str, OwnFunction]
    ) -> None:
        self.tokens, self.survey, self.arrays, self.spans, self.own = tokens, survey, arrays, spans, own
        self.kinds, self.values, self.starts = tokens.kinds, tokens.values, tokens.starts

    # --- the loop ---

    def body(self, statement: Statement) -> Expr:
        """The right side of a statement, before the summation convention."""
        self.statement = statement
        self.results: list[Value] = []
        self.operators: list[tuple[str, int]] = []
        self.frames: list[Frame] = []
        self.slots = 0
        self.operand = True
        k = statement.first
        while k < statement.stop:
            k = self.read_operand(k) if self.operand else self.read_operator(k)
        if self.operand:
            syntax_errors.refuse_missing(self, k)
        self.reduce_to(0)
        return closed(self.results.pop())

    def fail(self, what: str, *tokens: int, remedy: str = "", error: type[Exception] = NotationError) -> NoReturn:
        """Raise with carets under tokens."""
        self.tokens.fail(what, *tokens, remedy=remedy, error=error)

    # --- operands ---

    def read_operand(self, k: int) -> int:
        kind, value = self.kinds[k], self.values[k]
        if kind == "number":
            return self.read_number(k)
        if kind == "name":
            return self.read_name(k)
        if value == "(":
            self.frames.append(Frame("group", k, len(self.operators)))
        elif value == "-" or value == "+":
            self.operators.append(("sign-" if value == "-" else "sign+", k))
        elif value == "not":
            self.operators.append(("not", k))
        elif (
            value in ")]"
            and self.values[k - 1] in "(["
            and self.kinds[k - 1] == "op"
            and self.frames[-1].kind in ("call", "slots")
        ):
            return self.close_bracket(k)
        elif value == "[":
            remedy = "Read an array by its name, x[i]; group with ( )."
            self.fail("a bracket [ stands without a name before it", k, remedy=remedy)
        else:
            syntax_errors.refuse_missing(self, k)
        return k + 1

    def read_number(self, k: int) -> int:
        value = self.values[k]
        imaginary = value.endswith("j")
        digits = value[:-1] if imaginary else value
        number = int(digits) if digits.isdigit() else float(digits)
        if not imaginary:
            self.push(ex.const(number))
        elif self.slots:  # 2j in a slot is 2*j
            self.results.append(Chain("mul", [ex.const(number), self.index("j")]))
            self.operand = False
        elif "j" in self.statement.indices:
            remedy = f"Write {digits}*j for the product, or complex(0, {digits}) for the number."
            self.fail(f"{value} is an imaginary number, but j is an index here", k, remedy=remedy)
        else:
            self.push(ex.const(complex(0.0, float(digits))))
        return k + 1

    def push(self, e: Expr) -> None:
        self.results.append(e)
        self.operand = False

    def index(self, name: str) -> Expr:
        return ex.index(name, self.survey.sizes.get(name))

    def read_name(self, k: int) -> int:
        name = self.values[k]
        plain = k not in self.tokens.quoted and k not in self.tokens.marks
        if is_op(self.tokens, k + 1, "("):
            return open_call(self, k)
        if is_op(self.tokens, k + 1, "["):
            closer = self.tokens.closer[k + 1]
            return (
                self.open_reduction(k, closer)
                if is_op(self.tokens, closer + 1, "(")
                else self.open_slots(k, k + 1, None)
            )
        if plain and name in functions.CONSTANTS:
            self.push(ex.const(functions.CONSTANTS[name]))
        elif k not in self.tokens.marks and (self.slots or name in self.statement.indices):
            e = self.index(name)
            self.spans.setdefault((e, 0), []).append(self.starts[k])
            self.push(e)
        else:
            array = self.array(k)
            if array.ndim:
                letters = ",".join("ijklmn"[: array.ndim])
                what = f"{name} has {counted(array.ndim, 'axis', 'axes')} and stands here without indices"
                remedy = f"Write {name}[{letters}]."
                self.fail(what, k, remedy=remedy, error=RankError)
            e = ex.access(array)
            self.spans.setdefault((e, -1), []).append(self.starts[k])
            self.push(e)
        return k + 1

    def array(self, k: int) -> Expr:
        """The statement or input named at token ``k``."""
        key = key_at(self.tokens, k)
        found = self.arrays.get(key)
        if found is None and key[1]:
            remedy = "A prime is not notation: a transposed read swaps the indices, X[j,i] for X[i,j]."
            self.fail(f"{key[0]}'{key[1]} is the left side of no earlier statement", k, remedy=remedy)
        if found is None:
            found = self.survey.tensors.get(key[0])
        if found is None:
            remedy = f"Declare it, {key[0]} : (_, _), or read it somewhere, {key[0]}[i,j]."
            self.fail(f"the number of axes of {key[0]} is not known", k, remedy=remedy)
        return found

    def open_slots(self, name: int, bracket: int, pad: object) -> int:
        """Begin to read the array named at token ``name`` with the slots at ``bracket``."""
        frame = Frame(
            "slots",
            bracket,
            len(self.operators),
            self.values[name],
            array=self.array(name),
            pad=pad,
            place=self.starts[name],
        )
        self.frames.append(frame)
        self.slots += 1
        self.operand = True
        if bracket + 1 < self.tokens.closer[bracket]:
            frame.starts.append(self.starts[bracket + 1])
        return bracket + 1

    def open_reduction(self, k: int, closer: int) -> int:
        """Begin ``sum[i,j](`` or ``softmax[k](``."""
        name = self.values[k]
        scan = "scan" if name in functions.INDEX_FUNCTION_BY_NAME else ""
        kind = "reduce" if name in functions.REDUCTION_BY_NAME else scan
        kind = "matrix" if name in functions.MATRIX_FORMS else kind
        if not kind or k in self.tokens.quoted or k in self.tokens.marks:
            syntax_errors.refuse_reduction(self, k, closer)
        names: list[str] = []
        for t in range(k + 2, closer + 1, 2):
            if (
                self.kinds[t] != "name"
                or t in self.tokens.marks
                or not (t + 1 == closer or is_op(self.tokens, t + 1, ","))
            ):
                remedy = f"Write {name}[i](...); conditions are factors, {name}[i](x[i]*(i < 3))."
                self.fail(f"{name} runs over names of indices", t, remedy=remedy)
            if self.values[t] in names:
                self.fail(f"{name} runs twice over {self.values[t]}", t, remedy="Name each index once.")
            names.append(self.values[t])
        if is_op(self.tokens, closer - 1, ",") or not names:
            self.fail("an index is missing", closer, remedy=f"Write {name}[i](...) or {name}[i,j](...).")
        if (name in functions.MATRIX_FORMS or name in functions.MATRIX_FUNCTIONS) and len(names) != 2:
            remedy = f"Write {name}[i,j](A[i,j]{', b[j]' * (name == 'solve')})."
            self.fail(f"{name} runs over the two indices of a square matrix", k, remedy=remedy)
        if name in functions.ALONG_ONE and len(names) != 1:
            *others, last = names
            remedy = f"Write {name}[{last}](...), which runs along {last} for each {' and '.join(others)}."
            self.fail(f"{name} runs along one index", k, remedy=remedy)
        self.frames.append(Frame(kind, closer + 1, len(self.operators), name, indices=tuple(names), place=k))
        return closer + 2

    # --- operators ---

    def read_operator(self, k: int) -> int:
        kind, value = self.kinds[k], self.values[k]
        if kind == "op":
            if value in PRECEDENCE and value != "not":
                self.binary(value, k)
                return k + 1
            if value == ",":
                return self.comma(k)
            if value in ")]":
                return self.close_bracket(k)
        juxtaposed = kind == "name" or (kind == "op" and value == "(")
        if juxtaposed and self.kinds[k - 1] == "number" and self.tokens.stops[k - 1] == self.starts[k]:
            if not self.values[k - 1].endswith("j"):
                if kind == "name":
                    syntax_errors.refuse_other_base(self, k)
                syntax_errors.check_juxtaposed(self, k)
                self.binary("*", k)
                return k
        return syntax_errors.refuse_after_value(self, k)

    def binary(self, symbol: str, k: int) -> None:
        """Push an operator after applying those that bind tighter."""
        level = PRECEDENCE[symbol]
        base = self.frames[-1].base if self.frames else 0
        while len(self.operators) > base:
            top = PRECEDENCE[self.operators[-1][0]]
            if top < level or (top == level and symbol == "**"):
                break
            self.apply()
        self.operators.append((symbol, k))
        self.operand = True

    def reduce_to(self, height: int) -> None:
        while len(self.operators) > height:
            self.apply()

    def apply(self) -> None:
        """Apply the operator on top of the stack."""
        symbol, _ = self.operators.pop()
        right = self.results.pop()
        value: Value
        if symbol == "sign-":
            value = negated(right)
        elif symbol == "sign+":
            value = right
        elif symbol == "not":
            value = ex.call("not", closed(right))
        else:
            value = applied(symbol, self.results.pop(), right)
        self.results.append(value)

    # --- brackets ---

    def comma(self, k: int) -> int:
        if not self.frames or self.frames[-1].kind in ("group", "reduce", "scan"):
            syntax_errors.refuse_comma(self, k)
        frame = self.frames[-1]
        self.reduce_to(frame.base)
        frame.args.append(closed(self.results.pop()))
        frame.starts.append(self.starts[k + 1])
        self.operand = True
        return k + 1

    def close_bracket(self, k: int) -> int:
        """End the innermost bracket at token ``k``; returns the token to go on with."""
        frame = self.frames.pop()
        if not self.operand:
            self.reduce_to(frame.base)
            if frame.kind == "group":
                value = self.results[-1]
                if isinstance(value, Chain) and value.kind == "compare":
                    self.results[-1] = closed(value)
                return k + 1
            frame.args.append(closed(self.results.pop()))
        if frame.kind == "reduce":
            self.push(ex.reduce(frame.name, frame.indices, frame.args[0]))
        elif frame.kind == "scan":
            self.push(ex.scan(frame.name, frame.indices, frame.args[0]))
        elif frame.kind == "matrix":
            needed = functions.MATRIX_FORMS[frame.name]
            if len(frame.args) != needed:
                what = f"{frame.name} takes {needed} argument{'s' * (needed != 1)}, {len(frame.args)} given"
                remedy = f"Write {frame.name}[i,j](A[i,j]{', b[j]' * (needed == 2)})."
                self.fail(what, frame.place, remedy=remedy)
            self.push(form(frame.name, frame.indices, frame.args))
        elif frame.kind == "slots":
            self.push(self.close_slots(frame))
        elif frame.kind == "pad":
            return self.close_pad(frame, k)
        else:
            self.push(finish_call(self, frame))
        return k + 1

    def close_pad(self, frame: Frame, k: int) -> int:
        """After ``pad(x, value)``: begin the slots."""
        if len(frame.args) > 1:
            remedy = "Write pad(x, 0)[i - 1]; how much is padded follows from what is read."
            self.fail("pad takes an array and one number", frame.token + 3, remedy=remedy)
        if frame.args[0].op != "const":
            remedy = "Write pad(x, 0)[i - 1] with a number."
            self.fail("the value outside the array is not a number", frame.token + 3, remedy=remedy)
        return self.open_slots(frame.token + 1, k + 1, frame.args[0].data)

    def close_slots(self, frame: Frame) -> Expr:
        self.slots -= 1
        array = frame.array
        assert array is not None
        if len(frame.args) != array.ndim:
            syntax_errors.refuse_rank_of_read(self, frame, array)
        e = ex.access(array, frame.args, frame.pad)
        for slot, start in enumerate([frame.place, *frame.starts]):
            self.spans.setdefault((e, slot - 1), []).append(start)
        return e
