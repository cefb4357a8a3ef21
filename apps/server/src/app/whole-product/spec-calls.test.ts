/** Tests that each call of docs/specification.md#7-calls exists and has its access rule. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSchool, type School } from './spec-calls.testing.ts'

let school: School
beforeAll(async () => {
  school = await startSchool()
})
afterAll(() => school.server.stop())

const denied = "Access Denied. You don't have permission to access this page."
const signIn = 'Please log in to continue'

/** Contains every line of docs/specification.md#7-calls, with the status of an anonymous request without a body. */
const calls: [call: string, anonymous: number][] = [
  ['GET /courses', 200],
  ['GET /courses?createdBy=1', 401],
  ['GET /courses/enrolled?userId=1', 401],
  ['POST /courses', 401],
  ['PUT /courses/1', 401],
  ['DELETE /courses/1', 401],
  ['POST /courses/1/enroll', 401],
  ['GET /courses/sales/999999?userId=1', 404],
  ['GET /courses/1/progress/1', 401],
  ['GET /courses/999999', 404],
  ['POST /payments', 401],
  ['POST /payments/bulk', 401],
  ['GET /payments/AAAAAAAAAAAAAAAAAAAAAA', 401],
  ['GET /payments/history/1', 401],
  ['GET /payments/check/AAAAAAAAAAAAAAAAAAAAAA', 404],
  ['POST /auth/login', 400],
  ['POST /auth/register', 400],
  ['POST /auth/admin/register', 400],
  ['POST /auth/verify', 401],
  ['POST /upload', 401],
  ['GET /course-content/course/1', 401],
  ['POST /course-content', 401],
  ['DELETE /course-content/1', 401],
  ['POST /course-resources', 401],
  ['DELETE /course-resources/1', 401],
  ['GET /course-resources/content/1', 401],
  ['GET /lesson-progress/1/1', 401],
  ['POST /lesson-progress', 401],
  ['PUT /chip', 401],
  ['GET /users', 401],
  ['GET /users/instructors', 401],
  ['GET /users/enrolled-in-my-courses', 401],
  ['PUT /users/1', 401],
  ['DELETE /users/1', 401],
]

test.each(calls)('%s exists and answers an anonymous request with %i', async (call, anonymous) => {
  const response = await school.ask(call, call.startsWith('P') ? { body: {} } : {})
  expect(response.status).toBe(anonymous)
  expect(response.body['errorCode']).not.toBe('NOT_FOUND')
  if (anonymous === 401) expect(response.body).toMatchObject({ error: signIn, errorCode: 'UNAUTHENTICATED' })
})

test.each(['GET /users', 'GET /users/instructors', 'GET /users/enrolled-in-my-courses', 'PUT /chip'])(
  "%s is denied to students with the specification's sentence",
  async (call) => {
    const response = await school.ask(call, {
      as: school.student,
      ...(call.startsWith('PUT') && { body: { chipSecret: 'a', chipBrandId: 'b' } }),
    })
    expect(response).toMatchObject({ status: 403, body: { error: denied, errorCode: 'FORBIDDEN' } })
  },
)

test('a malformed token counts as none: open calls answer, the others require sign-in', async () => {
  for (const token of [
    'null',
    'undefined',
    'x'.repeat(600),
    'eyJhbGciOiJub25lIn0.eyJpZCI6MX0.',
    "' OR 1=1 --",
  ]) {
    expect((await school.ask('GET /courses', { as: { token } })).status).toBe(200)
    expect((await school.ask('GET /payments/history/1', { as: { token } })).status).toBe(401)
  }
})

test('a client that sends the JSON content type without a body is accepted', async () => {
  const { student, admin, server, shop } = school
  const free = await shop.course(0)
  const naming = { 'content-type': 'application/json' }
  const bodiless: [call: string, as: { token: string }][] = [
    [`POST /courses/${free}/enroll`, student],
    ['POST /auth/verify', student],
    [`GET /courses/${free}`, student],
    [`DELETE /courses/${await shop.course(0)}`, admin],
    ['POST /auth/logout', await server.person()],
  ]
  for (const [call, as] of bodiless) {
    expect({ call, ...(await school.ask(call, { as, headers: naming })) }).toMatchObject({
      call,
      status: 200,
    })
  }
  const response = await school.ask('POST /auth/login', { headers: naming })
  expect(response.body['error']).toBe('email: Email is required, password: Password is required')
})
