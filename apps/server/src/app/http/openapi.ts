/** Generates OpenAPI 3.1 from the contract. */
import { endpoints } from '@apogee/contracts/endpoints.ts'
import type { AnyEndpoint } from '@apogee/contracts/endpoint.ts'
import { refusals } from '@apogee/contracts/refusals.ts'
import { scopes } from '@apogee/contracts/scopes.ts'
import type { RouteName } from '@apogee/contracts/routes.ts'
import * as z from 'zod/mini'
import { precompress, type PrecompressedResponse } from '#server/platform/resources/precompressed-response.ts'

type JsonSchema = Record<string, unknown>

/** Contains recursive schemas by the name under which other schemas refer to them. */
const recursive: Record<string, unknown> = {}

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...whole } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  })
  const moved = JSON.stringify(whole).replaceAll('"#/$defs/', '"#/components/schemas/')
  const { $defs = {}, ...rest } = JSON.parse(moved) as JsonSchema & { $defs?: JsonSchema }
  Object.assign(recursive, $defs)
  return rest
}

let document: PrecompressedResponse | undefined

/** Returns the document as bytes with an ETag. A release has one document, so it is generated once. */
export function openApiBytes(): PrecompressedResponse {
  document ??= precompress(JSON.stringify(openApiDocument()))
  return document
}

export function openApiDocument(): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const name of Object.keys(endpoints) as RouteName[]) {
    const [method, path] = endpoints[name].call.split(' ') as [string, string]
    const url = `/api${path.replace(/:(\w+)/g, '{$1}')}`
    paths[url] = { ...paths[url], [method.toLowerCase()]: operation(name, endpoints[name]) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Apogee', version: '1', description: 'Every call of the Apogee course platform.' },
    components: {
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of a session, from POST /auth/login.',
        },
        apiToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'apg_…',
          description: `An API token; it opens the calls of its scopes: ${scopes.join(', ')}.`,
        },
      },
      schemas: { ...recursive, Failure: failureSchema() },
    },
    servers: [{ url: '/' }],
    paths,
  }
}

function operation(name: RouteName, schemas: AnyEndpoint): object {
  const failures = [...new Set((schemas.refusals ?? []).map((code) => refusals[code].status))]
  return {
    operationId: name,
    summary: schemas.summary,
    description: [accessInWords(schemas.access), scopeInWords(schemas.scope)].join(' '),
    security: securityOf(schemas),
    parameters: [...parameters(schemas.params, 'path'), ...parameters(schemas.query, 'query')],
    ...requestBody(schemas),
    responses: {
      [schemas.status ?? 200]: {
        description: 'Success',
        content: answerContent(schemas),
      },
      ...Object.fromEntries(failures.map((status) => [status, failureAnswer()])),
      default: failureAnswer(),
    },
  }
}

/** Returns which credentials a call accepts. Any one of them is sufficient; `{}` means that the call needs none. */
function securityOf({ access, scope }: AnyEndpoint): object[] {
  return [
    ...(access.kind === 'open' ? [{}] : []),
    { session: [] },
    ...(scope === undefined ? [] : [{ apiToken: [scope] }]),
  ]
}

const scopeInWords = (scope: AnyEndpoint['scope']): string =>
  scope === undefined ? 'Closed to API tokens.' : `API tokens need the scope ${scope}.`

/** Describes an access rule by the capabilities that docs/security.md lists. */
function accessInWords(rule: AnyEndpoint['access']): string {
  if (rule.kind === 'open') return 'Open to everybody.'
  const capability = typeof rule.capability === 'function' ? 'that depends on the request' : rule.capability
  const conditions = [
    rule.self && 'ids of people must be the caller’s own',
    rule.kind === 'course' && rule.otherwise && `or the caller needs ${rule.otherwise}`,
    rule.kind === 'role' && rule.sellersOnly && 'instructors of a business are refused',
    rule.kind === 'role' && rule.fresh === true && 'needs a fresh proof of identity',
    rule.kind === 'role' && rule.fresh && rule.fresh !== true && 'may need a fresh proof of identity',
  ]
  return [`Capability ${capability}`, ...conditions.filter(Boolean)].join('; ') + '.'
}

function answerContent({ gives, answer }: AnyEndpoint): object {
  if (gives === 'csv') return { 'text/csv': { schema: { type: 'string' } } }
  if (gives === 'calendar') return { 'text/calendar': { schema: { type: 'string' } } }
  if (gives === 'pdf') return { 'application/pdf': { schema: { type: 'string', format: 'binary' } } }
  return { 'application/json': { schema: jsonSchema(answer, 'output') } }
}

function requestBody(schemas: AnyEndpoint): object {
  if (schemas.accepts === 'multipart') {
    const file = {
      type: 'object',
      properties: { file: { type: 'string', format: 'binary' } },
      required: ['file'],
    }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: file } } } }
  }
  if (!schemas.body) return {}
  return { requestBody: { content: { 'application/json': { schema: jsonSchema(schemas.body, 'input') } } } }
}

function parameters(schema: z.core.$ZodType | undefined, place: 'path' | 'query'): object[] {
  if (!schema) return []
  const { properties, required } = jsonSchema(schema, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (required ?? []).includes(name),
    schema: property,
  }))
}

const failureAnswer = () => ({
  description: 'Refused',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
})

function failureSchema(): object {
  return {
    type: 'object',
    required: ['success', 'error', 'errorCode'],
    properties: {
      success: { const: false },
      error: { type: 'string' },
      errorCode: { enum: Object.keys(refusals) },
      requestId: { type: 'string' },
      conflict: { type: 'object' },
      limit: { type: 'object' },
      quote: { type: 'object' },
      courseId: { type: 'integer' },
      issues: {
        type: 'array',
        items: {
          type: 'object',
          required: ['path', 'message'],
          properties: { path: { type: 'string' }, message: { type: 'string' } },
        },
      },
    },
  }
}
