/**
 * Tests that a client that knows only `/api/openapi.json` can buy and study. A validator accepts the document, and each request and
 * answer is compared with its schema.
 */
import type { AddressInfo } from 'node:net'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
// oxlint-disable-next-line no-restricted-imports -- zod/mini reads no JSON Schema, and no browser loads a test
import * as z from 'zod'
import { startShop, type Shop } from '#server/features/sales/sales.testing.ts'
import { makeCourse } from '../testing-courses.ts'
import { testPassword } from '../testing.ts'

interface Operation {
  operationId: string
  parameters: { name: string; in: 'path' | 'query'; required: boolean }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { content: Record<string, { schema: object }> }>
}
interface Description {
  components: { schemas: Record<string, object> }
  paths: Record<string, Record<string, Operation>>
}
interface Sent {
  path?: Record<string, string | number>
  query?: Record<string, string | number>
  body?: object
  token?: string
}
type Answer = { status: number; body: Record<string, unknown> & { data?: never } }

let shop: Shop
let origin: string
let client: DescribedClient
beforeAll(async () => {
  shop = await startShop()
  await shop.server.app.listen({ host: '127.0.0.1', port: 0 })
  origin = `http://127.0.0.1:${(shop.server.app.server.address() as AddressInfo).port}`
  const response = await fetch(`${origin}/api/openapi.json`)
  client = new DescribedClient(origin, (await response.json()) as Description)
})
afterAll(() => shop.server.stop())

class DescribedClient {
  readonly #origin: string
  readonly #schemas: Record<string, object>
  readonly #operations = new Map<string, Operation & { method: string; path: string }>()

  constructor(origin: string, { paths, components }: Description) {
    this.#origin = origin
    this.#schemas = components.schemas
    for (const [path, methods] of Object.entries(paths))
      for (const [method, operation] of Object.entries(methods))
        this.#operations.set(operation.operationId, { ...operation, method, path })
  }

  async ask(operationId: string, sent: Sent = {}): Promise<Answer> {
    const operation = this.#operations.get(operationId)
    if (!operation) throw new Error(`${operationId} is not described`)
    const described = operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`)
    for (const place of ['path', 'query'] as const)
      for (const name of Object.keys(sent[place] ?? {})) expect(described).toContain(`${place} ${name}`)
    const schema = operation.requestBody?.content['application/json']?.schema
    if (sent.body) this.#expectToMatch(`${operationId} body`, schema, sent.body)
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => String(sent.path?.[name]))
    const query = new URLSearchParams()
    for (const [key, value] of Object.entries(sent.query ?? {})) query.set(key, String(value))
    const response = await fetch(`${this.#origin}${path}?${query.toString()}`, {
      method: operation.method.toUpperCase(),
      headers: {
        ...(sent.token && { authorization: `Bearer ${sent.token}` }),
        ...(sent.body && { 'content-type': 'application/json' }),
      },
      ...(sent.body && { body: JSON.stringify(sent.body) }),
    })
    const body = (await response.json()) as Answer['body']
    const described200 = operation.responses[response.status] ?? operation.responses['default']
    this.#expectToMatch(
      `${operationId} ${response.status}`,
      described200?.content['application/json']?.schema,
      body,
    )
    return { status: response.status, body }
  }

  #expectToMatch(what: string, schema: object | undefined, value: unknown): void {
    const whole = JSON.stringify({ ...schema, $defs: this.#schemas }).replaceAll(
      '#/components/schemas/',
      '#/$defs/',
    )
    const result = z
      .fromJSONSchema(JSON.parse(whole) as Parameters<typeof z.fromJSONSchema>[0])
      .safeParse(value)
    expect(result.success ? [] : [what, result.error.issues]).toEqual([])
  }
}

const dataOf = <T>({ body }: Answer): T => body.data as T

