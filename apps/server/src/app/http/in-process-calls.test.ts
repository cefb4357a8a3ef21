/** Compares in-process calls of rendered pages with the same calls by HTTP. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { createInProcessCall, type InProcessCall } from './in-process-calls.ts'
import { makeCourse } from '../testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '../testing.ts'

let server: TestApp
let call: InProcessCall
let teacher: TestPerson
let open: number
let closed: number
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  call = createInProcessCall(server.handlers, server)
  teacher = await server.person('instructor')
  const contents = [{ resources: [{ seconds: 60, isPreview: true }, { type: 'pdf' as const }] }]
  open = (await makeCourse(server.database, { owner: teacher, contents })).id
  closed = (await makeCourse(server.database, { owner: teacher, isPrivate: true })).id
})
afterAll(() => server.stop())

const byHttp = async (path: string): Promise<unknown> => (await server.app.inject({ url: path })).json()

describe('a call within the process', () => {
  test.each([
    '/api/courses?limit=4&sort=rating',
    '/api/courses?limit=4&price=free',
    '/api/courses/counts',
    '/api/instructors/featured',
    '/api/courses/OPEN',
    '/api/courses/sales/OPEN',
    '/api/courses/OPEN/reviews?limit=3&order=newest',
  ])('%s answers as HTTP answers somebody who is not signed in', async (pattern) => {
    const path = pattern.replace('OPEN', String(open))
    const answer = await call(path)
    expect(answer).toMatchObject({ success: true })
    expect(answer).toEqual(await byHttp(path))
  })

  test('no field leaves that the schema does not name', async () => {
    expect(JSON.stringify(await call(`/api/courses/sales/${open}`))).not.toMatch(/sellerId|storageKey|isOpen/)
  })

  test.each([
    ['a private course', '/api/courses/CLOSED'],
    ["a private course's sales page", '/api/courses/sales/CLOSED'],
    ["a private course's reviews", '/api/courses/CLOSED/reviews'],
    ['a missing course', '/api/courses/999999'],
    ['a course id that is no number', '/api/courses/abc'],
    ['an id that cannot be decoded', '/api/courses/%E0%A4%A'],
    ['a page size that is no number', '/api/courses?limit=x'],
    ['a parameter given twice', '/api/courses?limit=1&limit=2'],
    ['a call of a role', '/api/users'],
    ['own courses', '/api/courses/enrolled'],
    ['the progress of a course', '/api/courses/OPEN/progress/1'],
    ['a call that sends its answer itself', '/api/auth/google'],
    ['an unknown address', '/api/nothing'],
    ['an address outside of the calls', '/healthz'],
  ])('%s is left to HTTP', async (_, pattern) => {
    expect(await call(pattern.replace('CLOSED', String(closed)).replace('OPEN', String(open)))).toBeNull()
  })
})
