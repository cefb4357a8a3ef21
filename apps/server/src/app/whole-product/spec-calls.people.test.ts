/** Tests the calls of docs/specification.md#7-calls about users, as the specification's client sends them. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refused, startSchool, type School } from './spec-calls.testing.ts'
import type { TestPerson } from '../testing.ts'

let school: School
let learner: TestPerson
let superadmin: TestPerson
let courseId: number
beforeAll(async () => {
  school = await startSchool()
  learner = await school.server.person()
  superadmin = await school.server.person('superadmin')
  courseId = await school.shop.course(0)
  const body = { userId: learner.id, courseId }
  await school.ask(`POST /courses/${courseId}/enroll`, { as: learner, body })
})
afterAll(() => school.server.stop())

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
const listed = (person: Pick<TestPerson, 'id' | 'email'>, given: object = {}) =>
  expect.objectContaining({
    id: person.id,
    email: person.email,
    name: expect.any(String),
    createdAt: time,
    metadata: { avatar: null },
    ...given,
  })
const list = (...data: unknown[]) => ({ success: true, data, meta: { total: data.length, nextCursor: null } })

describe('GET /users', () => {
  test("GET /users lists an admin's team, newest first", async () => {
    const { admin, instructor } = school
    expect((await school.ask('GET /users', { as: admin })).body).toEqual(
      list(listed(instructor, { role: 'instructor' }), listed(admin, { role: 'admin' })),
    )
  })

  test('GET /users lists all users for a superadmin', async () => {
    const response = await school.ask('GET /users?limit=100', { as: superadmin })
    for (const person of [school.admin, school.instructor, school.student, learner, superadmin]) {
      expect(response.body['data']).toContainEqual(listed(person))
    }
  })
})

describe('GET /users/enrolled-in-my-courses', () => {
  test('GET /users/enrolled-in-my-courses lists who is enrolled, in which course, and since when', async () => {
    const response = await school.ask('GET /users/enrolled-in-my-courses', { as: school.admin })
    expect(response.body).toEqual(
      list(
        listed(learner, {
          role: 'student',
          businessId: null,
          lastEnrolled: time,
          lastBooking: time,
          totalBookings: 1,
          courses: [{ id: courseId, title: expect.any(String) }],
        }),
      ),
    )
  })

  test("GET /users/enrolled-in-my-courses shows an instructor nobody of a colleague's course", async () => {
    const response = await school.ask('GET /users/enrolled-in-my-courses', { as: school.instructor })
    expect(response.body).toEqual(list())
  })
})

describe('GET /users/instructors', () => {
  test('GET /users/instructors answers admins, superadmins and instructors', async () => {
    for (const as of [school.admin, superadmin, school.instructor]) {
      const response = await school.ask('GET /users/instructors', { as })
      expect(response.status).toBe(200)
      expect(response.body['data']).toContainEqual(expect.objectContaining({ id: school.instructor.id }))
    }
  })
})

describe('PUT /users/{id}', () => {
  test("PUT /users/{id} changes the caller's own name and no protected field", async () => {
    const sly = { name: 'Nur Aina', email: 'x@apogee.test', businessId: school.admin.businessId }
    expect(await school.ask(`PUT /users/${learner.id}`, { as: learner, body: sly })).toMatchObject({
      status: 400,
      body: { errorCode: 'VALIDATION' },
    })
    const body = { name: 'Nur Aina', email: learner.email, businessId: null, id: learner.id }
    const response = await school.ask(`PUT /users/${learner.id}`, { as: learner, body })
    expect(response.body).toMatchObject({
      success: true,
      data: { id: learner.id, name: 'Nur Aina', email: learner.email, role: 'student', businessId: null },
    })
  })

  test.each([
    [{ name: '' }, 'name: Name is required'],
    [{ name: ' a ' }, 'name: Name must be at least 2 characters'],
  ])('PUT /users/{id} refuses %j with its sentence', async (wrong, sentence) => {
    expect(await school.ask(`PUT /users/${learner.id}`, { as: learner, body: wrong })).toMatchObject(
      refused(400, 'VALIDATION', sentence),
    )
  })

  test('PUT /users/{id} of another user is not found', async () => {
    const response = await school.ask(`PUT /users/${learner.id}`, {
      as: school.admin,
      body: { name: 'Other' },
    })
    expect(response).toMatchObject(refused(404, 'USER_NOT_FOUND', 'User not found'))
  })
})

describe('DELETE /users/{id}', () => {
  test('DELETE /users/{id} removes a member from the team and invalidates their token', async () => {
    const { admin, server } = school
    const leaver = await server.person('instructor', { businessId: admin.businessId })
    const response = await school.ask(`DELETE /users/${leaver.id}`, { as: admin })
    expect(response).toMatchObject({ status: 200, body: { success: true } })
    expect((await school.ask('POST /auth/verify', { as: leaver })).status).toBe(401)
    expect(await school.ask(`DELETE /users/${leaver.id}`, { as: admin })).toMatchObject(
      refused(404, 'USER_NOT_FOUND', 'User not found'),
    )
  })

  test('DELETE /users/{id} is refused to instructors, and to admins for learners', async () => {
    for (const as of [school.instructor, school.admin]) {
      expect([403, 404]).toContain((await school.ask(`DELETE /users/${learner.id}`, { as })).status)
    }
    expect((await school.ask('POST /auth/verify', { as: learner })).status).toBe(200)
  })
})

test('a role is student, instructor, admin or superadmin: no other value is accepted or stored', async () => {
  const { server } = school
  const person = await server.person()
  const response = await school.ask(`PUT /users/${person.id}`, { as: superadmin, body: { role: 'owner' } })
  expect(response).toMatchObject({ status: 400, body: { errorCode: 'VALIDATION' } })
  const stored = sql`UPDATE users SET role = 'owner' WHERE id = ${person.id}`.execute(server.database.kysely)
  await expect(stored).rejects.toThrow(/role/)
  const { body } = await school.ask('POST /auth/verify', { as: person })
  expect(body).toMatchObject({ data: { decoded: { role: 'student' } } })
})
