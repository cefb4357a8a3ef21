/** Tests that the OpenAPI document is complete, structurally valid, and consistent with the mounted routes. */
import type { AnyEndpoint } from '@apogee/contracts/endpoint.ts'
import { endpoints } from '@apogee/contracts/endpoints.ts'
import { routes, type RouteName } from '@apogee/contracts/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, type TestApp } from '../testing.ts'

interface Document {
  openapi: string
  info: Record<string, unknown>
  components: { securitySchemes: Record<string, unknown>; schemas: Record<string, unknown> }
  paths: Record<string, Record<string, Operation>>
}
interface Operation {
  operationId: string
  summary: string
  security?: Record<string, unknown>[]
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { description: string; content: Record<string, { schema: object }> }>
}

let server: TestApp
let document: Document
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  const answer = await server.app.inject('/api/openapi.json')
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  document = answer.json<Document>()
})
afterAll(() => server.stop())

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

test('the document is OpenAPI 3.1 with every call of the contract under its own name', () => {
  expect(document.openapi).toMatch(/^3\.1\.\d+$/)
  expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) })
  const listed = operations().map(({ path, method, operation }) => [
    operation.operationId,
    `${method.toUpperCase()} ${path.replace(/^\/api/, '').replace(/\{(\w+)\}/g, ':$1')}`,
  ])
  expect(Object.fromEntries(listed)).toEqual(routes)
  expect(listed).toHaveLength(Object.keys(routes).length)
})

