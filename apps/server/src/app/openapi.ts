/** OpenAPI 3.1 from the contract: nothing in it is written by hand twice. */
import { endpoints } from '@apogee/contracts/endpoints.ts'
import type { EndpointSchemas } from '@apogee/contracts/endpoint.ts'
import { refusals } from '@apogee/contracts/refusals.ts'
import { routes, type RouteName } from '@apogee/contracts/routes.ts'
import * as z from 'zod/mini'
import { accessRules } from '#server/policy/access.ts'

type JsonSchema = Record<string, unknown>

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  })
  return rest
}

let document: object | undefined

export function openApiDocument(): object {
  document ??= describe()
  return document
}

function describe(): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const name of Object.keys(routes) as RouteName[]) {
    const [method, path] = routes[name].split(' ') as [string, string]
    const url = `/api${path.replace(/:(\w+)/g, '{$1}')}`
    paths[url] = { ...paths[url], [method.toLowerCase()]: operation(name, endpoints[name]) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Apogee', version: '1', description: 'Every call of the Apogee course platform.' },
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      schemas: { Failure: failureSchema() },
    },
    paths,
  }
}

function operation(name: RouteName, schemas: EndpointSchemas): object {
  const needsSession = accessRules[name].kind !== 'open'
  const failures = [...new Set((schemas.refusals ?? []).map((code) => refusals[code].status))]
  return {
    operationId: name,
    summary: schemas.summary,
    ...(needsSession && { security: [{ session: [] }] }),
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

function answerContent({ gives, answer }: EndpointSchemas): object {
  if (gives === 'csv') return { 'text/csv': { schema: { type: 'string' } } }
  if (gives === 'pdf') return { 'application/pdf': { schema: { type: 'string', format: 'binary' } } }
  return { 'application/json': { schema: jsonSchema(answer, 'output') } }
}

function requestBody(schemas: EndpointSchemas): object {
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
