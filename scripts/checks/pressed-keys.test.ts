/**
 * Checks that code reads a pressed key only by `pressedKey`. Otherwise a key that an input method takes would submit, close or move
 * something.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { childrenOf, isNode, nameOf, nodesOf, parse, place, type Node } from '../languages/syntax.ts'

const root = join(import.meta.dirname, '../..')

/** The list may only become shorter: an entry that is no longer needed fails. */
const exceptions: Readonly<Record<string, string>> = {
  'apps/web/src/platform/session/storage.ts': 'the key is that of a stored value',
}

const facts = new Set(['key', 'keyCode', 'code'])

const files = ['apps/web/src', 'packages/ui/src']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .filter((file) => file !== 'packages/ui/src/pressed-key.ts')

const isEventName = (node: unknown) => /^(?:event|nativeEvent)$/.test(nameOf(node) ?? '')

/** Returns whether the node is an event by its name, as `event` and `event.nativeEvent`. */
const isEvent = (node: unknown): boolean =>
  isNode(node) && (isEventName(node) || (node.type === 'MemberExpression' && isEventName(node['property'])))

const takesFact = (pattern: unknown): boolean =>
  isNode(pattern) &&
  pattern.type === 'ObjectPattern' &&
  childrenOf(pattern).some(({ key }) => facts.has(nameOf(key) ?? ''))

const isKeyboardPattern = (node: Node): boolean =>
  takesFact(node) && [...nodesOf(node)].some(({ typeName }) => nameOf(typeName) === 'KeyboardEvent')

/** Returns whether the node reads a fact of a key: `event.key`, `const { key } = event`, `({ key }: KeyboardEvent) => …`. */
function readsKey(node: Node): boolean {
  if (node.type === 'MemberExpression')
    return isEvent(node['object']) && facts.has(nameOf(node['property']) ?? '')
  if (node.type === 'VariableDeclarator') return isEvent(node['init']) && takesFact(node['id'])
  return isKeyboardPattern(node)
}

const readsIn = (path: string, code: string) =>
  [...nodesOf(parse({ path, code }).program)].filter(readsKey).map((node) => place({ path, code }, node))

const found = files.flatMap((path) =>
  readsIn(path, readFileSync(join(root, path), 'utf8')).map((at) => ({ path, at })),
)

test('each pressed key is asked for by pressedKey, except those with a reason', () => {
  expect(files.length).toBeGreaterThan(900)
  expect(found.filter(({ path }) => !(path in exceptions)).map(({ at }) => at)).toEqual([])
})

test('each exception is still needed', () => {
  const paths = new Set(found.map(({ path }) => path))
  expect(Object.keys(exceptions).filter((path) => !paths.has(path))).toEqual([])
})

test.each([
  "const onKeyDown = (event) => { if (event.key === 'Enter') send() }",
  'const isEnter = event.nativeEvent.keyCode === 13',
  'function act(event: KeyboardEvent) { const { key } = event; return key }',
  "const close = ({ key }: KeyboardEvent) => key === 'Escape'",
])('finds %s', (code) => {
  expect(readsIn('a.ts', code)).toHaveLength(1)
})

test.each(["if (pressedKey(event) === 'Enter') send()", 'const { key, to } = item', 'act(event.altKey)'])(
  'accepts %s',
  (code) => {
    expect(readsIn('a.ts', code)).toEqual([])
  },
)
