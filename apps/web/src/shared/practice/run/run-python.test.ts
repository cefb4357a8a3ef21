import { beforeAll, describe, expect, test } from 'vitest'
import { maxLineLength, maxLines, type PracticeCheck } from '../practice.ts'
import { loadPython, type PythonEngine } from './run-python.ts'

let engine: PythonEngine
beforeAll(async () => {
  engine = await loadPython()
}, 60_000)

function run(code: string, checks: readonly PracticeCheck[] = []) {
  const lines: string[] = []
  const result = engine({ code, checks }, (line) => lines.push(line))
  return { ...result, lines }
}

const gotOf = (code: string, expression: string, expected: string) =>
  run(code, [{ expression, expected }]).checks[0]

describe('Python below a lesson', () => {
  test('runs the code, passes on what it prints and evaluates its checks', () => {
    const code = `def average(numbers):
    return sum(numbers) / len(numbers)

print('sum', [1, 2], {'a': 1}, None)
print('no newline', end='')`
    const result = run(code, [
      { expression: 'average([2, 4, 6])', expected: '4' },
      { expression: 'average([1, 2])', expected: '2' },
    ])
    expect(result.lines).toEqual(["sum [1, 2] {'a': 1} None", 'no newline'])
    expect(result.failure).toBeNull()
    expect(result.checks.map(({ got, passed }) => [got, passed])).toEqual([
      ['4.0', true],
      ['1.5', false],
    ])
  })

  test('values are compared as Python compares them, with a tolerance for calculated numbers', () => {
    const cases: [expression: string, expected: string, passed: boolean][] = [
      ['0.1 + 0.2', '0.3', true],
      ['[0.1 + 0.2]', '[0.3]', true],
      ["{'a': 0.1 + 0.2}", "{'a': 0.3}", true],
      ["{'a': 1}", "{'a': 1, 'b': 2}", false],
      ['1', 'True', false],
      ['True', 'True', true],
      ['(1, 2)', '[1, 2]', false],
      ['{1, 2}', '{2, 1}', true],
      ["'ok'", '"ok"', true],
      ['None', 'None', true],
    ]
    expect(cases.map(([expression, expected]) => gotOf('', expression, expected)?.passed)).toEqual(
      cases.map(([, , passed]) => passed),
    )
  })

  test('an error names its kind and the line of the learner', () => {
    expect(run('x = 1\nprint(x / 0)').failure).toEqual({
      kind: 'threw',
      message: 'ZeroDivisionError: division by zero',
      line: 2,
    })
    expect(run('import json\n\njson.loads("{")').failure).toMatchObject({ line: 3 })
    expect(run('if True:\nprint(1)').failure).toMatchObject({
      line: 2,
      message: expect.stringMatching(/^IndentationError: expected an indented block/) as string,
    })
    expect(run('raise ValueError').failure).toMatchObject({ message: 'ValueError' })
    expect(gotOf('', 'total', '3')).toMatchObject({
      got: "NameError: name 'total' is not defined",
      passed: false,
    })
  })

  test('code that ends itself, asks for input or wants too much memory is told so', () => {
    expect(run('import sys\nsys.exit(1)').failure).toBeNull()
    expect(run('name = input("Name? ")').failure).toEqual({ kind: 'input' })
    expect(run('raise MemoryError').failure).toEqual({ kind: 'memory' })
    expect(run('def f(n): return f(n + 1)\nf(1)').failure).toMatchObject({
      message: expect.stringMatching(/^RecursionError/) as string,
    })
  })

  test('a run that replaces or closes the output does not spoil the next one', () => {
    const spoilers = [
      'import io, sys\nsys.stdout = io.StringIO()',
      'import sys\nsys.stdout.close()',
      'import sys\nsys.stdout = None',
      'import builtins\nbuiltins.print = None',
    ]
    for (const code of spoilers) {
      expect(run(code).failure, code).toBeNull()
      expect(run('print("still here")').lines, code).toEqual(['still here'])
    }
    const unwritable = 'class Odd(Exception):\n    def __str__(self):\n        return 1\nraise Odd()'
    expect(run(unwritable).failure).toMatchObject({ message: 'Odd', line: 4 })
  })

  test('each run has names of its own', () => {
    run('leftover = 1\nprint(leftover)')
    expect(run('print(leftover)').failure).toMatchObject({
      message: "NameError: name 'leftover' is not defined",
    })
  })

  test('output and shown values are limited', () => {
    const flood = run(`for n in range(${maxLines + 50}):\n    print(n)`)
    expect(flood.lines).toHaveLength(maxLines)
    expect(flood.wasCut).toBe(true)
    expect(run(`print('x' * ${maxLineLength + 1})`)).toMatchObject({ wasCut: true })
    expect(gotOf('', `'x' * ${2 * maxLineLength}`, '1')?.got).toHaveLength(maxLineLength)
  })

  test('the standard library is there; JavaScript and packages are not', () => {
    expect(gotOf('import csv, statistics, datetime', 'statistics.mean([1, 2])', '1.5')?.passed).toBe(true)
    expect(run('import numpy').failure).toMatchObject({
      message: expect.stringMatching(/^ModuleNotFoundError/) as string,
    })
    for (const way of [
      'from js import fetch',
      'from js import globalThis',
      'from pyodide.code import run_js\nrun_js("1")',
    ])
      expect(run(way).failure, way).toMatchObject({
        message: expect.stringMatching(/^ImportError/) as string,
      })
  })
})
