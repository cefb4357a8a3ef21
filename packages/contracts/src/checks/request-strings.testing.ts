/** Lists every text in the contract's requests, for tests that check each one. */
import type * as z from 'zod/mini'
import type { AnyEndpoint } from '../endpoint.ts'
import { endpoints } from '../endpoints.ts'

type Schema = z.core.$ZodType

interface Definition {
  type: string
  checks?: readonly z.core.$ZodCheck[]
  shape?: Readonly<Record<string, Schema>>
  catchall?: Schema
  element?: Schema
  items?: readonly Schema[]
  options?: readonly Schema[]
  innerType?: Schema
  in?: Schema
  out?: Schema
  keyType?: Schema
  valueType?: Schema
  getter?: () => Schema
}

export interface RequestString {
  /** The path has the form `createCourse body.title`. `[]` stands for an entry of a list, `{}` for a key of a record. */
  path: string
  schema: Schema
  checks: readonly z.core.$ZodCheck[]
}

/** These schema types contain no text. An enum or a literal compares with its values. */
const withoutText = new Set([
  'enum',
  'literal',
  'int',
  'number',
  'boolean',
  'null',
  'never',
  'unknown',
  'transform',
  'custom',
])

export function requestStrings(): RequestString[] {
  return Object.entries<AnyEndpoint>(endpoints).flatMap(([name, entry]) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = entry[part]
      return schema ? stringsIn(schema, `${name} ${part}`, new Set()) : []
    }),
  )
}

function stringsIn(schema: Schema, path: string, above: ReadonlySet<Schema>): RequestString[] {
  if (above.has(schema)) return []
  const definition: Definition = schema._zod.def
  if (definition.type === 'string') return [{ path, schema, checks: definition.checks ?? [] }]
  if (withoutText.has(definition.type)) return []
  const parts = partsOf(definition)
  if (parts.length === 0 && definition.type !== 'object')
    throw new Error(`${path}: a schema of the type ${definition.type}`)
  const inside = new Set([...above, schema])
  return parts.flatMap(([name, part]) => stringsIn(part, path + name, inside))
}

function partsOf(definition: Definition): [name: string, part: Schema][] {
  const named = Object.entries(definition.shape ?? {}).map(([name, part]): [string, Schema] => [
    `.${name}`,
    part,
  ])
  const listed = [...(definition.items ?? []), ...(definition.options ?? [])]
  const others: [string, Schema | undefined][] = [
    ['.*', definition.catchall],
    ['[]', definition.element],
    ['', definition.innerType],
    ['', definition.in],
    ['', definition.out],
    ['{}', definition.keyType],
    ['.*', definition.valueType],
    ['', definition.getter?.()],
  ]
  return [
    ...named,
    ...listed.map((part): [string, Schema] => ['', part]),
    ...others.flatMap(([name, part]): [string, Schema][] => (part ? [[name, part]] : [])),
  ]
}
