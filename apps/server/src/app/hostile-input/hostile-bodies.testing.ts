/** Generates valid, nearly valid and invalid requests from the product's own OpenAPI document. */
import fc, { type Arbitrary } from 'fast-check'
import type { InjectOptions } from 'fastify'

export type MalformedRequest = Pick<InjectOptions, 'method' | 'headers'> & {
  url: string
  payload?: string | Buffer
}

/** Contains the keywords of JSON Schema that the document uses. */
export interface Schema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  prefixItems?: Schema[]
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
}

export interface Operation {
  operationId: string
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>
}

const deepArray = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
const deepObject = `${'{"x":'.repeat(20_000)}1${'}'.repeat(20_000)}`

/** These JSON values cannot be converted to a string by JavaScript, imitate its own objects, or overflow a recursion. */
const hostileValues = [
  '{"toString":1}',
  '{"toString":null,"valueOf":null}',
  '[{"toString":1}]',
  '{"then":1}',
  '{"toJSON":1}',
  '{"__proto__":{"toString":1}}',
  '{"constructor":{"prototype":{"toString":1}}}',
  deepArray,
  deepObject,
]

const withFields = (names: readonly string[], value: string) =>
  `{${names.map((name) => `${JSON.stringify(name)}:${value}`).join()}}`

/**
 * Sends each hostile value as the whole body and in an unknown field. All calls share the parser and the check for unknown fields,
 * so these bodies need not be sent to every call.
 */
export const sharedHostileBodies: readonly string[] = [
  ...hostileValues,
  ...hostileValues.map((value) => withFields(['x'], value)),
  withFields(['x'.repeat(100_000)], '1'),
]

/** Puts each hostile value into fields named like the path parameters, and into all fields of the call. */
export function ownHostileBodiesFor({ parameters, requestBody }: Operation): string[] {
  const own = Object.keys(requestBody?.content['application/json']?.schema.properties ?? {})
  const inPath = parameters.flatMap(({ name, in: place }) => (place === 'path' ? [name] : []))
  return [
    withFields(['then', 'toString', ...inPath], '{"toString":1}'),
    withFields(own, '{"toString":1}'),
    withFields(own, deepArray),
  ]
}

/** Generates values of a wrong type or in a wrong position. */
const nonsense: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown[]>(
    null,
    true,
    0,
    -1,
    1.5,
    1e300,
    -0,
    2 ** 31,
    2 ** 53,
    '',
    ' ',
    '0',
    'null',
    '\u0000',
    'a\u0000',
    '\ud800',

    "' OR 1=1 --",
    '%_%',
    '../../..',
    '__proto__',
    '\r\nX: y',
    '😀',
    'x'.repeat(5000),
    [],
    {},
    [[]],
    [null],
    { $gt: '' },
    { toString: 1 },
    { valueOf: null, toString: null },
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.double(),
)

/** The server checks these fields first, so a valid value is needed to reach the code behind the check. */
const meaningful: Readonly<Record<string, Arbitrary<unknown>>> = {
  email: fc.integer({ min: 0, max: 500 }).map((number) => `p${number}@apogee.test`),
  businessEmail: fc.constant('hello@orbit.test'),
  password: fc.constantFrom('Apogee-Test-1', 'abcdefg1', 'wrong'),
  purchaseId: fc.string({ unit: fc.constantFrom(...'AZaz09_-'), minLength: 16, maxLength: 64 }),
}

/** Returns possible ids for a parameter, so that many of the requests find an object. */
export type Ids = (name: string) => Arbitrary<number>

function valueOf(schema: Schema, name: string, known: Ids): Arbitrary<unknown> {
  const right = rightValueOf(schema, name, known)
  return fc.oneof({ weight: 30, arbitrary: right }, { weight: 1, arbitrary: nonsense })
}

function rightValueOf(schema: Schema, name: string, known: Ids): Arbitrary<unknown> {
  const special = meaningful[name]
  if (special) return special
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valueOf(one, name, known)))
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => rightValueOf({ ...schema, type }, name, known)))
  }
  switch (schema.type) {
    case 'integer':
    case 'number':
      return isId(name) ? known(name) : numberOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return arrayOf(schema, name, known)
    case 'object':
      return objectOf(schema, known)
    default:
      return textOf(schema, name, known)
  }
}

