import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeCourse, type TestCourse } from '#server/app/testing-courses.ts'
import type { TestPerson } from '#server/app/testing.ts'
import { emit } from '#server/events.ts'
import { bank, invoicesOn } from '#server/features/invoices/invoices.testing.ts'
import { readOwnData } from '#server/features/personal-data/own-data.ts'
import { startShop, type Shop } from '#server/features/sales/sales.testing.ts'

let shop: Shop
let admin: TestPerson
let teacher: TestPerson
let colleague: TestPerson
let otherAdmin: TestPerson
let superadmin: TestPerson
let learner: TestPerson
let course: TestCourse
let otherCourse: TestCourse
beforeAll(async () => {
  shop = await startShop({ limitsOn: false })
})
afterAll(() => shop.server.stop())
beforeEach(async () => {
  const { server } = shop
  admin = await server.person('admin', { isProven: true })
  const { businessId } = admin
  teacher = await server.person('instructor', { businessId, isProven: true })
  colleague = await server.person('instructor', { businessId })
  otherAdmin = await server.person('admin', { isProven: true })
  superadmin = await server.person('superadmin')
  learner = await server.person('student', { isProven: true })
  const contents = [{ title: 'First', resources: [{ title: 'Launch' }, { title: 'Burn' }] }]
  const form = { title: 'Orbits', priceCents: 6_000, contents }
  course = await makeCourse(server.database, { ...form, owner: admin, instructor: teacher })
  otherCourse = await makeCourse(server.database, { ...form, title: 'Tides', owner: otherAdmin })
})

const read = async (as: TestPerson, id = learner.id) =>
  (await shop.server.call('readPerson', { params: { id }, as })).body.data
const statusFor = async (as: TestPerson, id = learner.id) =>
  (await shop.server.call('readPerson', { params: { id }, as })).status
type Kind = 'joined' | 'bought' | 'lesson' | 'question' | 'hand-in' | 'message' | 'refund'
const eventsFor = async (as: TestPerson, query: { kind?: Kind; limit?: string; cursor?: string } = {}) =>
  (await shop.server.call('listPersonEvents', { params: { id: learner.id }, query, as })).body

/** The clock of the tests is ahead of that of the database, which dates some rows. */
async function bought(...courses: number[]): Promise<string> {
  const { id, purchase } = await shop.buy(learner, ...courses)
  await shop.pay(purchase)
  expect(await shop.check(id)).toBe('paid')
  return id
}
const complete = (id = 0) =>
  shop.server.call('saveResourceProgress', { params: { id }, body: { completed: true }, as: learner })
const write = (as: TestPerson, to: TestCourse, text: string) =>
  shop.server.call('writeLearnerMessage', {
    params: { id: to.id, userId: learner.id },
    body: { body: text },
    as,
  })
const note = (as: TestPerson, text: string, key = `key-of-note-${text.length}-${as.id}`) =>
  shop.server.call('addPersonNote', { params: { id: learner.id }, body: { text, key }, as })
const notesFor = async (as: TestPerson) =>
  (await read(as)).notes.map(({ text, author, mayDelete }) => [text, author, mayDelete])

test('each seller sees the purchases, lessons and messages of the own courses only, and the platform sees all', async () => {
  await bought(course.id, otherCourse.id)
  await complete(course.contents[0]?.resources[0])
  await complete(otherCourse.contents[0]?.resources[0])
  await write(admin, course, 'About Orbits')
  await write(otherAdmin, otherCourse, 'About Tides')
  for (const [seller, title, foreign] of [
    [admin, 'Orbits', 'Tides'],
    [otherAdmin, 'Tides', 'Orbits'],
  ] as const) {
    const person = await read(seller)
    const events = await eventsFor(seller)
    expect(person.courses.map((one) => [one.courseTitle, one.completedLessons, one.totalLessons])).toEqual([
      [title, 1, 2],
    ])
    expect(person.courses[0]?.modules).toEqual([{ done: 1, total: 2 }])
    expect(person.money).toMatchObject({ spent: 6_000, refunded: 0, orders: [{ price: 6_000 }] })
    expect(new Set(events.data.map(({ kind }) => kind))).toEqual(
      new Set(['message', 'lesson', 'bought', 'joined']),
    )
    expect(JSON.stringify([person, events])).not.toContain(foreign)
  }
  const whole = await read(superadmin)
  expect(whole.money?.spent).toBe(12_000)
  expect(whole.courses.map((one) => one.courseTitle).toSorted()).toEqual(['Orbits', 'Tides'])
  expect((await eventsFor(superadmin, { kind: 'bought' })).data).toMatchObject([
    { courseId: null, courseTitle: 'Orbits, Tides', amount: 12_000 },
  ])
})

