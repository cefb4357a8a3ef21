/** The syntax tree of a source, for the language checks, walked once. */
import { parseSync } from 'oxc-parser'

export interface Source {
  path: string
  code: string
}

/** A node of the tree as ESTree names them; children are found by walking its fields. */
export interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

export interface Parsed extends Source {
  program: Node
}

export function parse(source: Source): Parsed {
  const { program, errors } = parseSync(source.path, source.code)
  if (errors.length > 0) throw new Error(`${source.path}: ${errors[0]?.message}`)
  return { ...source, program: program as unknown as Node }
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

const isNodes = (value: unknown): value is unknown[] => Array.isArray(value)

/** The nodes directly below one. */
export const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) => (isNodes(value) ? value : [value]).filter(isNode))

/** A node and all below it, in document order. */
export function* nodesOf(node: Node): Generator<Node> {
  yield node
  for (const child of childrenOf(node)) yield* nodesOf(child)
}

/** `a` in `{ a: 1 }`, `{ 'a': 1 }`, `x.a`, `{ a }`; undefined where it is computed. */
export function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return String(node['name'])
  return node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : undefined
}

/** Unwraps `as const`, `satisfies …` and parentheses. */
export function bare(node: unknown): Node | undefined {
  if (!isNode(node)) return undefined
  return ['TSSatisfiesExpression', 'TSAsExpression', 'ParenthesizedExpression'].includes(node.type)
    ? bare(node['expression'])
    : node
}

/** The literal words in an expression: its literals and the fixed parts of its templates. */
export const wordsIn = (node: Node): string[] =>
  [...nodesOf(node)].flatMap((inner) => {
    if (inner.type === 'Literal' && typeof inner['value'] === 'string') return [inner['value']]
    if (inner.type === 'TemplateElement')
      return [String((inner['value'] as { cooked?: string }).cooked ?? '')]
    return inner.type === 'JSXText' ? [String(inner['value'])] : []
  })

export const place = ({ path, code }: Source, { start }: Node): string =>
  `${path}:${code.slice(0, start).split('\n').length}`
