/**
 * Finds what the oldest supported browsers lack in the built files: Safari 16.4, Firefox 121, and Chrome and Android's WebView 111
 * (README.md). Vite lowers syntax to them (apps/web/vite.config.ts); interfaces and styles it does not.
 */
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { childrenOf, isNode, nameOf, nodesOf, type Node } from '../languages/syntax.ts'

/**
 * Lists functions that the oldest supported browsers lack. A call with `?.` does not count, and neither does one in a file that
 * tests for the function by `typeof`.
 */
const lateMembers: Readonly<Record<string, readonly string[]>> = {
  URL: ['parse', 'canParse'],
  Promise: ['try', 'withResolvers'],
  Object: ['groupBy'],
  Map: ['groupBy'],
  Array: ['fromAsync'],
  AbortSignal: ['any'],
  RegExp: ['escape'],
  Math: ['sumPrecise'],
  Uint8Array: ['fromBase64', 'fromHex'],
}

/** pdf.js's legacy build brings what it needs (docs/decisions/lesson-media.md). Python's engine is the file of its makers. */
const withOwnSupplements = /^(?:open-document-|pdf\.worker-|python\.worker-)/

/** Returns `URL.parse` and the like for each late function that the script calls unconditionally. */
export function lateCalls(code: string): string[] {
  const { program, errors } = parseSync('built.js', code, { sourceType: 'module' })
  const problems = errors.map(({ message }) => `does not parse: ${message}`)
  for (const node of nodesOf(program as unknown as Node)) {
    const { type, callee } = node
    if (type !== 'CallExpression' || node['optional'] === true || !isNode(callee)) continue
    const [object] = childrenOf(callee)
    const owner = object && nameOf(object)
    const member = nameOf(callee['property']) ?? ''
    const isTested = code.includes(`typeof ${owner}.${member}`)
    if (owner !== undefined && lateMembers[owner]?.includes(member) && !isTested)
      problems.push(`${owner}.${member}`)
  }
  return problems
}

const strings = /"[^"]*"|'[^']*'/g
const askedFor = /@supports \(content:[^{}]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g

/**
 * Returns each `content` with a spoken alternative outside of `@supports`. Older browsers drop such a line. A plain line before it
 * would help them, but minifying removes that line.
 */
export function lateStyles(css: string): string[] {
  const plain = css.replace(strings, "''").replace(askedFor, '')
  return [...plain.matchAll(/[{;\s]content:[^;{}/]*\/[^;{}]*/g)].map(([found]) => found.slice(1))
}

/** @param client the folder of the client's build. @returns one line for each problem. */
export async function tooNewIn(client: string): Promise<string[]> {
  const names = (await readdir(join(client, 'assets'))).filter((name) => !withOwnSupplements.test(name))
  const problems: string[] = []
  for (const name of ['../service-worker.js', ...names]) {
    const find = name.endsWith('.js') ? lateCalls : name.endsWith('.css') ? lateStyles : null
    if (find)
      for (const problem of find(await readFile(join(client, 'assets', name), 'utf8')))
        problems.push(`${name}: ${problem}`)
  }
  return problems
}