test('an instructor sees the own courses without sums and orders, and a colleague does not find the person', async () => {
  const order = await bought(course.id)
  const person = await read(teacher)
  expect(person).toMatchObject({
    money: null,
    businessName: null,
    courses: [{ courseId: course.id, isPaid: true }],
  })
  expect((await eventsFor(teacher, { kind: 'bought' })).data).toMatchObject([
    { courseTitle: 'Orbits', orderId: null, amount: null },
  ])
  expect(JSON.stringify(await eventsFor(teacher))).not.toContain(order)
  expect(await statusFor(colleague)).toBe(404)
  expect(await statusFor(otherAdmin)).toBe(404)
  expect(
    (await shop.server.call('listPersonEvents', { params: { id: learner.id }, query: {}, as: colleague }))
      .status,
  ).toBe(404)
})

test('a seller keeps the page of a buyer whose order was refunded, with both amounts', async () => {
  const id = await bought(course.id)
  await shop.server.call('refundOrder', {
    params: { id },
    body: { courseIds: [course.id], reason: 'Asked for' },
    as: admin,
  })
  await shop.runJobs()
  expect((await read(admin)).money).toMatchObject({
    spent: 6_000,
    refunded: 6_000,
    chargedBack: 0,
    orders: [{ id, price: 6_000, returned: 6_000, isChargedBack: false }],
  })
  expect((await eventsFor(admin, { kind: 'refund' })).data).toMatchObject([
    { courseTitle: 'Orbits', orderId: id, amount: 6_000, isChargeback: false },
  ])
  expect(await statusFor(teacher)).toBe(404)
})

test('neither keys nor cursors of the time line tell how many orders and refunds the platform has', async () => {
  const id = await bought(course.id)
  const body = { courseIds: [course.id], reason: 'Asked for' }
  await shop.server.call('refundOrder', { params: { id }, body, as: admin })
  await shop.runJobs()
  const numbers = (
    await shop.rows(sql<{ id: number }>`SELECT id FROM orders UNION SELECT id FROM refunds`)
  ).map((row) => String(row.id))
  const { data } = await eventsFor(admin)
  const first = await eventsFor(admin, { limit: '1' })
  expect(first.data).toMatchObject([{ kind: 'refund' }])
  const told = [
    ...data.filter(({ kind }) => kind === 'bought' || kind === 'refund').map(({ key }) => key.split(':')[1]),
    first.meta.nextCursor?.split('.')[2],
  ]
  expect(told).toHaveLength(3)
  expect(told.filter((one) => one === undefined || numbers.includes(one))).toEqual([])
})

test('questions and hand-ins are in the time line and lead to their own pages', async () => {
  await bought(course.id)
  const asked = await shop.server.call('startDiscussion', {
    body: { courseId: course.id, title: 'Why round?', body: 'I wonder' },
    as: learner,
  })
  expect(asked.status).toBe(201)
  await sql`
    WITH quiz AS (
      INSERT INTO course_resources (content_id, title, file_type, sort_order)
      VALUES (${course.contents[0]?.id}, 'Essay', 'quiz', 9) RETURNING id),
    made AS (
      INSERT INTO assessments (resource_id, title, time_limit_seconds) SELECT id, 'Essay', 600 FROM quiz RETURNING id)
    INSERT INTO attempts (user_id, assessment_id, number, started_at, deadline_at, submitted_at, total_points, waiting_since)
    SELECT ${learner.id}, id, 1, now(), now() + interval '1 hour', now(), 10, now() FROM made`.execute(
    shop.server.database.kysely,
  )
  expect((await eventsFor(teacher, { kind: 'hand-in' })).data).toMatchObject([
    { text: 'Essay', courseId: course.id, subjectId: expect.any(Number) },
  ])
  expect((await eventsFor(teacher, { kind: 'question' })).data).toMatchObject([
    { text: 'Why round?', subjectId: asked.body.data.id, courseId: course.id },
  ])
  expect((await eventsFor(otherAdmin, { kind: 'question' })).data).toBeUndefined()
})