const isId = (name: string) => /ids?$|createdBy|account|^document$/i.test(name)

/** Generates numbers around each limit and anywhere between. */
function numberOf({ type, minimum, exclusiveMinimum, maximum }: Schema): Arbitrary<number> {
  const low = Math.max(minimum ?? exclusiveMinimum ?? 0, -1e9)
  const high = Math.min(maximum ?? 1e9, 1e9)
  const edges = fc.constantFrom(low - 1, low, low + 1, high - 1, high, high + 1)
  return type === 'integer'
    ? fc.oneof({ weight: 4, arbitrary: fc.integer({ min: low, max: high }) }, edges)
    : fc.oneof({ weight: 4, arbitrary: fc.double({ min: low, max: high, noNaN: true }) }, edges)
}

function textOf(
  { pattern, format, minLength = 0, maxLength }: Schema,
  name: string,
  known: Ids,
): Arbitrary<string> {
  if (format === 'date-time') {
    const min = new Date('2000-01-01')
    return fc
      .date({ min, max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString())
  }
  if (pattern !== undefined)
    return isId(name) ? known(name).map(String) : fc.stringMatching(new RegExp(pattern))
  const words = fc.constantFrom(
    'Orbits',
    'a b',
    'Kuala Lumpur',
    '1',
    '<b>x</b>',
    '=1+1',
    'ünï',
    '50%',
    '\u202e',
  )
  const near = fc.constantFrom(minLength - 1, minLength, maxLength ?? 50, (maxLength ?? 50) + 1)
  return fc.oneof(
    words,
    near.map((length) => 'x'.repeat(Math.max(0, length))),
    fc.string({ unit: 'binary' }),
  )
}

function arrayOf(schema: Schema, name: string, known: Ids): Arbitrary<unknown[]> {
  if (schema.prefixItems) return fc.tuple(...schema.prefixItems.map((item) => valueOf(item, name, known)))
  return fc.array(valueOf(schema.items ?? {}, name.replace(/s$/, ''), known), { maxLength: 4 })
}

/** Generates objects whose fields may be missing, of another type, or additional. */
function objectOf(
  { properties = {}, required = [] }: Schema,
  known: Ids,
): Arbitrary<Record<string, unknown>> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      fc.option(valueOf(schema, name, known), { nil: undefined, freq: required.includes(name) ? 40 : 1 }),
    ]),
  )
  const more = fc.constantFrom(
    {},
    {},
    {},
    { role: 'superadmin', id: 1, price_cents: 1, businessId: 1, state: 'paid' },
    { x: { toString: 1 } },
  )
  return fc.tuple(fc.record(fields), more).map(([given, extra]) => ({ ...extra, ...given }))
}

const headers = { 'content-type': 'application/json' }

export function requestOf(
  method: string,
  path: string,
  { parameters, requestBody }: Operation,
  known: Ids,
): Arbitrary<MalformedRequest> {
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const body = requestBody?.content['application/json']?.schema
  const texts = (list: typeof parameters) =>
    fc.tuple(...list.map(({ name, schema }) => valueOf(schema, name, known).map(textIn)))
  return fc
    .record({
      params: texts(inPath),
      query: texts(inQuery),
      asked: fc.subarray(inQuery.map((_, place) => place)),
      body: body
        ? valueOf(body, 'body', known).map((value) => JSON.stringify(value) ?? '')
        : fc.constant(undefined),
    })
    .map(({ params, query, asked, body: payload }) => {
      const filled = inPath.reduce(
        (url, { name }, place) => url.replace(`{${name}}`, encodeURIComponent(params[place] ?? '') || '%20'),
        path,
      )
      const search = asked
        .map((place) => `${inQuery[place]?.name ?? ''}=${encodeURIComponent(query[place] ?? '')}`)
        .join('&')
      return {
        method: method.toUpperCase() as 'GET',
        url: search ? `${filled}?${search}` : filled,
        ...(payload !== undefined && { payload, headers }),
      }
    })
}

/**
 * Writes a value into a URL as a careless client would. Half a surrogate pair is replaced, because `encodeURIComponent` throws for
 * it.
 */
function textIn(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.toWellFormed()
}
