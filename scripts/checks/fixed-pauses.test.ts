/** Tests, drills and their fixtures must wait for an event or advance a clock. None may wait for a fixed time. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { childrenOf, isNode, nameOf, nodesOf, parse, type Node } from '../languages/syntax.ts'

const root = join(import.meta.dirname, '../..')
/** Shorter pauses are allowed, because they only let other work run first. */
const shortestMs = 20
/** A loop that waits for an event may pause this long between two looks. */
const longestLookMs = 300

/**
 * Each key is `file milliseconds`, and each value says why no event can end the wait. The list may only become shorter: an entry
 * that is no longer needed fails.
 */
const exceptions: Record<string, string> = {
  'apps/web/src/app/offline/keep-course.test.ts 20': 'nothing happens, which no event tells',
  'apps/web/src/testing/mock-api.ts 20': 'a call that waits for the end of a test may be sent only then',
  'lab/drills/silence.ts 30000': 'the outage that the long form measures',
  'lab/torture/provider-proxy.ts 6000': 'longer than the product waits for its provider',
  'e2e/teaching/lesson-text.deep.spec.ts 100':
    'the editor notices a change of the selection later, and shows nothing when it has',
}

const isTest = /\.(?:test|spec)\.tsx?$|testing[^/]*\.tsx?$|\/testing\/|^(?:lab\/(?!bench\/)|e2e\/).*\.ts$/

const files = ['apps', 'packages', 'scripts', 'ops', 'lab', 'e2e']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .filter((file) => isTest.test(file))

interface Context {
  /** Holds the names under which the file imports the promise that resolves after a time. */
  pauses: ReadonlySet<string>
  constants: ReadonlyMap<string, number>
}

/** Returns the numeric constants of the file, such as `const stageMs = 8_000`. */
function constantsOf(program: Node): Map<string, number> {
  const constants = new Map<string, number>()
  for (const { type, id, init } of nodesOf(program)) {
    if (type !== 'VariableDeclarator' || !isNode(init) || typeof init['value'] !== 'number') continue
    const name = nameOf(id)
    if (name !== undefined) constants.set(name, init['value'])
  }
  return constants
}

function pausesOf(program: Node): Set<string> {
  const imports = childrenOf(program).filter(
    ({ type, source }) =>
      type === 'ImportDeclaration' && isNode(source) && source['value'] === 'node:timers/promises',
  )
  return new Set(
    imports
      .flatMap(childrenOf)
      .filter(({ imported }) => nameOf(imported) === 'setTimeout')
      .flatMap(({ local }) => nameOf(local) ?? []),
  )
}

/** Returns the time in milliseconds when the file states it; null when it is computed. */
function timeOf(argument: unknown, { constants }: Context): number | null {
  if (argument === undefined) return 0
  if (!isNode(argument)) return null
  if (typeof argument['value'] === 'number') return argument['value']
  return constants.get(nameOf(argument) ?? '') ?? null
}

/** Returns the duration of the wait when this node waits for a fixed time. */
function waitOf(node: Node, settles: string | null, context: Context): number | null {
  const { type, callee } = node
  if (type !== 'CallExpression' || !isNode(callee)) return null
  const given = node['arguments'] as unknown[]
  const name = nameOf(callee)
  if (name !== undefined && context.pauses.has(name)) return timeOf(given[0], context)
  if (nameOf(callee['property']) === 'waitForTimeout') return timeOf(given[0], context)
  // A timer counts as a pause if it resolves a promise. One that rejects is a timeout.
  return name === 'setTimeout' && settles !== null && nameOf(given[0]) === settles
    ? timeOf(given[1], context)
    : null
}

/** Returns the name of the resolve parameter in the body of `new Promise(…)`. */
function settlesBy({ type, callee, arguments: given }: Node): string | null {
  if (type !== 'NewExpression' || nameOf(callee) !== 'Promise') return null
  const [body] = given as Node[]
  const [first] = (body?.['params'] ?? []) as Node[]
  return nameOf(first) ?? null
}

const isLoop = ({ type }: Node) => /^(?:While|DoWhile|For|ForOf|ForIn)Statement$/.test(type)
const isFunction = ({ type }: Node) => /Function/.test(type)
/** The long form of a drill watches for a fixed time (lab/drills/support/length.ts). */
const isLongForm = ({ type, key }: Node) => type === 'Property' && nameOf(key) === 'long'

function* waitsIn(
  node: Node,
  context: Context,
  isLooking = false,
  settles: string | null = null,
): Generator<number> {
  if (isLongForm(node)) return
  const ms = waitOf(node, settles, context)
  if (ms !== null && ms >= (isLooking ? longestLookMs + 1 : shortestMs)) yield ms
  const looks = isLoop(node) || (isLooking && !isFunction(node))
  const settledBy = settlesBy(node) ?? settles
  for (const child of childrenOf(node)) yield* waitsIn(child, context, looks, settledBy)
}

function waitsOf(path: string): string[] {
  const code = readFileSync(join(root, path), 'utf8')
  if (!/timers\/promises|setTimeout\(|waitForTimeout/.test(code)) return []
  const { program } = parse({ path, code })
  const context = { pauses: pausesOf(program), constants: constantsOf(program) }
  return [...waitsIn(program, context)].map((ms) => `${path} ${ms}`)
}

const found = files.flatMap(waitsOf)

test('no test, drill or fixture waits for a fixed time, except those with a reason', () => {
  expect(files.length).toBeGreaterThan(900)
  expect(found.filter((one) => !(one in exceptions))).toEqual([])
})

test('each exception for a fixed pause is still needed', () => {
  expect(Object.keys(exceptions).filter((one) => !found.includes(one))).toEqual([])
})

test('no test asserts how long something takes, which depends on what else the machine does', () => {
  const timed = /(?:Date|performance)\.now\(\) - \w+\)\.toBeLess/
  expect(timed.test('expect(performance.now() - before).toBeLessThan(2000)')).toBe(true)
  const found = files.filter(
    (file) => !file.endsWith('fixed-pauses.test.ts') && timed.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(found).toEqual([])
})
