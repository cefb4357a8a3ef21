/** Tests that a call sends as many SQL statements for a long page as for a short one, and no more than are recorded here. */
import type { AnyEndpoint } from '@apogee/contracts/endpoint.ts'
import { endpoints } from '@apogee/contracts/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { watchStatements } from '#server/platform/database/testing/sent-statements.testing.ts'
import { publishedPassword } from '#server/features/accounts/passwords/published-password.ts'
import { seedDemoSchool } from '../demo/seed/seed-demo.ts'
import { startTestApp, type TestApp } from '../testing.ts'

const people = ['student', 'instructor', 'admin', 'superadmin'] as const
type Person = (typeof people)[number]

let server: TestApp
const sessions = new Map<Person, { token: string }>()
beforeAll(async () => {
  server = await startTestApp({
    payments: { ...unusedPayments, checkCredentials: async () => 'accepted' },
    limitsOn: false,
  })
  await server.services.businesses.connectPlatformAccount({ chipSecret: 'platform', chipBrandId: 'platform' })
  await seedDemoSchool(server.services, server.dependencies)
  for (const person of people) {
    const { body } = await server.call('login', {
      body: { email: `${person}@apogee.test`, password: publishedPassword },
    })
    sessions.set(person, body.data)
  }
})
afterAll(() => server.stop())

const sessionOf = (person: Person) => {
  const session = sessions.get(person)
  if (!session) throw new Error(`${person} is not signed in`)
  return session
}

interface Sends {
  method: 'GET' | 'POST' | 'PUT'
  payload?: object
}

interface Counted {
  status: number
  rows: number
  statements: number
}

/** Counts the statements of the second of two equal requests. The first one also reads what a process reads only once. */
async function count(
  path: string,
  person: Person | null,
  sends: Sends = { method: 'GET' },
): Promise<Counted> {
  const headers = person ? { authorization: `Bearer ${sessionOf(person).token}` } : {}
  await server.app.inject({ ...sends, url: `/api${path}`, headers })
  const statements = watchStatements()
  try {
    const answer = await server.app.inject({ ...sends, url: `/api${path}`, headers })
    const { data } = answer.json<{ data?: unknown }>()
    return {
      status: answer.statusCode,
      rows: Array.isArray(data) ? data.length : 0,
      statements: statements.sent().length,
    }
  } finally {
    statements.stop()
  }
}

/** A longer page may contain the first row that needs another statement, such as a course whose progress is shown. */
const mayDifferBy = 1

test('a page of twenty rows takes as many statements as a page of two', async () => {
  const lists = Object.entries<AnyEndpoint>(endpoints).filter(
    ([, { call, query }]) => /^GET [^:]+$/.test(call) && query !== undefined && 'limit' in shapeOf(query),
  )
  const compared = new Set<string>()
  const differing: string[] = []
  for (const [name, { call }] of lists) {
    const path = call.slice('GET '.length)
    for (const person of people) {
      const short = await count(`${path}?limit=2`, person)
      const long = await count(`${path}?limit=20`, person)
      if (long.status !== 200 || long.rows < short.rows + 2) continue
      compared.add(name)
      if (long.statements > short.statements + mayDifferBy)
        differing.push(`${name} as ${person}: ${short.statements} and ${long.statements}`)
    }
  }
  expect(differing).toEqual([])
  expect(compared.size).toBeGreaterThanOrEqual(12)
})

const shapeOf = (schema: object): object => ('shape' in schema ? (schema.shape as object) : {})

/** If a call now needs more statements, write the reason. If it needs fewer, lower the number here. */
test('the calls that pages make first send as many statements as written here', async () => {
  const { body } = await server.call('listEnrolledCourses', { query: {}, as: sessionOf('student') })
  const course = body.data.find(({ isPrivate }) => !isPrivate)?.id ?? 0
  const sent: Record<string, number> = {}
  for (const [path, person] of [
    ['/courses?limit=12', 'student'],
    [`/courses/${course}`, null],
    [`/courses/${course}`, 'student'],
    [`/courses/sales/${course}`, null],
    [`/courses/${course}/reviews`, null],
    ['/courses/enrolled', 'student'],
    ['/achievements', 'student'],
    ['/certificates', 'student'],
    ['/notifications', 'student'],
    ['/community/discussions', 'student'],
    ['/orders', 'admin'],
    ['/users', 'admin'],
  ] as const) {
    const { status, statements } = await count(path, person)
    expect(status, path).toBe(200)
    sent[`${path.replace(String(course), ':id')} ${person ?? 'signed out'}`] = statements
  }
  const verified = await count('/auth/verify', 'student', { method: 'POST', payload: {} })
  expect(verified.status).toBe(200)
  sent['/auth/verify student'] = verified.statements
  expect(sent).toEqual({
    '/auth/verify student': 1,
    '/courses?limit=12 student': 4,
    '/courses/:id signed out': 3,
    '/courses/:id student': 7,
    '/courses/sales/:id signed out': 4,
    '/courses/:id/reviews signed out': 3,
    '/courses/enrolled student': 6,
    '/achievements student': 3,
    '/certificates student': 3,
    '/notifications student': 3,
    '/community/discussions student': 3,
    '/orders admin': 5,
    '/users admin': 4,
  })
})

test('saving progress that completes nothing sends as many statements as written here', async () => {
  const { body } = await server.call('listEnrolledCourses', { query: {}, as: sessionOf('student') })
  const courseId = body.data.find(({ isPrivate }) => !isPrivate)?.id ?? 0
  const { body: course } = await server.call('readCourse', { params: { courseId }, as: sessionOf('student') })
  const [module] = course.data.contents
  const item = await count(`/course-resources/${module?.resources[0]?.id}/progress`, 'student', {
    method: 'PUT',
    payload: { position: 3, watched: [[0, 3]] },
  })
  expect(item).toMatchObject({ status: 200, statements: 3 })
  const lesson = (watchTime?: number) =>
    count('/lesson-progress', 'student', {
      method: 'POST',
      payload: { courseContentId: module?.id, completed: true, ...(watchTime && { watchTime }) },
    })
  expect(await lesson()).toMatchObject({ status: 200, statements: 4 })
  expect(await lesson(7)).toMatchObject({ status: 200, statements: 4 })
})
