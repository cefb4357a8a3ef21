/** Resolves the types and constants that a source names, its own and imported ones. */
import { dirname, join } from 'node:path'
import { bare, isNode, nameOf, nodesOf, type Node, type Parsed } from '../languages/syntax.ts'

export interface Sources {
  /** Returns the source at a path from the root; undefined when the file does not exist. */
  parsed(path: string): Parsed | undefined
}

export interface Scope {
  file: Parsed
  types: Map<string, Node>
  /** Maps a constant to its initial value. */
  values: Map<string, Node>
  /** Maps an imported name to its module specifier and exported name. */
  imports: Map<string, { from: string; name: string }>
}

export const list = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])

const scopes = new WeakMap<Parsed, Scope>()

export function scopeOf(file: Parsed): Scope {
  const known = scopes.get(file)
  if (known) return known
  const scope: Scope = { file, types: new Map(), values: new Map(), imports: new Map() }
  for (const node of nodesOf(file.program)) {
    const isType = node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration'
    const name = isType ? nameOf(node['id']) : undefined
    if (name !== undefined) scope.types.set(name, node)
    if (node.type === 'VariableDeclarator') addValue(node, scope)
    if (node.type === 'ImportDeclaration' || node.type === 'ExportNamedDeclaration') addNames(node, scope)
  }
  scopes.set(file, scope)
  return scope
}

function addValue(declarator: Node, { values }: Scope): void {
  const name = nameOf(declarator['id'])
  const value = bare(declarator['init'])
  if (name !== undefined && value && !values.has(name)) values.set(name, value)
}

/** Adds the names that come from another file by import or re-export. */
function addNames(node: Node, scope: Scope): void {
  const from = nameOf(node['source'])
  if (from === undefined) return
  const isImport = node.type === 'ImportDeclaration'
  for (const one of list(node['specifiers'])) {
    const here = nameOf(one[isImport ? 'local' : 'exported'])
    const there = nameOf(one[isImport ? 'imported' : 'local']) ?? here
    if (here === undefined || there === undefined) continue
    scope.imports.set(here, { from, name: one.type === 'ImportNamespaceSpecifier' ? '*' : there })
  }
}

/** Maps the beginning of a module specifier to a folder of the repository. */
const roots: readonly (readonly [string, string])[] = [
  ['#server/', 'apps/server/src/'],
  ['@apogee/contracts/', 'packages/contracts/src/'],
  ['@apogee/domain/', 'packages/domain/src/'],
]

export function pathOf(from: string, importer: string): string | undefined {
  if (from.startsWith('.')) return join(dirname(importer), from)
  const root = roots.find(([prefix]) => from.startsWith(prefix))
  return root && root[1] + from.slice(root[0].length)
}

export function declarationOf(
  name: string,
  scope: Scope,
  sources: Sources,
  of: 'types' | 'values' = 'types',
): { node: Node; scope: Scope } | undefined {
  const here = scope[of].get(name)
  if (here) return { node: here, scope }
  const imported = scope.imports.get(name)
  const path = imported && pathOf(imported.from, scope.file.path)
  const file = path === undefined ? undefined : sources.parsed(path)
  return imported && file ? declarationOf(imported.name, scopeOf(file), sources, of) : undefined
}
