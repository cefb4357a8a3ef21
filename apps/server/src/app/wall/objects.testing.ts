/** Creates the objects that calls of the school name, such as a learner's purchase or an invoice of the business. */
import { randomBytes } from 'node:crypto'
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { sql } from 'kysely'
import { testPassword, type TestPerson } from '../testing.ts'
import { newChild } from './children.testing.ts'
import { invoiceBank, newCode } from './role-requests.testing.ts'
import type { World } from './world.testing.ts'

/** Gives each caller who is allowed an object of their own. All other callers share one. */
export const objectOf = <T>(
  world: World,
  key: string,
  isLetIn: boolean,
  make: () => Promise<T>,
): Promise<T> => (isLetIn ? make() : world.once(key, make))

const learnerOf = (world: World) => world.caller('l', 'readCourse') as TestPerson

export async function newPurchase(world: World) {
  const { shop, staff } = world
  const course = await shop.course(4_900, staff.admin)
  const { id, purchase } = await shop.buy(learnerOf(world), course)
  await shop.pay(purchase)
  if ((await shop.check(id)) !== 'paid') throw new Error(`${id} is not paid`)
  return { id, course }
}

export async function newRefundRequest(world: World): Promise<string> {
  const { id } = await newPurchase(world)
  const asked = await world.server.call('requestRefund', {
    params: { id },
    body: { reason: 'Not for me' },
    as: learnerOf(world),
  })
  if (asked.status !== 201) fail(asked.raw.body)
  const { rows } = await sql<{
    id: string
  }>`SELECT public_id AS id FROM refund_requests ORDER BY refund_requests.id DESC LIMIT 1`.execute(
    world.server.database.kysely,
  )
  return rows[0]?.id ?? fail('no request')
}

export async function newRefunded(world: World) {
  const bought = await newPurchase(world)
  const given = await world.server.call('refundOrder', {
    params: { id: bought.id },
    body: { courseIds: [bought.course], reason: 'Asked for' },
    as: world.staff.superadmin,
  })
  if (given.status >= 300) throw new Error(given.raw.body)
  return bought
}

export async function newReceipt(world: World): Promise<string> {
  const { id } = await newPurchase(world)
  const listed = await world.server.call('listReceipts', { params: { id }, as: learnerOf(world) })
  return listed.body.data[0]?.id ?? fail(listed.raw.body)
}

export async function invoiceForm(world: World) {
  const course = await world.once('invoiced course', () => world.shop.course(4_900, world.staff.admin))
  return {
    companyName: 'Petronia Sdn Bhd',
    registrationNumber: '202301012345',
    taxNumber: 'C1234567890',
    address: '8 Jalan Minyak',
    contactName: 'Puan Salmah',
    purchaseOrder: 'PO-77',
    contactEmail: 'salmah@petronia.test',
    dueOn: '2099-12-31',
    language: 'en' as const,
    lines: [{ courseId: course, seats: 1, unitPrice: 4_900 }],
  }
}

/** Creates a draft of an invoice. */
export async function newInvoice(world: World): Promise<string> {
  const as = world.staff.admin
  await world.once('invoice bank', () => world.server.call('saveInvoiceBank', { body: invoiceBank, as }))
  const made = await world.server.call('createInvoice', { body: await invoiceForm(world), as })
  return made.body.data?.id ?? fail(made.raw.body)
}

export async function newIssuedInvoice(world: World): Promise<string> {
  const id = await newInvoice(world)
  const params = { id }
  const as = world.staff.admin
  const read = await world.server.call('readInvoice', { params, as })
  const body = { mail: false, expectedTotal: read.body.data.total }
  const issued = await world.server.call('issueInvoice', { params, body, as })
  return issued.status === 200 ? id : fail(issued.raw.body)
}

