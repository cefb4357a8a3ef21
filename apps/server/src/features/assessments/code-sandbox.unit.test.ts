import { describe, expect, test } from 'vitest'
import { createCodeSandbox } from './code-sandbox.ts'

const sandbox = createCodeSandbox()
const run = (code: string, calls = ['[2]']) => sandbox.run({ code, functionName: 'answer', calls })
const impatient = createCodeSandbox({ limits: { callMs: 100, runMs: 500 } })
const runBriefly = (code: string, calls = ['[2]']) => impatient.run({ code, functionName: 'answer', calls })

describe('learners’ code', () => {
  test.each([
    ['a function', 'function answer(n) { return n * 21 }'],
    ['a constant', 'const answer = (n) => n * 21'],
    ['a global', 'globalThis.answer = (n) => n * 21'],
    ['one that prints', 'function answer(n) { console.log(n); console.error(n); return 42 }'],
  ])("learners' code that defines %s is called with the arguments", async (_, code) => {
    expect(await run(code)).toEqual([{ kind: 'returned', json: '42' }])
  })

  test("each call of learners' code gets a new engine without state of earlier calls", async () => {
    const code =
      'let calls = 0; function answer() { globalThis.seen = (globalThis.seen ?? 0) + 1; return [++calls, seen] }'
    expect(await run(code, ['[]', '[]'])).toEqual([
      { kind: 'returned', json: '[1,1]' },
      { kind: 'returned', json: '[1,1]' },
    ])
  })

  test.each([
    ['an endless loop', 'function answer() { while (true) {} }'],
    ['an endless loop beside the function', 'while (true) {}'],
    [
      'an expression that backtracks for ever',
      'function answer() { return /(a+)+$/.test("a".repeat(60) + "b") }',
    ],
    ['an endless conversion to JSON', 'function answer() { return { toJSON() { for (;;) {} } } }'],
    ['an error that never tells its name', 'function answer() { throw { get name() { for (;;) {} } } }'],
    [
      'a loop that swallows what stops it',
      'function answer() { for (;;) { try { for (;;) {} } catch {} finally {} } }',
    ],
  ])("learners' code with %s is out of time", async (_, code) => {
    expect(await runBriefly(code)).toEqual([{ kind: 'time', message: '' }])
  })

  test("learners' code that never ends is out of time for each of its cases", async () => {
    const outcomes = await runBriefly(
      'function answer() { for (;;) {} }',
      Array.from({ length: 20 }, () => '[]'),
    )
    expect(outcomes).toHaveLength(20)
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['time']))
  })

  test.each([
    [
      'an array without end',
      'function answer() { const all = []; for (;;) all.push(new Array(1e5).fill(1)) }',
    ],
    ['a text without end', 'function answer() { let all = "x"; for (;;) all += all }'],
    ['a buffer beyond its means', 'function answer() { return new ArrayBuffer(1e9).byteLength }'],
  ])("learners' code with %s is out of memory, or out of time while filling it", async (_, code) => {
    const [outcome] = await run(code)
    expect(['memory', 'time', 'threw']).toContain(outcome?.kind)
    expect(outcome?.kind).not.toBe('returned')
  })

  test("endless recursion in learners' code overflows only its own stack", async () => {
    expect(await run('function answer() { return answer() }')).toEqual([
      { kind: 'threw', message: 'InternalError: stack overflow' },
    ])
  })

  test("learners' code that returns more than 20,000 characters gets its own error", async () => {
    expect(await run('function answer() { return "x".repeat(20_001) }')).toEqual([
      { kind: 'output', message: '' },
    ])
  })

  test("learners' code that replaces JSON and prototypes changes its own values only", async () => {
    const code = `
      JSON.stringify = () => '42'; JSON.parse = () => [42]
      Object.prototype.toJSON = () => 42; Array.prototype.map = () => 42
      Object.defineProperty(globalThis, 'String', { value: () => 'x' })
      function answer(n) { return n }`
    expect(await run(code, ['[7]'])).toEqual([{ kind: 'returned', json: '7' }])
  })

  test("learners' code reaches neither Node nor the network nor the host", async () => {
    const code = `function answer() {
      const found = ['process', 'require', 'module', 'fetch', 'WebAssembly', 'Buffer', 'setTimeout', 'Worker', 'std', 'os', 'bjson']
        .filter((name) => typeof globalThis[name] !== 'undefined')
      const outer = (() => {}).constructor('return typeof process + typeof require')()
      return [found, outer]
    }`
    expect(await run(code)).toEqual([{ kind: 'returned', json: '[[],"undefinedundefined"]' }])
  })

  test("learners' code cannot import anything", async () => {
    const [outcome] = await run("import fs from 'node:fs'; function answer() { return 1 }")
    expect(outcome?.kind).toBe('threw')
    expect(await run("function answer() { return import('node:fs') }")).toEqual([
      { kind: 'returned', json: '{}' },
    ])
  })

  test.each([
    ['does not parse', 'function answer( {', 'SyntaxError: '],
    ['throws', 'function answer() { throw new TypeError("no") }', 'TypeError: no'],
    ['throws something odd', 'function answer() { throw null }', 'null'],
  ])("learners' code that %s reports it", async (_, code, message) => {
    const [outcome] = await run(code)
    expect(outcome).toMatchObject({ kind: 'threw' })
    expect(outcome && 'message' in outcome ? outcome.message : '').toContain(message)
  })

  test("learners' code without the requested function gets its own error", async () => {
    expect(await run('const other = 1')).toEqual([{ kind: 'noFunction', message: '' }])
    expect(await run('')).toEqual([{ kind: 'noFunction', message: '' }])
  })

  test("learners' code that returns nothing or no number is wrong", async () => {
    expect(await run('function answer() {}')).toEqual([{ kind: 'returned', json: null }])
    expect(await run('function answer() { return 0 / 0 }')).toEqual([{ kind: 'returned', json: '"NaN"' }])
  })
})

test('the server stays responsive while code runs for ever', async () => {
  let ticks = 0
  const ticking = setInterval(() => (ticks += 1), 20)
  await Promise.all([1, 2, 3].map(() => run('function answer() { for (;;) {} }')))
  clearInterval(ticking)
  expect(ticks).toBeGreaterThan(20)
})
