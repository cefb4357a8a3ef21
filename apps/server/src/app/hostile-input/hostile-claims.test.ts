/** Tests that the server does not trust the client's values for identity, prices and files. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { json, startHostileInputServer, type HostileInputServer } from './hostile-input.testing.ts'
import { uploadFile, pdf } from '#server/features/media/testing.ts'
import { testPassword } from '../testing.ts'

let hostile: HostileInputServer
beforeAll(async () => {
  hostile = await startHostileInputServer()
})
afterAll(() => hostile.school.server.stop())

test('a missing userId means the caller; an empty, unknown, repeated or foreign one is refused', async () => {
  const { student, instructor } = hostile.school
  expect((await hostile.school.ask('GET /courses/enrolled', { as: student })).status).toBe(200)
  const refusedWith: [string, string][] = [
    ['', 'VALIDATION'],
    ['[]', 'VALIDATION'],
    ['-1', 'VALIDATION'],
    [`${student.id}&userId=${instructor.id}`, 'VALIDATION'],
    ['0', 'NOT_YOURS'],
    [String(instructor.id), 'NOT_YOURS'],
  ]
  for (const [given, errorCode] of refusedWith) {
    for (const call of ['GET /courses/enrolled', `GET /courses/sales/${hostile.ids.course}`]) {
      expect((await hostile.school.ask(`${call}?userId=${given}`, { as: student })).body).toMatchObject({
        errorCode,
      })
    }
  }
  const inBody: [unknown, string][] = [
    [0, 'VALIDATION'],
    ['', 'VALIDATION'],
    [[student.id], 'VALIDATION'],
    [String(student.id), 'VALIDATION'],
    [instructor.id, 'NOT_YOURS'],
  ]
  const customerInfo = hostile.school.shop.customer
  for (const [userId, errorCode] of inBody) {
    for (const [call, body] of [
      [`POST /courses/${hostile.ids.free}/enroll`, { courseId: hostile.ids.free }],
      ['POST /payments', { courseId: hostile.ids.paid }],
      ['POST /payments/bulk', { courseIds: [hostile.ids.paid], customerInfo }],
    ] as const) {
      const response = await hostile.school.ask(call, { as: student, body: { ...body, userId } })
      expect(response.body).toMatchObject({ errorCode })
    }
  }
})

describe('what a client writes into a body and must not decide', () => {
  const columns = {
    id: 1,
    role: 'superadmin',
    businessId: 1,
    business_id: 1,
    seller_id: 1,
    sellerId: 1,
    createdBy: 1,

    created_by: 1,
    password_hash: 'x',
    erased_at: null,
    emailVerified: true,
    email_verified_at: '2020-01-01',

    created_at: '2001-01-01',
    createdAt: '2001-01-01',
    price_cents: 1,
    total_cents: 1,
    state: 'paid',
    source: 'free',
  }

  test('fields that a client may not write are named and change nothing of a course', async () => {
    const { instructor, server } = hostile.school
    const row = async () =>
      (
        await sql<object>`SELECT * FROM courses WHERE id = ${hostile.ids.course}`.execute(
          server.database.kysely,
        )
      ).rows[0]
    const before = await row()
    const response = await hostile.school.ask(`PUT /courses/${hostile.ids.course}`, {
      as: instructor,
      body: { ...columns, title: 'Mine' },
    })
    expect(response).toMatchObject({ status: 400, body: { errorCode: 'VALIDATION' } })
    expect(await row()).toEqual(before)
  })

  test('keys that target prototypes give nobody any rights', async () => {
    const poison = `{"__proto__":{"role":"superadmin"},"constructor":{"prototype":{"role":"superadmin"}},`
    const body = JSON.stringify({ name: 'Nn', email: 'proto@apogee.test', password: testPassword })
    const payload = poison + body.slice(1)
    const answer = await hostile.send({ method: 'POST', url: '/api/auth/register', payload, headers: json })
    expect(answer.json()).toMatchObject({ data: { user: { role: 'student', businessId: null } } })
    expect(Object.prototype).not.toHaveProperty('role')
  })

  test('a price in the request does not change the price', async () => {
    const { shop, server } = hostile.school
    const buyer = await server.person()
    const body = {
      courseId: hostile.ids.paid,
      price: 1,
      amount: 1,
      total: 1,
      currency: 'IDR',
    }
    const response = await hostile.school.ask('POST /payments', { as: buyer, body })
    expect(response.status).toBe(201)
    const { purchase_id: id } = response.body
    expect(await shop.orderOf(String(id))).toMatchObject({ total_cents: 9900, state: 'created' })
  })

  test('database columns in the request of a purchase are refused, and nothing is ordered', async () => {
    const { server } = hostile.school
    const buyer = await server.person()
    const body = { courseId: hostile.ids.paid, ...columns }
    const response = await hostile.school.ask('POST /payments', { as: buyer, body })
    expect(response).toMatchObject({ status: 400, body: { errorCode: 'VALIDATION' } })
    const orders = await sql`SELECT 1 FROM orders WHERE buyer_id = ${buyer.id}`.execute(
      server.database.kysely,
    )
    expect(orders.rows).toEqual([])
  })

  test("another person's file, or a missing one, becomes neither lesson nor cover", async () => {
    const { instructor, server } = hostile.school
    const stranger = await server.person('instructor')
    const theirs = await uploadFile(server, stranger, pdf(), 'x.pdf')
    expect(theirs.status).toBe(201)
    const paths = [
      theirs.url,
      theirs.url.split('?')[0] ?? '',
      '/media/../etc/passwd',
      '//evil.example/media/x',
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'http://169.254.169.254/',
      'x',
    ]
    for (const path of paths) {
      const asLesson = { courseContentId: hostile.ids.content, title: 't', filePath: path, fileType: 'pdf' }
      const lesson = await hostile.school.ask('POST /course-resources', { as: instructor, body: asLesson })
      expect(lesson).toMatchObject({ status: 422, body: { errorCode: 'FILE_NOT_AN_UPLOAD' } })
      const cover = await hostile.school.ask(`PUT /courses/${hostile.ids.course}`, {
        as: instructor,
        body: { image: path },
      })
      expect(cover).toMatchObject({ status: 422, body: { errorCode: 'FILE_NOT_AN_UPLOAD' } })
    }
  })

  test('a course cannot be moved to another business, nor an instructor be taken from one', async () => {
    const { instructor, server } = hostile.school
    const stranger = await server.person('instructor', {
      businessId: (await server.person('admin')).businessId,
    })
    const form = { title: 't', description: 'd' }
    for (const [body, errorCode] of [
      [{ ...form, businessId: stranger.businessId }, 'NOT_YOURS'],
      [{ ...form, createdBy: stranger.id }, 'NOT_YOURS'],
      [{ ...form, instructorId: stranger.id }, 'VALIDATION'],
    ] as const) {
      expect((await hostile.school.ask('POST /courses', { as: instructor, body })).body).toMatchObject({
        errorCode,
      })
    }
    const response = await hostile.school.ask(`PUT /courses/${hostile.ids.foreign}`, {
      as: instructor,
      body: { title: 'Mine' },
    })
    expect(response).toMatchObject({ status: 404, body: { errorCode: 'COURSE_NOT_FOUND' } })
  })
})