/** Creates a paid invoice of the business with one assigned seat and no free seat. */
export async function newSeat(world: World) {
  const as = world.staff.admin
  const id = await newIssuedInvoice(world)
  const { lines } = await invoiceForm(world)
  const paidOn = dayInMalaysia(world.server.clock.now())
  const params = { id }
  const payment = { bankReference: 'x', amount: 4_900, paidOn }
  const paid = await world.server.call('payInvoice', { params, body: payment, as })
  if (paid.status >= 300) fail(paid.raw.body)
  const text = `${newCode('seat').toLowerCase()}@apogee.test`
  const people = { courseIds: lines.map(({ courseId }) => courseId), text, preview: false }
  const added = await world.server.call('addInvoicePeople', { params, body: people, as })
  if (added.status >= 300) fail(added.raw.body)
  const { rows } = await sql<{ id: number }>`
    SELECT s.id FROM invoice_seats s JOIN invoice_lines l ON l.id = s.line_id JOIN invoices i ON i.id = l.invoice_id
     WHERE i.public_id = ${id}`.execute(world.server.database.kysely)
  return { id, seatId: rows[0]?.id ?? fail('no seat'), course: people.courseIds[0] ?? 0 }
}

/** The admin begins an upload and sends no data. */
export async function newUpload(world: World): Promise<string> {
  const body = { name: 'a.mp4', size: 1_000, contentType: 'video/mp4' }
  const begun = await world.server.call('beginUpload', { body, as: world.staff.admin })
  return begun.body.data?.upload ?? fail(begun.raw.body)
}

/** A visitor writes a message to the platform's operator. */
export async function newMessage(world: World): Promise<number> {
  const body = {
    name: 'A visitor',
    email: 'visitor@apogee.test',
    topic: 'contact' as const,
    text: 'How much?',
  }
  const sent = await world.server.call('sendMessage', { body })
  if (sent.status >= 300) fail(sent.raw.body)
  const { rows } = await sql<{ id: number }>`SELECT max(id) AS id FROM messages`.execute(
    world.server.database.kysely,
  )
  return rows[0]?.id ?? fail('no message')
}

