/** Resolves the row types that statements declare, `sql<Row>` in the server's sources, to fields. */
import { isNode, nameOf, nodesOf, type Node, type Parsed } from '../languages/syntax.ts'
import { declarationOf, list, pathOf, scopeOf, type Scope, type Sources } from './scope.ts'

export type Kind = 'array' | 'boolean' | 'Date' | 'number' | 'object' | 'string' | 'unknown'

export interface Field {
  kinds: ReadonlySet<Kind>
  isNullable: boolean
}

export type Row = ReadonlyMap<string, Field>

export interface Statement {
  path: string
  line: number
  /** Holds the fixed parts of the statement's text, in order. */
  parts: readonly string[]
  row: Row
}

/** This error means that a type cannot be read as the type of a row. The checker reports its position. */
export class UnreadableType extends Error {}

export function statementsIn(file: Parsed, sources: Sources): Statement[] {
  const scope = scopeOf(file)
  return [...nodesOf(file.program)].flatMap((node) => {
    if (node.type !== 'TaggedTemplateExpression' || nameOf(node['tag']) !== 'sql') return []
    const type = firstTypeArgument(node)
    if (!type || !isNode(node['quasi'])) return []
    const line = lineOf(file, node)
    const place = `${file.path}:${line}`
    const row = rowOf(type, scope, sources, place)
    return row ? [{ path: file.path, line, parts: partsOf(node['quasi']), row }] : []
  })
}

function firstTypeArgument(node: Node): Node | undefined {
  const given = node['typeArguments'] ?? node['typeParameters']
  return isNode(given) ? list(given['params'])[0] : undefined
}

export const lineOf = ({ code }: Parsed, { start }: Node): number => code.slice(0, start).split('\n').length

export const partsOf = (template: Node): string[] =>
  list(template['quasis']).map((part) => {
    const value = part['value'] as { cooked?: string; raw: string }
    return value.cooked ?? value.raw
  })

const unknownField: Field = { kinds: new Set<Kind>(['unknown']), isNullable: true }
const textField: Field = { kinds: new Set<Kind>(['string']), isNullable: false }

/**
 * Returns the fields of a row type; undefined when the type is no object, because `sql<boolean>` is a fragment and not a statement.
 */
function rowOf(type: Node, scope: Scope, sources: Sources, place: string): Map<string, Field> | undefined {
  switch (type.type) {
    case 'TSTypeLiteral':
      return fieldsOf(list(type['members']), scope, sources)
    case 'TSIntersectionType': {
      const rows = list(type['types']).map((one) => rowOf(one, scope, sources, place))
      return new Map(rows.flatMap((row) => [...(row ?? [])]))
    }
    case 'TSParenthesizedType':
      return isNode(type['typeAnnotation']) ? rowOf(type['typeAnnotation'], scope, sources, place) : undefined
    case 'TSTypeReference':
      return referencedRow(type, scope, sources, place)
    default:
      return undefined
  }
}

function referencedRow(
  type: Node,
  scope: Scope,
  sources: Sources,
  place: string,
): Map<string, Field> | undefined {
  const name = nameOf(type['typeName'])
  if (name === undefined) return qualifiedRow(type, scope, sources, place)
  const given = isNode(type['typeArguments']) ? list(type['typeArguments']['params']) : []
  const [first, second] = given
  if (first && (name === 'Pick' || name === 'Omit') && second) {
    const row = rowOf(first, scope, sources, place)
    const keys = new Set(literalsIn(second))
    return row && new Map([...row].filter(([key]) => keys.has(key) === (name === 'Pick')))
  }
  if (first && (name === 'Partial' || name === 'Readonly')) return rowOf(first, scope, sources, place)
  const found = declarationOf(name, scope, sources)
  if (!found) throw new UnreadableType(`${place}: the type ${name} cannot be read`)
  return declaredRow(found.node, found.scope, sources, place)
}

