/**
 * Browsers offer some interfaces only on pages with HTTPS and on the machine itself. An office that opens the product at
 * `http://192.168.0.10` lacks them, so each use must first ask for the interface or have another way.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { childrenOf, isNode, nameOf, parse, place, type Node } from '../languages/syntax.ts'

const root = join(import.meta.dirname, '../..')

/** Lists the members that the specifications mark with [SecureContext]. */
const members: Readonly<Record<string, ReadonlySet<string>>> = {
  crypto: new Set(['randomUUID', 'subtle']),
  navigator: new Set([
    'bluetooth',
    'canShare',
    'clipboard',
    'credentials',
    'devicePosture',
    'geolocation',
    'getBattery',
    'gpu',
    'hid',
    'keyboard',
    'locks',
    'mediaDevices',
    'presentation',
    'requestMediaKeySystemAccess',
    'serial',
    'serviceWorker',
    'setAppBadge',
    'share',
    'storage',
    'storageBuckets',
    'usb',
    'wakeLock',
    'xr',
  ]),
}
const globals = new Set([
  'AudioDecoder',
  'AudioEncoder',
  'AudioWorkletNode',
  'ImageDecoder',
  'Notification',
  'PaymentRequest',
  'PublicKeyCredential',
  'VideoDecoder',
  'VideoEncoder',
  'caches',
  'cookieStore',
  'documentPictureInPicture',
  'launchQueue',
  'showDirectoryPicker',
  'showOpenFilePicker',
  'showSaveFilePicker',
])

/**
 * The code in these files runs only after other code has asked for the interface. The list may only become shorter: an entry that
 * is no longer needed fails.
 */
const exceptions: Readonly<Record<string, string>> = {
  'apps/web/src/app/offline/keep-attempt.ts navigator.serviceWorker':
    'keepLastCourse starts it, and asks first',
  'apps/web/src/app/offline/keep-attempt.ts caches': 'keepLastCourse starts it, and asks first',
  'apps/web/src/app/offline/keep-files.ts caches': 'keepLastCourse starts it, and asks first',
  'apps/web/src/app/offline/keep-on-device.tsx navigator.serviceWorker':
    'the page of a course shows it only where pages can be kept',
  'apps/web/src/app/offline/keep-texts.ts caches': 'keepLastCourse starts it, and asks first',
  'apps/web/src/features/achievements/share-certificate.ts navigator.share':
    'the button is shown only where the browser can share',
  'apps/web/src/platform/transfer/cached-files.ts caches': 'deleteCachedFiles asks first',
  'apps/web/src/shared/account/passkeys.ts PublicKeyCredential': 'canUsePasskeys asks first',
  'apps/web/src/shared/lesson/kept-course/kept-attempt.ts caches':
    'the session treats a failure as nothing kept',
  'apps/web/src/shared/lesson/kept-course/kept-course.ts caches':
    'the session treats a failure as nothing kept',
  'apps/web/src/shared/lesson/kept-course/kept-course.ts crypto.subtle':
    'the session treats a failure as nothing kept',
}

const files = ['apps/web/src', 'packages/ui/src', 'packages/domain/src', 'packages/contracts/src']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .filter((file) => !file.includes('/testing/'))

const isFunction = ({ type }: Node) => /Function/.test(type)
const isTypeOnly = ({ type }: Node) => type.startsWith('TS') && !/As|NonNull|Satisfies/.test(type)

/** Returns `crypto.subtle` for its member expression, and `caches` for the name itself; null for everything else. */
function secureOnly(node: Node, parent: Node | null): string | null {
  if (node.type === 'MemberExpression') {
    const object = nameOf(bareOf(node['object']))
    const property = nameOf(node['property'])
    return object && property && members[object]?.has(property) ? `${object}.${property}` : null
  }
  if (node.type !== 'Identifier') return null
  const isName = parent?.['property'] === node || parent?.['key'] === node
  const name = nameOf(node) ?? ''
  return globals.has(name) && !isName ? name : null
}