test('the time line has pages, newest first, without gaps and repetitions', async () => {
  await bought(course.id)
  await complete(course.contents[0]?.resources[0])
  await complete(course.contents[0]?.resources[1])
  const all = await eventsFor(admin)
  const times = all.data.map(({ at }) => at)
  expect(times).toEqual(times.toSorted().toReversed())
  const keys: string[] = []
  let cursor: string | undefined
  do {
    const page = await eventsFor(admin, { limit: '2', ...(cursor !== undefined && { cursor }) })
    keys.push(...page.data.map(({ key }) => key))
    cursor = page.meta.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(keys).toEqual(all.data.map(({ key }) => key))
  expect(new Set(keys).size).toBe(5)
})

const seatOnDraft = async (email: string) => {
  const invoices = invoicesOn(shop.server)
  await shop.server.call('saveInvoiceBank', { body: bank, as: admin })
  await invoices.verified(admin)
  const lines = [{ courseId: course.id, seats: 2, unitPrice: 5_000 }]
  const { id, total } = await invoices.draft(
    { admin, courses: [course.id, course.id], sellerId: 0 },
    { lines },
  )
  expect((await invoices.addPeople(id, [course.id], email, admin)).status).toBe(200)
  return { invoices, id, total }
}

test('an address that a seller typed makes nobody known before the person takes the seat', async () => {
  const stranger = await shop.server.person()
  const { invoices, id, total } = await seatOnDraft(stranger.email)
  expect(await statusFor(admin, stranger.id)).toBe(404)
  await invoices.issue(id, total, admin)
  expect(await statusFor(admin, stranger.id)).toBe(404)
  expect((await invoices.pay(id, total, admin)).status).toBe(200)
  await shop.runJobs()
  expect((await invoices.seatsOf(id, admin)).map(({ state }) => state)).toEqual(['waiting'])
  expect(await statusFor(admin, stranger.id)).toBe(404)
  const { email } = stranger
  const params = { id: course.id }
  const enrolled = await shop.server.call('enrolPeople', { params, body: { emails: [email] }, as: admin })
  const invited = await shop.server.call('createInvitation', {
    body: { email, role: 'instructor' },
    as: admin,
  })
  expect([enrolled.status, invited.status]).toEqual([200, 201])
  expect(await statusFor(admin, stranger.id)).toBe(404)
})

test('the seats and certificates of a person belong to the seller who gave them', async () => {
  const { invoices, id, total } = await seatOnDraft(learner.email)
  expect(await statusFor(admin)).toBe(404)
  await invoices.issue(id, total, admin)
  await invoices.pay(id, total, admin)
  await shop.runJobs()
  expect((await read(admin)).seats).toEqual([
    {
      courseId: course.id,
      courseTitle: 'Orbits',
      invoice: { id, number: expect.stringMatching(/^INV-/), company: 'Petronia Sdn Bhd' },
    },
  ])
  expect(await statusFor(otherAdmin)).toBe(404)
  await sql`INSERT INTO certificates (public_id, user_id, course_id, course_title, seller_name, issued_at)
            VALUES (${'c'.repeat(24)}, ${learner.id}, ${course.id}, 'Orbits', 'Business', now())`.execute(
    shop.server.database.kysely,
  )
  expect((await read(admin)).certificates).toMatchObject([{ courseTitle: 'Orbits', state: 'valid' }])
})

test('a note is read by the team of its seller, and deleted by its author or by an admin of the seller', async () => {
  await bought(course.id, otherCourse.id)
  const written = await note(teacher, 'Prefers calls in the evening')
  expect(written.status).toBe(201)
  await note(teacher, 'Prefers calls in the evening')
  await note(otherAdmin, 'Pays late')
  expect(await notesFor(admin)).toEqual([['Prefers calls in the evening', expect.any(String), true]])
  expect(await notesFor(teacher)).toEqual([['Prefers calls in the evening', expect.any(String), true]])
  expect(await notesFor(otherAdmin)).toEqual([['Pays late', expect.any(String), true]])
  expect((await read(superadmin)).notes.map(({ text, seller }) => [text, typeof seller])).toEqual([
    ['Pays late', 'string'],
    ['Prefers calls in the evening', 'string'],
  ])
  const params = { id: learner.id, noteId: written.body.data.id }
  const statusOfDelete = async (as: TestPerson, noteId = params.noteId) =>
    (await shop.server.call('deletePersonNote', { params: { ...params, noteId }, as })).status
  expect(await statusOfDelete(otherAdmin)).toBe(404)
  expect(await notesFor(teacher)).toHaveLength(1)
  expect(await statusOfDelete(teacher)).toBe(200)
  expect(await statusOfDelete(teacher)).toBe(404)
  expect(await notesFor(admin)).toEqual([])
  const ofAdmin = (await note(admin, 'Asked twice')).body.data
  expect(await notesFor(teacher)).toEqual([['Asked twice', expect.any(String), false]])
  expect(await statusOfDelete(teacher, ofAdmin.id)).toBe(404)
  const ofTeacher = (await note(teacher, 'Asked again')).body.data
  expect(await statusOfDelete(admin, ofTeacher.id)).toBe(200)
  expect(await statusOfDelete(superadmin, ofAdmin.id)).toBe(200)
  expect(await notesFor(admin)).toEqual([])
})

test('the erasure of a person deletes the notes about them, and that of an author leaves the note without a name', async () => {
  await bought(course.id)
  await note(teacher, 'Prefers calls')
  const { database, jobs } = shop.server
  await database.transaction((tx) => shop.server.services.accounts.changes.erase(tx, teacher as never))
  expect(await notesFor(admin)).toEqual([['Prefers calls', null, true]])
  await database.transaction((tx) => emit(tx, 'user.erased', { userId: learner.id }))
  await jobs.runDueOnce()
  expect(await shop.rows(sql`SELECT FROM person_notes WHERE person_id = ${learner.id}`)).toEqual([])
})

test('the notes of a member who left the team stay with its admin, and are not in the export of the member', async () => {
  await bought(course.id)
  await note(teacher, 'Prefers calls')
  await note(admin, 'Pays at once')
  const { database, services } = shop.server
  const exported = async (id: number, businessId: number | null) => {
    const owner = { id, businessId, role: 'instructor', provenEmail: null } as const
    const sections = await readOwnData(database.kysely, owner, services.personalTables)
    return JSON.stringify(sections.flatMap(({ tables }) => tables)).match(/Prefers calls|Pays at once/g)
  }
  expect(await exported(teacher.id, admin.businessId)).toEqual(['Prefers calls'])
  await shop.server.call('deleteUser', { params: { id: teacher.id }, query: {}, as: admin })
  expect(await exported(teacher.id, null)).toBeNull()
  expect(await exported(learner.id, null)).toHaveLength(2)
  const [, left] = (await read(admin)).notes
  expect(left).toMatchObject({ text: 'Prefers calls', mayDelete: true })
  const params = { id: learner.id, noteId: left?.id ?? 0 }
  expect((await shop.server.call('deletePersonNote', { params, as: admin })).status).toBe(200)
  expect(await notesFor(admin)).toHaveLength(1)
})

test('a note needs words, and a person who is not known takes none', async () => {
  await bought(course.id)
  expect((await note(admin, '  ')).status).toBe(400)
  expect((await note(colleague, 'Who is this?')).status).toBe(404)
})
