"""Runs a learner's code and the checks of its exercise. `run` is called by run-python.ts."""

import builtins
import json
import math
import sys

CODE_FILE = 'exercise.py'
CHECK_FILE = 'check.py'


class InputRequested(Exception):
    """There is no keyboard for the code."""


def refuse_input(prompt=''):
    raise InputRequested()


OWN_PRINT = print


def put_back():
    """What the run before may have replaced or closed."""
    sys.stdout = open(1, 'w', encoding='utf-8', buffering=1, closefd=False)
    sys.stderr = open(2, 'w', encoding='utf-8', buffering=1, closefd=False)
    builtins.print = OWN_PRINT
    builtins.input = refuse_input


def flush(stream):
    try:
        stream.flush()
    except Exception:
        # The learner has replaced or closed it.
        pass


def run(code, checks, longest):
    """
    checks: JSON, [{"expression": ..., "expected": ...}], both Python expressions.
    longest: characters of a shown value.
    Returns JSON: {"failure": None or {"kind": ...}, "checks": [...]}, as PracticeResult in practice.ts.
    """
    names = {'__name__': '__main__', '__builtins__': builtins}
    put_back()
    result = {'failure': None, 'checks': []}
    try:
        exec(compile(code, CODE_FILE, 'exec', dont_inherit=True), names)
    except SystemExit:
        pass
    except BaseException as error:
        result['failure'] = failure_of(error, longest)
    finally:
        flush(sys.stdout)
        flush(sys.stderr)
    if result['failure'] is None:
        result['checks'] = [checked(check, names, longest) for check in json.loads(checks)]
    return json.dumps(result)


def checked(check, names, longest):
    expression, expected = check['expression'], check['expected']
    try:
        got = eval(compile(expression, CHECK_FILE, 'eval', dont_inherit=True), names)
        passed = is_same(got, eval(expected, {'__builtins__': builtins}))
        shown = repr(got)
    except BaseException as error:
        passed, shown = False, message_of(error)
    return {'expression': expression, 'expected': expected, 'got': shown[:longest], 'passed': passed}


def failure_of(error, longest):
    if isinstance(error, InputRequested):
        return {'kind': 'input'}
    if isinstance(error, MemoryError):
        return {'kind': 'memory'}
    return {'kind': 'threw', 'message': message_of(error)[:longest], 'line': line_of(error)}


def message_of(error):
    # Of a syntax error, str() would repeat the file and the line.
    try:
        text = error.msg if isinstance(error, SyntaxError) else str(error)
    except Exception:
        # The learner's own class cannot be written as text.
        text = ''
    name = type(error).__name__
    return f'{name}: {text}' if text else name


def line_of(error):
    """The last line of the learner's code that the error passed; None: it has none."""
    if isinstance(error, SyntaxError) and error.filename == CODE_FILE:
        return error.lineno
    line, trace = None, error.__traceback__
    while trace:
        if trace.tb_frame.f_code.co_filename == CODE_FILE:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def is_same(got, expected):
    """As ==, but True is not 1, and numbers may differ by a billionth of their size."""
    if isinstance(got, bool) or isinstance(expected, bool):
        return got is expected
    if isinstance(got, (int, float)) and isinstance(expected, (int, float)):
        return got == expected or math.isclose(got, expected, rel_tol=1e-9)
    for kind in (list, tuple):
        if isinstance(got, kind) and isinstance(expected, kind):
            return len(got) == len(expected) and all(map(is_same, got, expected))
    if isinstance(got, dict) and isinstance(expected, dict):
        return got.keys() == expected.keys() and all(is_same(got[key], expected[key]) for key in expected)
    return bool(got == expected)