test('each path declares exactly its parameters, all required', () => {
  for (const { path, operation } of operations()) {
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
    expect(inPath.map(({ name }) => name)).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    expect(inPath.every(({ required }) => required)).toBe(true)
    const names = operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`)
    expect(new Set(names).size).toBe(names.length)
    expect(operation.parameters.every((parameter) => ['path', 'query'].includes(parameter.in))).toBe(true)
  }
})

const files: Record<string, string> = {
  downloadExport: 'text/csv',
  downloadCertificate: 'application/pdf',
  downloadGiftCard: 'application/pdf',
  downloadInvoice: 'application/pdf',
  readCalendar: 'text/calendar',
  downloadReceipt: 'application/pdf',
  downloadSstReturn: 'application/pdf',
}

test('each call declares one success and its refusals', () => {
  for (const { operation, method } of operations()) {
    const statuses = Object.keys(operation.responses)
    expect(statuses.filter((status) => status.startsWith('2'))).toHaveLength(1)
    expect(statuses).toContain('default')
    for (const [status, { description, content }] of Object.entries(operation.responses)) {
      expect(description).toMatch(/\S/)
      // The answer is a file and not JSON, but its refusals are JSON.
      const file = status === '200' ? files[operation.operationId] : undefined
      expect(Object.keys(content)).toEqual([file ?? 'application/json'])
    }
    expect(operation.summary).toMatch(/\S/)
    if (method === 'get' || method === 'delete') expect(operation.requestBody).toBeUndefined()
    for (const requirement of operation.security ?? []) {
      for (const name of Object.keys(requirement))
        expect(document.components.securitySchemes).toHaveProperty(name)
    }
  }
})

test('each call names the scope of the contract, and the document can be cached by its tag', async () => {
  for (const { operation } of operations()) {
    const { scope, access }: AnyEndpoint = endpoints[operation.operationId as RouteName]
    const schemes = (operation.security ?? []).map((one) => Object.entries(one))
    const expected = [
      ...(access.kind === 'open' ? [[]] : []),
      [['session', []]],
      ...(scope ? [[['apiToken', [scope]]]] : []),
    ]
    expect(schemes).toEqual(expected)
  }
  const first = await server.app.inject('/api/openapi.json')
  const { etag } = first.headers
  expect(first.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  const again = await server.app.inject({
    url: '/api/openapi.json',
    headers: { 'if-none-match': String(etag) },
  })
  expect(again.statusCode).toBe(304)
})

const types = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'])

/** Returns the problems of a JSON Schema, including its nested schemas. */
function problemsIn(schema: unknown, place: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [`${place} is no schema`]
  const { type, properties, required, items, anyOf, pattern, $ref } = schema as Record<string, unknown>
  const problems: string[] = []
  const named = type === undefined ? [] : [type].flat().map(String)
  if (!named.every((one) => types.has(one))) problems.push(`${place}: unknown type`)
  if (type === 'array' && items === undefined && !('prefixItems' in schema))
    problems.push(`${place}: of what?`)
  if (pattern !== undefined && typeof pattern === 'string') new RegExp(pattern, 'u')
  if (typeof $ref === 'string') {
    const name = $ref.match(/^#\/components\/schemas\/(\w+)$/)?.[1]
    if (name === undefined || !(name in document.components.schemas))
      problems.push(`${place}: ${$ref} leads nowhere`)
  }
  const fields = Object.entries((properties ?? {}) as Record<string, unknown>)
  for (const name of (required ?? []) as string[]) {
    if (!fields.some(([field]) => field === name)) problems.push(`${place}: required ${name} is no property`)
  }
  return [
    ...problems,
    ...fields.flatMap(([name, field]) => problemsIn(field, `${place}.${name}`)),
    ...(items === undefined || items === false ? [] : problemsIn(items, `${place}[]`)),
    ...((anyOf ?? []) as unknown[]).flatMap((one) => problemsIn(one, place)),
  ]
}

test('each schema in the document is valid, and each reference resolves', () => {
  const problems = operations().flatMap(({ operation }) => [
    ...operation.parameters.flatMap(({ name, schema }) =>
      problemsIn(schema, `${operation.operationId} ${name}`),
    ),
    ...Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) =>
      problemsIn(schema, `${operation.operationId} body`),
    ),
    ...Object.entries(operation.responses).flatMap(([status, { content }]) =>
      problemsIn(Object.values(content)[0]?.schema, `${operation.operationId} ${status}`),
    ),
  ])
  expect(problems).toEqual([])
  expect(
    Object.entries(document.components.schemas).flatMap(([name, schema]) => problemsIn(schema, name)),
  ).toEqual([])
})

/**
 * These lists are bounded: a hundred sessions, twenty passkeys, two linked providers, receipts of one purchase, five attempts under
 * way, the twenty courses of a search for prerequisites, and a hundred packages with troubles. The others have the length that the
 * front pages show.
 */
const onePage = new Set([
  'listSessions',
  'listPasskeys',
  'listIdentities',
  'listConsents',
  'listReceipts',
  'listWebhooks',
  'countCourses',
  'countInbox',
  'featuredInstructors',
  'featuredGroups',
  'listOpenAttempts',
  'listPrerequisiteChoices',
  'listPackageTroubles',
])

/** These lists join several tables by time, and are read from a cursor on. */
const withoutNumberedPages = new Set(['listPersonEvents', 'listExpectedPeople', 'listInbox'])

test('every list is paged: limit, cursor and page go in, total and nextCursor come out', () => {
  const lists = operations().filter(({ operation }) =>
    Object.values(operation.responses).some(({ content }) => {
      const schema = content['application/json']?.schema as
        | { properties?: { data?: { type?: string } } }
        | undefined
      return schema?.properties?.data?.type === 'array'
    }),
  )
  expect(lists.length).toBeGreaterThan(6)
  for (const { operation } of lists) {
    if (onePage.has(operation.operationId)) continue
    const asked = operation.parameters.map(({ name }) => name)
    expect({ call: operation.operationId, asked }).toEqual({
      call: operation.operationId,
      asked: expect.arrayContaining([
        'limit',
        'cursor',
        ...(withoutNumberedPages.has(operation.operationId) ? [] : ['page']),
      ]),
    })
  }
})