/** Resolves a qualified type such as `store.OrderRow`. */
function qualifiedRow(type: Node, scope: Scope, sources: Sources, place: string) {
  const qualified = isNode(type['typeName']) ? type['typeName'] : undefined
  const module = nameOf(qualified?.['left'])
  const name = nameOf(qualified?.['right'])
  if (module === 'z' && name === 'infer') return zodRow(type, scope, place)
  const imported = module === undefined ? undefined : scope.imports.get(module)
  const path = imported && pathOf(imported.from, scope.file.path)
  const file = path === undefined ? undefined : sources.parsed(path)
  const found = file && name !== undefined ? declarationOf(name, scopeOf(file), sources) : undefined
  if (!found) throw new UnreadableType(`${place}: the type ${module}.${name} cannot be read`)
  return declaredRow(found.node, found.scope, sources, place)
}

/** Resolves `z.infer<typeof shape>` of a `z.object({…})`. The names are compared; the types are not read. */
function zodRow(type: Node, scope: Scope, place: string): Map<string, Field> {
  const query = [...nodesOf(type)].find((node) => node.type === 'TSTypeQuery')
  const name = nameOf(query?.['exprName'])
  const declared = [...nodesOf(scope.file.program)].find(
    (node) => node.type === 'VariableDeclarator' && name !== undefined && nameOf(node['id']) === name,
  )
  const call = declared && isNode(declared['init']) ? declared['init'] : undefined
  const shape = call?.type === 'CallExpression' ? list(call['arguments'])[0] : undefined
  const keys = list(shape?.['properties']).flatMap((property) => nameOf(property['key']) ?? [])
  if (keys.length === 0) throw new UnreadableType(`${place}: the schema ${name} cannot be read`)
  return new Map(keys.map((key) => [key, unknownField]))
}

function declaredRow(node: Node, scope: Scope, sources: Sources, place: string) {
  if (node.type === 'TSTypeAliasDeclaration')
    return isNode(node['typeAnnotation']) ? rowOf(node['typeAnnotation'], scope, sources, place) : undefined
  const body = isNode(node['body']) ? list(node['body']['body']) : []
  const inherited = list(node['extends']).flatMap((parent) => {
    const reference: Node = {
      type: 'TSTypeReference',
      start: parent.start,
      end: parent.end,
      typeName: parent['expression'],
      typeArguments: parent['typeArguments'] ?? parent['typeParameters'],
    }
    return [...(rowOf(reference, scope, sources, place) ?? [])]
  })
  return new Map([...inherited, ...fieldsOf(body, scope, sources)])
}

function fieldsOf(members: readonly Node[], scope: Scope, sources: Sources): Map<string, Field> {
  const fields = new Map<string, Field>()
  for (const member of members) {
    const name = member.type === 'TSPropertySignature' ? nameOf(member['key']) : undefined
    const annotation = isNode(member['typeAnnotation'])
      ? member['typeAnnotation']['typeAnnotation']
      : undefined
    if (name === undefined || !isNode(annotation)) continue
    const field = fieldOf(annotation, scope, sources)
    fields.set(name, member['optional'] === true ? { ...field, isNullable: true } : field)
  }
  return fields
}

const simple: Readonly<Record<string, Kind>> = {
  TSNumberKeyword: 'number',
  TSStringKeyword: 'string',
  TSBooleanKeyword: 'boolean',
  TSObjectKeyword: 'object',
  TSTypeLiteral: 'object',
  TSArrayType: 'array',
  TSTupleType: 'array',
  TSTemplateLiteralType: 'string',
}

function fieldOf(type: Node, scope: Scope, sources: Sources): Field {
  const kind = simple[type.type]
  if (kind) return { kinds: new Set([kind]), isNullable: false }
  switch (type.type) {
    case 'TSNullKeyword':
    case 'TSUndefinedKeyword':
      return { kinds: new Set(), isNullable: true }
    case 'TSUnionType': {
      const fields = list(type['types']).map((one) => fieldOf(one, scope, sources))
      return {
        kinds: new Set(fields.flatMap(({ kinds }) => [...kinds])),
        isNullable: fields.some(({ isNullable }) => isNullable),
      }
    }
    case 'TSLiteralType':
      return literalField(type)
    case 'TSParenthesizedType':
      return isNode(type['typeAnnotation']) ? fieldOf(type['typeAnnotation'], scope, sources) : unknownField
    case 'TSTypeOperator':
      if (type['operator'] === 'keyof') return textField
      return isNode(type['typeAnnotation']) ? fieldOf(type['typeAnnotation'], scope, sources) : unknownField
    case 'TSIntersectionType':
      return brandedField(list(type['types']), scope, sources)
    case 'TSTypeReference':
      return referencedField(type, scope, sources)
    case 'TSIndexedAccessType':
      return indexedField(type, scope, sources)
    default:
      return unknownField
  }
}

