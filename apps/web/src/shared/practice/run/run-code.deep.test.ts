import { describe, expect, test } from 'vitest'
import { maxLineLength, maxLines, type PracticeCheck } from '../practice.ts'
import { runCode } from './run-code.ts'

const run = (code: string, checks: readonly PracticeCheck[] = []) => runCode({ code, checks })

describe('Run Code', () => {
  test('Run Code runs the code, shows its output and evaluates its checks', async () => {
    const code = `const average = (n) => n.reduce((a, b) => a + b, 0) / n.length
      console.log('sum', [1, 2], { a: 1 }, undefined)`
    const result = await run(code, [
      { expression: 'average([2, 4, 6])', expected: '4' },
      { expression: 'average([])', expected: '0' },
    ])
    expect(result.lines).toEqual(['sum [1,2] {"a":1} undefined'])
    expect(result.failure).toBeNull()
    expect(result.checks.map(({ got, passed }) => [got, passed])).toEqual([
      ['4', true],
      ['null', false],
    ])
  })

  test('a check refuses what is not JSON', async () => {
    const result = await run('JSON.stringify = () => "x"', [{ expression: '2', expected: '2' }])
    expect(result.checks).toMatchObject([{ got: 'x', passed: false }])
  })

  test('a check accepts a number that differs by the rounding of the machine', async () => {
    const code = 'const balance = 792.9 - 300 + 955 - 118.4 - 26.6 - 109.6'
    const checks = [
      { expression: 'balance', expected: '1193.3' },
      { expression: '[balance]', expected: '[1193.3]' },
      { expression: 'balance', expected: '1193.31' },
      { expression: 'undefined', expected: '0' },
    ]
    const result = await run(code, checks)
    expect(result.checks.map(({ passed }) => passed)).toEqual([true, true, false, false])
  })

  test('Run Code shows errors of the code and of a check', async () => {
    expect((await run('missing()')).failure).toEqual({
      kind: 'threw',
      message: "ReferenceError: 'missing' is not defined",
      line: 1,
    })
    expect((await run('// one\n\nconst x = ;')).failure).toMatchObject({ kind: 'threw', line: 3 })
    const inner = 'function half(n) {\n  return n.value.half\n}\nhalf({})'
    expect((await run(inner)).failure).toMatchObject({ kind: 'threw', line: 2 })
    expect((await run('throw "plain text"')).failure).toEqual({
      kind: 'threw',
      message: 'plain text',
      line: null,
    })
    expect((await run('', [{ expression: 'average([1])', expected: '1' }])).checks[0]).toMatchObject({
      passed: false,
      got: "ReferenceError: 'average' is not defined",
    })
  })

  test('Run Code stops an endless loop, also inside a check', async () => {
    expect((await run('for (;;) {}')).failure).toEqual({ kind: 'time' })
    const check = { expression: 'average([1])', expected: '1' }
    expect((await run('function average() { for (;;) {} }', [check])).failure).toEqual({ kind: 'time' })
  })

  test('Run Code stops code that uses up the memory or the stack', async () => {
    // Each step allocates much, because many small steps would exceed the time limit on a busy machine.
    const large = "const all = []; for (;;) all.push('x'.repeat(1_000_000))"
    expect((await run(large)).failure).toEqual({ kind: 'memory' })
    expect((await run('const f = () => f() + 1; f()')).failure).toMatchObject({ kind: 'threw' })
    expect((await run('1 + 1')).failure).toBeNull()
  })

  test('Run Code keeps only the first output lines, cut at their limit', async () => {
    const result = await run('console.log("x".repeat(5000)); for (let i = 0; i < 1000; i++) console.log(i)')
    expect(result.wasCut).toBe(true)
    expect(result.lines).toHaveLength(maxLines)
    expect(result.lines[0]).toHaveLength(maxLineLength)
  })

  test('Run Code offers the language and console, and neither page nor network', async () => {
    const names = ['window', 'document', 'self', 'postMessage', 'fetch', 'localStorage', 'require', 'process']
    const result = await run(`console.log(${names.map((name) => `typeof ${name}`).join(', ')})`)
    expect(result.lines).toEqual([names.map(() => 'undefined').join(' ')])
  })

  test('Run Code keeps no state for the next run', async () => {
    await run('globalThis.kept = 1; Array.prototype.map = null')
    expect((await run('console.log(typeof kept, [1].map((n) => n + 1))')).lines).toEqual(['undefined [2]'])
  })
})
