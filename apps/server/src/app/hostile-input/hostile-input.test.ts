/** Tests that malformed requests are refused quickly, with a code and without internal details. */
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  endpointOf,
  json,
  startHostileInputServer,
  type HostileCall,
  type HostileInputServer,
} from './hostile-input.testing.ts'
import type { TestPerson } from '../testing.ts'

let hostile: HostileInputServer
beforeAll(async () => {
  hostile = await startHostileInputServer()
})
afterAll(() => hostile.school.server.stop())

const oddValues: unknown[] = [
  null,
  0,
  -1,
  1.5,
  1e21,
  Number.MAX_SAFE_INTEGER + 2,
  2 ** 31,
  true,
  false,
  '',
  ' ',
  '1',
  'abc',

  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff@y.zz',
  '😀'.repeat(300),
  'x\r\nSet-Cookie: a=1',
  '%_%',
  '../../etc/passwd',

  "'; DROP TABLE users; --",
  '<script>alert(1)</script>',
  '=HYPERLINK("x")',
  'javascript:alert(1)',
  '//evil.example/x',

  'file:///etc/passwd',
  'http://169.254.169.254/',
  '2026-99-99',
  '0000-02-29',
  '0000-01',
  '0000-01-01T00:00:00Z',
  'a'.repeat(250),
  '@'.repeat(50_000),
  `${'a.'.repeat(50_000)}@x`,
  [],
  [1],
  [[]],
  [null],
  {},
  { $gt: '' },
  { toString: 1 },
  { length: 5 },
  Array.from({ length: 2000 }, (_, place) => place),
]

/**
 * Checks the bodies with the call's schema as the server does. Returns those that the schema accepts, which reach the code of the
 * call, and one that it refuses, because all refusals take the same way.
 */
function telling(call: HostileCall, bodies: readonly object[]): object[] {
  const { body: schema } = endpointOf(call)
  if (!schema) throw new Error(`${call.method} ${call.url} takes no body`)
  const refused: object[] = []
  const accepted = bodies.filter((body) => {
    const issues = z.safeParse(schema, JSON.parse(JSON.stringify(body))).error?.issues
    if (!issues) return true
    refused.push(body)
    for (const { message } of issues) expect(message).not.toBe('Invalid input')
    return false
  })
  return [...accepted, ...refused.slice(0, 1)]
}

test('a field of a wrong type is refused with a code', async () => {
  for (const call of hostile.calls) {
    const { method, url, body, as } = call
    for (const field of Object.keys(body)) {
      const { [field]: _, ...without } = body
      const bodies = [...oddValues.map((odd) => ({ ...body, [field]: odd })), without]
      for (const each of telling(call, bodies))
        await hostile.send({ method, url, payload: JSON.stringify(each), headers: json }, as)
    }
  }
})