test('a validator of OpenAPI 3.1 accepts the document', async () => {
  const document = (await (await fetch(`${origin}/api/openapi.json`)).json()) as Record<string, unknown>
  const validator = new Validator()
  const { valid, errors } = await validator.validate(document)
  expect(valid ? [] : errors).toEqual([])
  expect(validator.version).toBe('3.1')
})

test('a person who knows only the document registers, buys, studies and finishes a course', async () => {
  const course = await makeCourse(shop.server.database, {
    owner: shop.seller,
    title: 'Orbital mechanics',
    priceCents: 14_900,
    contents: [{ resources: [{ type: 'video' }, { type: 'video' }] }],
  })
  const email = 'described@apogee.test'
  const registered = await client.ask('register', { body: { name: 'Aisyah', email, password: testPassword } })
  expect(registered.status).toBe(201)
  const signedIn = await client.ask('login', { body: { email, password: testPassword } })
  const { token, user } = dataOf<{ token: string; user: { id: number } }>(signedIn)

  const listed = await client.ask('listCourses', { query: { search: 'Orbital', limit: 5 } })
  expect(dataOf<{ id: number }[]>(listed).map(({ id }) => id)).toContain(course.id)
  const sales = await client.ask('courseSales', { path: { courseId: course.id }, token })
  expect(sales.status).toBe(200)

  const refused = await client.ask('payForCourse', { body: { courseId: course.id } })
  expect(refused).toMatchObject({ status: 401, body: { errorCode: 'UNAUTHENTICATED' } })
  const bought = await client.ask('payForCart', {
    body: { courseIds: [course.id], customerInfo: shop.customer },
    token,
  })
  expect(bought.status).toBe(201)
  const purchase = shop.purchaseIn(String(bought.body['payment_url']))
  await shop.pay(purchase)
  await shop.deliver(purchase)
  await shop.runJobs()
  const id = String(bought.body['payment_id'])
  expect((await client.ask('checkPayment', { path: { purchaseId: id } })).body['status']).toBe('paid')
  expect((await client.ask('readPayment', { path: { id }, token })).status).toBe(200)
  expect((await client.ask('paymentHistory', { path: { userId: user.id }, token })).status).toBe(200)
  expect((await client.ask('listReceipts', { path: { id }, token })).status).toBe(200)

  await study(token, user.id, course.id)
})

async function study(token: string, userId: number, courseId: number): Promise<void> {
  const mine = await client.ask('listEnrolledCourses', { query: { userId }, token })
  expect(dataOf<{ id: number }[]>(mine).map(({ id }) => id)).toEqual([courseId])
  const modules = dataOf<{ id: number }[]>(
    await client.ask('listCourseContents', { path: { courseId }, token }),
  )
  for (const { id: contentId } of modules) {
    const lessons = dataOf<{ id: number }[]>(
      await client.ask('listContentResources', { path: { contentId }, token }),
    )
    for (const { id } of lessons) {
      const saved = await client.ask('saveResourceProgress', { path: { id }, body: { position: 3 }, token })
      expect(saved.status).toBe(200)
    }
    const body = { courseContentId: contentId, completed: true }
    expect((await client.ask('saveLessonProgress', { body, token })).status).toBe(200)
  }
  await shop.runJobs()
  expect((await client.ask('courseProgress', { path: { courseId, userId }, token })).status).toBe(200)
  const [certificate] = dataOf<{ id: string }[]>(await client.ask('listCertificates', { token }))
  expect((await client.ask('readCertificate', { path: { id: String(certificate?.id) } })).status).toBe(200)
  const review = { rating: 5 }
  expect((await client.ask('saveReview', { path: { courseId }, body: review, token })).status).toBe(200)
  expect((await client.ask('readAchievements', { token })).status).toBe(200)
  expect((await client.ask('listNotifications', { token })).status).toBe(200)
  expect((await client.ask('verifySession', { body: {}, token })).status).toBe(200)
  expect((await client.ask('logout', { token })).status).toBe(200)
  expect((await client.ask('listSessions', { token })).body['errorCode']).toBe('UNAUTHENTICATED')
}
