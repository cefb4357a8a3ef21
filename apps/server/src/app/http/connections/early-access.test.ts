/** Tests that a caller without permission is refused before the body is validated. */
import type { RouteName } from '@apogee/contracts/routes.ts'
import type { AnyEndpoint } from '@apogee/contracts/endpoint.ts'
import { endpoints } from '@apogee/contracts/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, type TestApp, type TestPerson } from '../../testing.ts'
import { makeCourse, type TestCourse } from '../../testing-courses.ts'

let server: TestApp
let admin: TestPerson
let stranger: TestPerson
let course: TestCourse
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  admin = await server.person('admin')
  stranger = await server.person('student')
  course = await makeCourse(server.database, {
    owner: admin,
    contents: [{ title: 'Module', resources: [{ title: 'Lesson' }] }],
  })
})
afterAll(() => server.stop())

const post = (as: TestPerson, url: string, payload: object) =>
  server.app.inject({
    method: 'POST',
    url: `/api${url}`,
    headers: { authorization: `Bearer ${as.token}` },
    payload,
  })

test('a stranger with an invalid body is refused for lack of a right, the owner for the body', async () => {
  const url = `/courses/${course.id}/live-sessions`
  const invalid = { link: `https://${':'.repeat(60_000)}\tx`, unknown: 1 }
  expect((await post(stranger, url, invalid)).statusCode).toBe(403)
  expect((await post(admin, url, invalid)).json()).toMatchObject({ errorCode: 'VALIDATION' })
})

test('an id in the body that is not valid is refused by validation', async () => {
  const answer = await post(stranger, '/course-content', { courseId: 'x', title: 'Module' })
  expect(answer.json()).toMatchObject({ errorCode: 'VALIDATION' })
  const foreign = await post(stranger, '/course-content', { courseId: course.id, unknown: 1 })
  expect(foreign.statusCode).toBe(403)
})

test('no call that edits a course validates the body of a stranger', async () => {
  const [content] = course.contents
  const ids = { course: course.id, content: content?.id, resource: content?.resources[0] }
  const calls = Object.entries<AnyEndpoint>(endpoints).filter(
    ([, { access, body, accepts = 'json' }]) =>
      body && accepts === 'json' && access.kind === 'course' && access.capability === 'course.edit',
  )
  expect(calls.length).toBeGreaterThan(20)
  const answers = await Promise.all(
    calls.map(async ([name, { call }]) => {
      const [method, path] = call.split(' ') as ['POST' | 'PUT' | 'DELETE', string]
      const isOfContent = path.includes('content')
      const id = path.includes('/course-resources/') ? ids.resource : isOfContent ? ids.content : ids.course
      const url = `/api${path.replaceAll(/:courseId/g, String(ids.course)).replaceAll(/:\w+/g, String(id))}`
      const payload = { courseId: ids.course, courseContentId: ids.content, unknown: 1 }
      const headers = { authorization: `Bearer ${stranger.token}` }
      const answer = await server.app.inject({ method, url, headers, payload })
      return [name as RouteName, answer.statusCode] as const
    }),
  )
  expect(answers.filter(([, status]) => status !== 403 && status !== 404)).toEqual([])
})