/** Unwraps `(crypto as Crypto)`. */
const bareOf = (node: unknown): unknown =>
  isNode(node) && /^(?:TSAs|TSNonNull|Parenthesized)/.test(node.type) ? bareOf(node['expression']) : node

/** Returns whether the node only asks for the interface: `typeof navigator.share`, `navigator.storage?.persist`. */
function asks(node: Node, parent: Node | null): boolean {
  if (!parent) return false
  if (parent.type === 'UnaryExpression' && parent['operator'] === 'typeof') return true
  if (parent.type === 'UnaryExpression' && parent['operator'] === '!') return true
  if (parent['object'] === node && parent['optional'] === true) return true
  return parent['test'] === node
}

/** Returns the interfaces that an expression asks for: `'locks' in navigator`, `typeof navigator.share`, `if (navigator.clipboard)`. */
function* askedIn(node: Node, parent: Node | null = null): Generator<string> {
  if (node.type === 'BinaryExpression' && node['operator'] === 'in') {
    const name = nameOf(node['left'])
    const object = nameOf(bareOf(node['right']))
    if (name) yield object && object in members ? `${object}.${name}` : name
  }
  const name = secureOnly(node, parent)
  if (name && asks(node, parent)) yield name
  for (const child of childrenOf(node)) yield* askedIn(child, node)
}

function* unaskedIn(
  node: Node,
  asked: ReadonlySet<string>,
  parent: Node | null = null,
): Generator<{ name: string; node: Node }> {
  if (isTypeOnly(node) || node.type === 'ImportDeclaration') return
  const known = isFunction(node) ? new Set([...asked, ...askedIn(node)]) : asked
  const name = secureOnly(node, parent)
  if (name && !known.has(name) && !asks(node, parent)) yield { name, node }
  for (const child of childrenOf(node)) yield* unaskedIn(child, known, node)
}

/** Returns the names that the file imports, such as a type that is called as an interface of browsers. */
const importedIn = (program: Node): string[] =>
  childrenOf(program)
    .filter(({ type }) => type === 'ImportDeclaration')
    .flatMap(childrenOf)
    .flatMap(({ local }) => nameOf(local) ?? [])

function unaskedOf(path: string, code: string) {
  const { program } = parse({ path, code })
  return [...unaskedIn(program, new Set(importedIn(program)))].map(({ name, node }) => ({
    entry: `${path} ${name}`,
    place: `${place({ path, code }, node)} ${name}`,
  }))
}

const found = files.flatMap((path) => unaskedOf(path, readFileSync(join(root, path), 'utf8')))

test('each use of an interface of secure pages asks for it first, except those with a reason', () => {
  expect(files.length).toBeGreaterThan(900)
  expect(found.filter(({ entry }) => !(entry in exceptions)).map((each) => each.place)).toEqual([])
})

test('each exception is still needed', () => {
  const entries = new Set(found.map(({ entry }) => entry))
  expect(Object.keys(exceptions).filter((entry) => !entries.has(entry))).toEqual([])
})

test.each([
  'const id = crypto.randomUUID()',
  'const copy = () => navigator.clipboard.writeText("a")',
  'async function keep() { await caches.open("a") }',
  'const f = () => { if (!("locks" in navigator)) return; navigator.wakeLock.request() }',
])('finds %s', (code) => {
  expect(unaskedOf('a.ts', code)).toHaveLength(1)
})

test.each([
  'const keep = () => navigator.storage?.persist?.()',
  'const f = () => { if (!("locks" in navigator)) return; navigator.locks.request("a", f) }',
  'const share = () => { if (typeof navigator.share === "function") navigator.share({}) }',
  'const copy = () => { if (navigator.clipboard) navigator.clipboard.writeText("a") }',
  'type Kept = typeof caches',
  'const counts = { caches: 1 }',
])('accepts %s', (code) => {
  expect(unaskedOf('a.ts', code)).toEqual([])
})