function literalField(type: Node): Field {
  const literal = isNode(type['literal']) ? type['literal'] : undefined
  const value = literal?.['value']
  const kind = typeof value
  const isKind = kind === 'string' || kind === 'number' || kind === 'boolean'
  return isKind ? { kinds: new Set<Kind>([kind]), isNullable: false } : unknownField
}

const namedKinds: Readonly<Record<string, Kind>> = {
  Date: 'Date',
  Array: 'array',
  ReadonlyArray: 'array',
  Record: 'object',
  Buffer: 'object',
  Partial: 'object',
  Pick: 'object',
  Omit: 'object',
}

/** Resolves a branded type such as `number & Brand`. */
function brandedField(types: readonly Node[], scope: Scope, sources: Sources): Field {
  const fields = types.map((one) => fieldOf(one, scope, sources))
  return (
    fields.find(({ kinds }) => !kinds.has('object') && !kinds.has('unknown')) ?? fields[0] ?? unknownField
  )
}

function referencedField(type: Node, scope: Scope, sources: Sources): Field {
  const name = nameOf(type['typeName'])
  if (name === undefined) return schemaField(type, scope, sources)
  const kind = name === undefined ? undefined : namedKinds[name]
  if (kind) return { kinds: new Set([kind]), isNullable: false }
  const found = name === undefined ? undefined : declarationOf(name, scope, sources)
  if (!found) return unknownField
  if (found.node.type === 'TSInterfaceDeclaration')
    return { kinds: new Set<Kind>(['object']), isNullable: false }
  const alias = found.node['typeAnnotation']
  return isNode(alias) ? fieldOf(alias, found.scope, sources) : unknownField
}

const kindsBySchema: Readonly<Record<string, Kind>> = {
  array: 'array',
  boolean: 'boolean',
  enum: 'string',
  int: 'number',
  object: 'object',
  strictObject: 'object',
  string: 'string',
}

/** Resolves `z.infer<typeof schema>` where the schema is one call such as `z.enum(…)`. */
function schemaField(type: Node, scope: Scope, sources: Sources): Field {
  const call = queriedValue(type, scope, sources)?.node
  const maker = call?.type === 'CallExpression' && isNode(call['callee']) ? call['callee'] : undefined
  const kind = kindsBySchema[nameOf(maker?.['property']) ?? '']
  return kind ? { kinds: new Set([kind]), isNullable: false } : unknownField
}

/** Returns the value of the constant in `typeof constant`, in any file. */
function queriedValue(type: Node, scope: Scope, sources: Sources) {
  const query = [...nodesOf(type)].find((node) => node.type === 'TSTypeQuery')
  const name = nameOf(query?.['exprName'])
  return name === undefined ? undefined : declarationOf(name, scope, sources, 'values')
}

/** Resolves `(typeof states)[number]`, where the list contains names. */
function elementField(type: Node, scope: Scope, sources: Sources): Field {
  const value = queriedValue(type, scope, sources)
  if (value?.node.type !== 'ArrayExpression') return unknownField
  const elements = list(value.node['elements'])
  const isText = elements.every(
    (element) => element.type === 'SpreadElement' || nameOf(element) !== undefined,
  )
  return isText ? textField : unknownField
}

/** Resolves an indexed type such as `OrderRow['state']`. */
function indexedField(type: Node, scope: Scope, sources: Sources): Field {
  if (isNode(type['indexType']) && type['indexType'].type === 'TSNumberKeyword')
    return elementField(type, scope, sources)
  const [key] = isNode(type['indexType']) ? literalsIn(type['indexType']) : []
  if (!isNode(type['objectType']) || key === undefined) return unknownField
  try {
    return rowOf(type['objectType'], scope, sources, scope.file.path)?.get(key) ?? unknownField
  } catch (error) {
    if (error instanceof UnreadableType) return unknownField
    throw error
  }
}

const literalsIn = (type: Node): string[] =>
  [...nodesOf(type)].flatMap((node) =>
    node.type === 'Literal' && typeof node['value'] === 'string' ? [node['value']] : [],
  )
