/** Reads the sources of the server and finds the positions of their `sql` templates. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nameOf, nodesOf, isNode, parse, type Parsed } from '../languages/syntax.ts'
import { keyOf } from './compare.ts'
import { lineOf, partsOf } from './declared.ts'

const root = join(import.meta.dirname, '../..')
const parsed = new Map<string, Parsed | undefined>()

export function sourceAt(path: string): Parsed | undefined {
  if (!parsed.has(path)) {
    const file = join(root, path)
    parsed.set(path, existsSync(file) ? parse({ path, code: readFileSync(file, 'utf8') }) : undefined)
  }
  return parsed.get(path)
}

/** The sources are those of the product, without tests. */
export const serverSources = (): Parsed[] =>
  readdirSync(join(root, 'apps/server/src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|testing|\.d\.ts$/.test(path))
    .flatMap((path) => sourceAt(join('apps/server/src', path)) ?? [])

/** Returns `path:line` of each template, by its fixed parts. */
export function placesOf(files: readonly Parsed[]): Map<string, string> {
  const places = new Map<string, string>()
  for (const file of files)
    for (const node of nodesOf(file.program)) {
      if (node.type !== 'TaggedTemplateExpression' || nameOf(node['tag']) !== 'sql') continue
      if (isNode(node['quasi']))
        places.set(keyOf(partsOf(node['quasi'])), `${file.path}:${lineOf(file, node)}`)
    }
  return places
}