export async function sellerOf(world: World): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM sellers WHERE business_id = ${world.staff.admin.businessId}`.execute(
    world.server.database.kysely,
  )
  return rows[0]?.id ?? fail('no seller')
}

export async function newCertificate(world: World): Promise<string> {
  const { course } = await world.newCourse('free')
  const id = randomBytes(16).toString('base64url')
  await sql`
    INSERT INTO certificates (public_id, user_id, course_id, learner_name, course_title, seller_name, issued_at)
    VALUES (${id}, ${learnerOf(world).id}, ${course}, 'A', 'B', 'C', now())`.execute(
    world.server.database.kysely,
  )
  return id
}

export async function newQuiz(world: World): Promise<number> {
  const target = await world.newCourse('free')
  const resource = await newChild(world, 'quiz', target)
  const read = await world.server.call('readResourceAssessment', {
    params: { id: resource },
    as: learnerOf(world),
  })
  return read.body.data?.id ?? fail(read.raw.body)
}

/** Starts an attempt of the learner and leaves it open. */
export async function newAttempt(world: World) {
  const id = await newQuiz(world)
  const begun = await world.server.call('startAttempt', { params: { id }, as: learnerOf(world) })
  const { number, questions } = begun.body.data ?? fail(begun.raw.body)
  return { id, number, questionId: questions[0]?.id ?? 0 }
}

export async function newGroup(world: World) {
  const as = learnerOf(world)
  const { server } = world
  const body = { name: newCode('Group'), description: 'About a subject' }
  const group = idOf(await server.call('createGroup', { body, as }))
  return { group, ...(await newDiscussion(world, { groupId: group })) }
}

export async function newCourseDiscussion(world: World) {
  const { course } = await world.newCourse('private')
  return newDiscussion(world, { courseId: course })
}

async function newDiscussion(world: World, place: { groupId?: number; courseId?: number }) {
  const as = learnerOf(world)
  const body = { title: 'A question', body: 'Who knows?', ...place }
  const discussion = idOf(await world.server.call('startDiscussion', { body, as }))
  const post = idOf(
    await world.server.call('answerDiscussion', {
      params: { id: discussion },
      body: { body: 'An answer' },
      as,
    }),
  )
  return { discussion, post }
}

export async function newReview(world: World) {
  const { course } = await world.newCourse('free')
  const params = { courseId: course }
  const body = { rating: 4, text: 'Good' }
  const id = idOf(await world.server.call('saveReview', { params, body, as: learnerOf(world) }))
  return { course, id }
}

/** Creates a draft of a bundle of the business with two new courses. */
export async function newBundle(world: World): Promise<number> {
  const { server, shop, staff } = world
  const courseIds = [await shop.course(4_900, staff.admin), await shop.course(2_900, staff.admin)]
  const body = { title: 'Orbits', price: 5_900, courseIds }
  const made = await server.call('createBundle', { body, as: staff.admin })
  if (made.status !== 201) fail(made.raw.body)
  return made.body.data.id
}

export async function newCoupon(world: World): Promise<number> {
  const body = { code: newCode('SALE'), amount: 100 }
  return idOf(await world.server.call('createCoupon', { body, as: world.staff.admin }))
}

export async function newWebhook(world: World): Promise<number> {
  const body = { url: 'http://127.0.0.1:9/hook', events: ['order.paid' as const] }
  const id = idOf(await world.server.call('createWebhook', { body, as: world.staff.admin }))
  return id
}

export async function newApiToken(world: World): Promise<number> {
  const body = { name: 'Payroll', scopes: ['courses:read' as const] }
  const as = world.makers['j'] ? ((await world.makers['j']()) as TestPerson) : fail('no instructor')
  return idOf(await world.server.call('createApiToken', { body, as }))
}

export async function newInvitation(world: World): Promise<number> {
  const body = { email: `${newCode('invited').toLowerCase()}@apogee.test`, role: 'instructor' as const }
  return idOf(await world.server.call('createInvitation', { body, as: world.staff.admin }))
}

export const newMember = async (world: World): Promise<number> =>
  (await world.server.person('instructor', { businessId: world.staff.admin.businessId })).id

export const newOutsider = async (world: World): Promise<number> => (await world.server.person()).id

export const newNoteAbout = (make: typeof newMember) => async (world: World) => {
  const { admin } = world.staff
  const id = await make(world)
  const { rows } = await sql<{ noteId: number }>`
    INSERT INTO person_notes (person_id, seller_id, author_id, client_key, body, created_at)
    SELECT ${id}, s.id, ${admin.id}, ${newCode('note')}, 'Asked for a receipt', now()
      FROM sellers s WHERE s.business_id = ${admin.businessId} RETURNING id AS "noteId"`.execute(
    world.server.database.kysely,
  )
  return { id, noteId: rows[0]?.noteId ?? fail('no note') }
}

export async function newPasskey(world: World): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO passkeys (user_id, credential_id, public_key, user_handle, name, is_synced, created_at)
    VALUES (${learnerOf(world).id}, ${randomBytes(16)}, ${randomBytes(77)}, ${randomBytes(32)}, 'Phone', false, now())
    RETURNING id`.execute(world.server.database.kysely)
  return rows[0]?.id ?? fail('no passkey')
}

export async function newSession(world: World): Promise<number> {
  const { email } = learnerOf(world)
  await world.server.call('login', { body: { email, password: testPassword } })
  const listed = await world.server.call('listSessions', { as: learnerOf(world) })
  return listed.body.data.find(({ isCurrent }) => !isCurrent)?.id ?? fail(listed.raw.body)
}

const idOf = (answer: { body: { data: { id: number } }; raw: { body: string } }): number =>
  answer.body.data?.id ?? fail(answer.raw.body)

function fail(body: string): never {
  throw new Error(body)
}