const brokenBodies = (good: string): [payload: string | Buffer, headers: Record<string, string>][] => [
  ...['', 'null', '[]', '"x"', '1', '{', good.slice(0, -1), `${good}x`, `\ufeff${good}`].map(
    (payload): [string, typeof json] => [payload, json],
  ),
  ['['.repeat(50_000), json],
  ['{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000), json],
  [good.replace(/:(-?\d+)/, ':1e309'), json],
  [good.replace(/:(-?\d+)/, ':NaN'), json],
  [good.replace(/:(-?\d+)/, `:${'9'.repeat(400)}`), json],
  [`{"x":"${'A'.repeat(1_000_000)}"}`, json],
  [`{"x":"${'A'.repeat(2_000_000)}"}`, json],
  [Buffer.from([0xff, 0xfe, 0x7b, 0x7d]), json],
  ...[
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'garbage',
    'multipart/form-data',
  ].map((type): [string, { 'content-type': string }] => [good, { 'content-type': type }]),
  ['--x--', { 'content-type': 'multipart/form-data; boundary=x' }],
  [gzipSync(good), { ...json, 'content-encoding': 'gzip' }],
  [gzipSync(good).subarray(0, 12), { ...json, 'content-encoding': 'gzip' }],
  [good, { ...json, 'content-encoding': 'gzip' }],
  [good, { ...json, 'content-encoding': 'zzz' }],
]

test('a body that is broken, too large, too deep or of another type is refused with a code', async () => {
  const bomb = gzipSync(Buffer.alloc(64_000_000, 32))
  // All calls share the parser, so it is enough to send each call a quarter of the bodies.
  for (const [place, { method, url, body, as }] of hostile.calls.entries()) {
    const bodies = brokenBodies(JSON.stringify(body)).filter((_, nth) => nth % 4 === place % 4)
    for (const [payload, headers] of bodies) await hostile.send({ method, url, payload, headers }, as)
  }
  for (const { method, url, as } of hostile.calls.slice(0, 4)) {
    const headers = { ...json, 'content-encoding': 'gzip' }
    const unpacked = await hostile.send({ method, url, payload: bomb, headers }, as)
    expect(unpacked.statusCode).toBeGreaterThanOrEqual(400)
  }
})

test('a malformed multipart form is refused with a code', async () => {
  const part = '--b\r\nContent-Disposition: form-data; name="NAME"; filename="a.pdf"\r\n\r\n%PDF-1.4\r\n'
  const forms: [boundary: string, payload: string][] = [
    ...['', '"', 'b'.repeat(5000), 'b; boundary=c'].map((boundary): [string, string] => [
      boundary,
      '--b--\r\n',
    ]),
    ...['', '--b--\r\n', part, `${part.repeat(1000)}--b--\r\n`].map((payload): [string, string] => [
      'b',
      payload,
    ]),
    ['b', `${part.replace('NAME', '__proto__')}--b--\r\n`],
    ['b', `${part.replace('NAME', 'file').repeat(2)}--b--\r\n`],
  ]
  for (const [boundary, payload] of forms) {
    const answer = await hostile.send(
      {
        method: 'POST',
        url: '/api/upload',
        payload,
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      },
      hostile.school.instructor,
    )
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  }
})

test('a field without a message in the contract gets a message', async () => {
  const wrong: [body: unknown, sentence: string][] = [
    [{ title: 'x'.repeat(201), description: 'd' }, 'title: Must be at most 200 characters'],
    [{ title: 't', description: 'd', isPrivate: 'yes' }, 'isPrivate: must be true or false'],
    [
      { title: 't', description: 'd', category: 'Cooking' },
      'category: must be one of Programming, Design, Business, Data Science, Marketing, AI & ML',
    ],
    [[], 'body: must be an object'],
  ]
  for (const [body, sentence] of wrong) {
    const response = await hostile.school.ask('POST /courses', { as: hostile.school.instructor, body })
    expect(response).toMatchObject({ status: 400, body: { error: sentence, errorCode: 'VALIDATION' } })
  }
  const noTime = await hostile.school.ask('POST /lesson-progress', {
    as: hostile.school.student,
    body: { courseContentId: hostile.ids.content, completed: true, watchTime: -1 },
  })
  expect(noTime.body['error']).toBe('watchTime: must be at least 0')
})

const oddIds = [
  ..."0 -1 1.5 1e3 0x1 %201 1%00 %00 NaN null true 999999999999999 ..%5c.. 1'-- 1%20OR%201=1 %zz % %c0%af".split(
    ' ',
  ),
  ...'%2e%2e%2fetc %ff %F0%9F%98%80 [1] 1,2 __proto__ constructor 1%0d%0aX:%20y %D9%A1'.split(' '),
  ...[60, 301, 5000].map((digits) => '9'.repeat(digits)),
]

test('an invalid id is refused wherever it occurs', async () => {
  const { student } = hostile.school
  const { course, content } = hostile.ids
  const places: ['GET' | 'PUT' | 'POST' | 'DELETE' | 'HEAD', string][] = [
    ['GET', '/api/courses/ID'],
    ['GET', '/api/courses/sales/ID'],
    ['GET', `/api/courses/ID/progress/${student.id}`],
    ['GET', `/api/courses/${course}/progress/ID`],
    ['POST', '/api/courses/ID/enroll'],
    ['PUT', '/api/courses/ID'],
    ['DELETE', '/api/courses/ID'],
    ['DELETE', `/api/courses/${course}/invites/ID`],
    ['GET', '/api/course-content/course/ID'],
    ['DELETE', '/api/course-content/ID'],
    ['GET', '/api/course-resources/content/ID'],
    ['DELETE', '/api/course-resources/ID'],
    ['GET', `/api/lesson-progress/ID/${student.id}`],
    ['GET', `/api/lesson-progress/${content}/ID`],
    ['GET', '/api/payments/ID'],
    ['GET', '/api/payments/history/ID'],
    ['GET', '/api/payments/check/ID'],
    ['POST', '/api/payments/callback/ID'],
    ['PUT', '/api/users/ID'],
    ['DELETE', '/api/users/ID'],
    ['DELETE', '/api/auth/sessions/ID'],
    ['GET', '/media/ID'],
    ['HEAD', '/media/ID'],
  ]
  for (const [method, place] of places) {
    for (const id of oddIds) {
      const answer = await hostile.send({ method, url: place.replace('ID', id) }, student)
      expect(answer.statusCode, `${method} ${place} ${id}`).toBeGreaterThanOrEqual(400)
    }
  }
})

const oddQueries = [
  '',
  ...'0 -1 101 9999 10000 1e6 1.5 abc %00 %ff %27%3B%20DROP%20TABLE%20users-- %25 _ %5C %F0%9F%98%80 ((('.split(
    ' ',
  ),
  '%25_%25_%25_%25_%25_%25_%25x',
  'a'.repeat(201),
  '9'.repeat(40),
  '1&KEY=2',
  '1&KEY[]=2',
]

test("no query makes a list longer than a hundred, slow, or another user's", async () => {
  const { student, admin, instructor } = hostile.school
  const { course, content } = hostile.ids
  const lists: [string, TestPerson | null][] = [
    ['/api/courses', null],
    ['/api/courses', instructor],
    ['/api/courses/enrolled', student],
    ['/api/users/instructors', admin],
    [`/api/payments/history/${student.id}`, student],
    ['/api/auth/sessions', student],
    [`/api/course-content/course/${course}`, instructor],
    [`/api/course-resources/content/${content}`, instructor],
    [`/api/courses/sales/${course}`, student],
  ]
  const keys = [
    'limit',
    'cursor',
    'page',
    'search',
    'createdBy',
    'userId',
    'businessId',
    'category',
    'price',
    '__proto__',
  ]
  for (const [url, as] of lists) {
    for (const key of keys) {
      for (const odd of oddQueries) {
        const answer = await hostile.send(
          { method: 'GET', url: `${url}?${key}=${odd.replaceAll('KEY', key)}` },
          as,
        )
        const { data } = answer.json<{ data?: unknown }>()
        if (Array.isArray(data)) expect(data.length).toBeLessThanOrEqual(100)
      }
    }
    await hostile.send({ method: 'GET', url: `${url}?limit=100&page=999999&search=%25_%25_%25` }, as)
  }
})

test('a day or a month of the year 0, which PostgreSQL does not have, is refused', async () => {
  const { admin } = hostile.school
  for (const query of ['/orders?from=0000-02-29', '/orders?to=0000-02-29', '/ledger?month=0000-01']) {
    const answer = await hostile.send({ method: 'GET', url: `/api${query}` }, admin)
    expect([query, answer.statusCode]).toEqual([query, 400])
  }
})

test('an invalid cursor is refused instead of starting from the first page', async () => {
  for (const cursor of ['abc', '-1', '', '1;DROP', '9'.repeat(16)]) {
    const response = await hostile.school.ask(`GET /courses?cursor=${cursor}`)
    expect(response.body).toMatchObject({
      error: 'cursor: must be the nextCursor of a page',
      errorCode: 'VALIDATION',
    })
  }
})
