/** Parses a source into its syntax tree once, for the language checks. */
import { parseSync } from 'oxc-parser'

export interface Source {
  path: string
  code: string
}

/** The node follows ESTree; its fields contain the children. */
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

/** The checks walk millions of nodes, so this function copies nothing. */
export function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  for (const name in node) {
    const value: unknown = node[name]
    if (isNode(value)) children.push(value)
    else if (Array.isArray(value)) for (const one of value) if (isNode(one)) children.push(one)
  }
  return children
}

/** Yields a node and all its descendants in document order. A generator for each level would be resumed for every node below it. */
export function* nodesOf(node: Node): Generator<Node> {
  const open = [node]
  for (let next = open.pop(); next; next = open.pop()) {
    yield next
    open.push(...childrenOf(next).reverse())
  }
}

/** Returns `a` in `{ a: 1 }`, `{ 'a': 1 }`, `x.a`, `{ a }`; undefined when the name is computed. */
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

/** Returns the literals of an expression and the fixed parts of its templates. */
export const wordsIn = (node: Node): string[] =>
  [...nodesOf(node)].flatMap((inner) => {
    if (inner.type === 'Literal' && typeof inner['value'] === 'string') return [inner['value']]
    if (inner.type === 'TemplateElement')
      return [String((inner['value'] as { cooked?: string }).cooked ?? '')]
    return inner.type === 'JSXText' ? [String(inner['value'])] : []
  })

export const place = ({ path, code }: Source, { start }: Node): string =>
  `${path}:${code.slice(0, start).split('\n').length}`
