/**
 * Tests the calls about people of docs/specification.md#7-calls, with the exact messages of the specification's validation rules.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refused, startSchool, type School } from './spec-calls.testing.ts'
import { testPassword } from '../testing.ts'

let school: School
beforeAll(async () => {
  school = await startSchool()
})
afterAll(() => school.server.stop())

const aina = { name: 'Nur Aina', email: 'aina@apogee.test', password: testPassword }
const studio = {
  name: 'Lim Wei',
  email: 'lim@apogee.test',
  password: testPassword,
  businessName: 'Orbit Studio',
  businessEmail: 'hello@orbit.test',
  businessPhone: '03-1234 5678',
  businessAddress: '1 Jalan Ujian, Kuala Lumpur',
}
const user = (given: object) => ({
  id: expect.any(Number),
  name: expect.any(String),
  email: expect.any(String),
  role: 'student',
  businessId: null,
  createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  version: expect.any(Number),
  emailVerified: false,
  metadata: { avatar: null },
  ...given,
})

describe('POST /auth/register', () => {
  test('POST /auth/register answers the token in data.token', async () => {
    const response = await school.ask('POST /auth/register', { body: aina })
    expect(response).toMatchObject({ status: 201 })
    expect(response.body).toEqual({
      success: true,
      data: { token: expect.any(String), user: user({ name: aina.name, email: aina.email }) },
    })
  })

  test("POST /auth/register answers EMAIL_EXISTS with the specification's sentence", async () => {
    expect(
      await school.ask('POST /auth/register', { body: { ...aina, email: 'Aina@Apogee.test' } }),
    ).toMatchObject(
      refused(
        409,
        'EMAIL_EXISTS',
        'This email is already registered. Please use a different email or login to your existing account.',
      ),
    )
  })

  test.each([
    [{ name: undefined }, 'name: Name is required'],
    [{ name: null }, 'name: Name is required'],
    [{ name: '   ' }, 'name: Name is required'],
    [{ name: ' a ' }, 'name: Name must be at least 2 characters'],
    [{ email: undefined }, 'email: Email is required'],
    [{ email: '' }, 'email: Email is required'],
    [{ email: 'aina' }, 'email: Please enter a valid email address'],
    [{ email: 'aina@x' }, 'email: Please enter a valid email address'],
    [{ email: 'a b@x.my' }, 'email: Please enter a valid email address'],
    [{ password: undefined }, 'password: Password is required'],
    [{ password: '' }, 'password: Password is required'],
    [{ password: 'Ab1!xyz' }, 'password: Password must be at least 8 characters'],
    [{ password: 'abcdefgh' }, 'password: Password is too weak'],
    [{ name: '', email: 'x' }, 'name: Name is required, email: Please enter a valid email address'],
  ])('POST /auth/register refuses %j with its sentence', async (wrong, sentence) => {
    const response = await school.ask('POST /auth/register', {
      body: { ...aina, email: 'new@apogee.test', ...wrong },
    })
    expect(response).toMatchObject(refused(400, 'VALIDATION', sentence))
    expect(response.body['issues']).toBeInstanceOf(Array)
  })

  test('POST /auth/register accepts three of five points of strength, and a name of two letters', async () => {
    const body = { name: 'Al', email: 'al@apogee.test', password: 'abcdefg1' }
    expect((await school.ask('POST /auth/register', { body })).status).toBe(201)
  })
})

describe('POST /auth/admin/register', () => {
  test('POST /auth/admin/register answers the token of the admin of a new business', async () => {
    const response = await school.ask('POST /auth/admin/register', { body: studio })
    expect(response.status).toBe(201)
    expect(response.body).toEqual({
      success: true,
      data: {
        token: expect.any(String),
        user: user({
          name: studio.name,
          email: studio.email,
          role: 'admin',
          businessId: expect.any(Number),
          bio: '',
        }),
      },
    })
    expect((await school.ask('POST /auth/admin/register', { body: studio })).body['errorCode']).toBe(
      'EMAIL_EXISTS',
    )
  })

  test.each([
    [{ name: '' }, 'name: Full name is required'],
    [{ email: '' }, 'email: Email is required'],
    [{ email: 'lim' }, 'email: Please enter a valid email address'],
    [{ businessName: ' ' }, 'businessName: Business name is required'],
    [{ businessEmail: undefined }, 'businessEmail: Business email is required'],
    [{ businessEmail: 'orbit' }, 'businessEmail: Please enter a valid business email'],
    [{ businessPhone: '' }, 'businessPhone: Business phone is required'],
    [{ businessAddress: '' }, 'businessAddress: Business address is required'],
    [{ password: '' }, 'password: Password is required'],
    [{ password: 'short' }, 'password: Password must be at least 8 characters'],
  ])('POST /auth/admin/register refuses %j with its sentence', async (wrong, sentence) => {
    const response = await school.ask('POST /auth/admin/register', {
      body: { ...studio, email: 'other@apogee.test', ...wrong },
    })
    expect(response).toMatchObject(refused(400, 'VALIDATION', sentence))
  })

  test('POST /auth/admin/register never joins an existing business nor gives a higher role', async () => {
    const body = {
      ...studio,
      email: 'sly@apogee.test',
      businessId: school.admin.businessId,
      role: 'superadmin',
    }
    const response = await school.ask('POST /auth/admin/register', { body })
    expect(response.body).toMatchObject({ data: { user: { role: 'admin' } } })
    expect(response.body).not.toMatchObject({ data: { user: { businessId: school.admin.businessId } } })
  })
})

describe('POST /auth/login', () => {
  test('POST /auth/login answers the token in data.token, for any case of the address', async () => {
    const response = await school.ask('POST /auth/login', {
      body: { email: ' AINA@apogee.test ', password: testPassword },
    })
    expect(response).toMatchObject({
      status: 200,
      body: { success: true, data: { token: expect.any(String), user: { email: aina.email } } },
    })
  })

  test.each([
    [{ email: '', password: 'x' }, 'email: Email is required'],
    [{ email: 'aina', password: 'x' }, 'email: Please enter a valid email address'],
    [{ email: aina.email, password: '' }, 'password: Password is required'],
    [{}, 'email: Email is required, password: Password is required'],
    [
      { email: { $ne: '' }, password: { $ne: '' } },
      'email: Email is required, password: Password is required',
    ],
  ])('POST /auth/login refuses %j with its sentence', async (body, sentence) => {
    expect(await school.ask('POST /auth/login', { body })).toMatchObject(refused(400, 'VALIDATION', sentence))
  })

  test('POST /auth/login refuses a wrong password', async () => {
    expect(
      await school.ask('POST /auth/login', { body: { email: aina.email, password: 'nope' } }),
    ).toMatchObject(refused(401, 'INVALID_CREDENTIALS', 'Invalid email or password'))
  })
})

describe('POST /auth/verify', () => {
  test('POST /auth/verify answers data.decoded, for a token as bearer or in the body', async () => {
    const { student } = school
    const decoded = user({ id: student.id, email: student.email })
    const asBearer = await school.ask('POST /auth/verify', { as: student, body: { token: student.token } })
    expect(asBearer.body).toEqual({ success: true, data: { decoded } })
    expect((await school.ask('POST /auth/verify', { body: { token: student.token } })).body).toEqual(
      asBearer.body,
    )
    expect((await school.ask('POST /auth/verify', { as: student })).body).toEqual(asBearer.body)
  })

  test('POST /auth/verify answers 401 to an expired or unknown token', async () => {
    for (const token of ['', 'nonsense', 'x'.repeat(500)]) {
      expect(await school.ask('POST /auth/verify', { body: { token } })).toMatchObject(
        refused(401, 'UNAUTHENTICATED', 'Please log in to continue'),
      )
    }
  })
})

describe('GET /users/instructors', () => {
  test("GET /users/instructors lists who can teach in the caller's business, in pages", async () => {
    const { admin, instructor } = school
    const response = await school.ask('GET /users/instructors', { as: admin })
    expect(response.body).toEqual({
      success: true,
      data: [instructor, admin].map(({ id, email, role }) => ({ id, email, role, name: expect.any(String) })),
      meta: { total: 2, nextCursor: null },
    })
  })

  test('GET /users/instructors has the total on every page, also beyond the last', async () => {
    const { admin, instructor } = school
    const first = await school.ask('GET /users/instructors?limit=1', { as: admin })
    expect(first.body['meta']).toEqual({ total: 2, nextCursor: String(instructor.id) })
    const beyond = await school.ask('GET /users/instructors?limit=1&page=9', { as: admin })
    expect(beyond.body).toEqual({ success: true, data: [], meta: { total: 2, nextCursor: null } })
  })
})

describe('PUT /chip', () => {
  const both = 'Both CHIP Secret Key and Brand ID are required'

  test.each([
    [{}, `chipSecret: ${both}, chipBrandId: ${both}`],
    [{ chipSecret: 'a-key', chipBrandId: ' ' }, `chipBrandId: ${both}`],
    [{ chipSecret: null, chipBrandId: 'brand' }, `chipSecret: ${both}`],
  ])('PUT /chip refuses %j: both are required', async (body, sentence) => {
    expect(await school.ask('PUT /chip', { as: school.admin, body })).toMatchObject(
      refused(400, 'VALIDATION', sentence),
    )
  })

  test('PUT /chip stores a pair and never returns it', async () => {
    const body = { chipSecret: 'a-key-of-ours-9876', chipBrandId: 'brand-1' }
    const response = await school.ask('PUT /chip', { as: school.admin, body })
    expect(response.body).toEqual({ success: true, status: 'verified', secretEndsWith: '9876' })
  })

  test('PUT /chip never shows the end of a short secret key', async () => {
    const body = { chipSecret: 'a-key-98765', chipBrandId: 'brand-1' }
    const response = await school.ask('PUT /chip', { as: school.admin, body })
    expect(response.body).toEqual({ success: true, status: 'verified', secretEndsWith: '' })
  })

  test('PUT /chip tells an instructor of a business to ask its admin', async () => {
    const body = { chipSecret: 'a-key', chipBrandId: 'brand' }
    const response = await school.ask('PUT /chip', { as: school.instructor, body })
    expect(response).toMatchObject({ status: 403, body: { errorCode: 'LONE_SELLERS_ONLY' } })
    const unfilled = await school.ask('PUT /chip', { as: school.instructor, body: {} })
    expect(unfilled).toMatchObject({ status: 403, body: { errorCode: 'LONE_SELLERS_ONLY' } })
    const lone = await school.server.person('instructor')
    expect((await school.ask('PUT /chip', { as: lone, body })).status).toBe(200)
  })
})
