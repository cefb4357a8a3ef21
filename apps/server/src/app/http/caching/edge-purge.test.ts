import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { allowSharedCaching } from './edge-caching.ts'
import { EdgePurge, type PurgeForm } from './edge-purge.ts'
import { startTestApp, type TestApp, type TestPerson } from '../../testing.ts'

let server: TestApp
let teacher: TestPerson
let cdn: Server
let asked: { headers: IncomingHttpHeaders; body: string }[] = []
let refusals = 0
const running: EdgePurge[] = []

beforeAll(async () => {
  server = await startTestApp({
    payments: unusedPayments,
    addFirstHooks: (app) => allowSharedCaching(app, 3600),
  })
  teacher = await server.person('instructor')
  cdn = createServer((request, response) => {
    void text(request).then((body) => {
      asked.push({ headers: request.headers, body })
      response.writeHead(refusals-- > 0 ? 429 : 200).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(cdn, 'listening')
})
beforeEach(() => {
  asked = []
  refusals = 0
})
afterEach(async () => {
  for (const purge of running.splice(0)) await purge.stop()
})
afterAll(async () => {
  cdn.close()
  await server.stop()
})

function purgeOf({ form = 'cloudflare', waitMs = 5 }: { form?: PurgeForm; waitMs?: number } = {}): EdgePurge {
  const address = cdn.address()
  if (!address || typeof address === 'string') throw new Error('The CDN has no port')
  const purge = new EdgePurge({
    url: `http://127.0.0.1:${address.port}/purge`,
    token: 'purge-token',
    form,
    waitMs,
    pauseMs: 5,
    log: pino({ level: 'silent' }),
  })
  running.push(purge)
  return purge
}

const removed = (): string[] => asked.flatMap(({ body }) => (JSON.parse(body) as { tags: string[] }).tags)

async function newCourse(title: string): Promise<number> {
  const { body } = await server.call('createCourse', {
    as: teacher,
    body: { title, description: 'A course' },
  })
  return body.data.id
}

test('a change removes the pages of its course and the lists, and nothing else', async () => {
  const [changed, other] = [await newCourse('Changed'), await newCourse('Left alone')]
  purgeOf().start(server.database)
  await expect.poll(removed).toEqual(['apogee'])
  await server.call('updateCourse', { as: teacher, params: { id: changed }, body: { price: 4900 } })
  await expect.poll(removed).toContain(`course-${changed}`)
  const { status } = await server.call('createContent', {
    as: teacher,
    body: { courseId: other, title: 'A module' },
  })
  expect(status).toBe(201)
  await expect.poll(removed).toContain(`course-${other}`)
  expect(new Set(removed())).toEqual(new Set(['apogee', 'lists', `course-${changed}`, `course-${other}`]))
})

test('a purchase removes nothing: its numbers may be as old as the copy', async () => {
  const course = await newCourse('Taken')
  const learner = await server.person()
  purgeOf().start(server.database)
  await expect.poll(removed).toEqual(['apogee'])
  await server.call('enroll', { as: learner, params: { courseId: course }, body: {} })
  await server.call('updateCourse', { as: teacher, params: { id: course }, body: { price: 100 } })
  await expect.poll(removed).toEqual(['apogee', 'lists', `course-${course}`])
})

test('a refused request is repeated with all tags', async () => {
  refusals = 2
  const purge = purgeOf()
  purge.note('7,8')
  await expect.poll(() => asked.length).toBe(3)
  expect(asked[2]?.body).toBe(JSON.stringify({ tags: ['lists', 'course-7', 'course-8'] }))
  expect(asked[2]?.headers.authorization).toBe('Bearer purge-token')
})

test('many courses are removed in several requests', async () => {
  const ids = Array.from({ length: 70 }, (_, nth) => nth + 1)
  purgeOf().note(ids.join(','))
  await expect.poll(() => removed().length).toBe(71)
  expect(asked).toHaveLength(3)
  expect(new Set(removed())).toEqual(new Set(['lists', ...ids.map((id) => `course-${id}`)]))
})

test('Fastly gets the tags as surrogate keys', async () => {
  purgeOf({ form: 'fastly' }).note('7')
  await expect.poll(() => asked.length).toBe(1)
  expect(asked[0]?.headers).toMatchObject({ 'surrogate-key': 'lists course-7', 'fastly-key': 'purge-token' })
})

test('purges that are due are sent before the process stops', async () => {
  const purge = purgeOf({ waitMs: 60_000 })
  purge.note('7')
  await purge.stop()
  expect(removed()).toEqual(['lists', 'course-7'])
})

test('a statement that changes more than a hundred courses names none of them', async () => {
  const course = await newCourse('Copied')
  await sql`
    INSERT INTO courses (seller_id, created_by, instructor_id, title, description)
    SELECT seller_id, created_by, instructor_id, title || n, '' FROM courses, generate_series(1, 101) n WHERE id = ${course}`.execute(
    server.database.kysely,
  )
  purgeOf().start(server.database)
  await expect.poll(removed).toEqual(['apogee'])
  await sql`UPDATE courses SET subtitle = 'New' WHERE title LIKE 'Copied%'`.execute(server.database.kysely)
  await expect.poll(removed).toEqual(['apogee', 'apogee'])
})

test('answers that shared caches keep name what they are about', async () => {
  const { headers } = await server.app.inject({ url: '/api/courses' })
  expect(headers).toMatchObject({ 'cache-tag': 'apogee,lists', 'surrogate-key': 'apogee lists' })
  const own = await server.app.inject({
    url: '/api/courses',
    headers: { authorization: `Bearer ${teacher.token}` },
  })
  expect(own.headers['cache-tag']).toBeUndefined()
})
