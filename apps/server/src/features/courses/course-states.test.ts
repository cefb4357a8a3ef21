import type { RequestOf } from '@apogee/contracts/endpoints.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestPerson } from '#server/app/testing.ts'
import { courseForm, startTestSchool, type TestSchool } from './testing.ts'

let school: TestSchool
let server: TestSchool['server']
let teacher: TestPerson
let admin: TestPerson
let student: TestPerson
let superadmin: TestPerson
beforeAll(async () => {
  school = await startTestSchool()
  ;({ server, teacher, admin, student, superadmin } = school)
})
afterAll(() => server.stop())

const customerInfo = {
  email: 'buyer@apogee.test',
  address: '1 Jalan Bulan',
  city: 'Ipoh',
  state: 'Perak',
  postalCode: '30000',
  country: 'Malaysia',
}
const paidDraft = () => school.makeCourse(teacher, { draft: true, price: 5_000 })
const stateOf = async (id: number, as = teacher) =>
  (await server.call('readCourseState', { params: { id }, as })).body.data
const change = (id: number, state: RequestOf<'changeCourseState'>['body']['state'], as = teacher) =>
  server.call('changeCourseState', { params: { id }, body: { state }, as })
const listed = async (query: RequestOf<'listCourses'>['query'], as: TestPerson | null) =>
  (await server.call('listCourses', { query: { limit: '100', ...query }, as })).body.data.map(({ id }) => id)

async function orderedBy(buyer: TestPerson, courseId: number): Promise<void> {
  const order = await sql<{ id: number }>`
    INSERT INTO orders (public_id, buyer_id, total_cents, language, state, origin)
    VALUES (${`states-${courseId}`}, ${buyer.id}, 0, 'en', 'created', 'http://localhost') RETURNING id`.execute(
    server.database.kysely,
  )
  await sql`INSERT INTO open_purchases (user_id, course_id, order_id)
            VALUES (${buyer.id}, ${courseId}, ${order.rows[0]?.id})`.execute(server.database.kysely)
}

describe('the money-back promise at the first publication', () => {
  const publish = (id: number, as: TestPerson, moneyBack?: { days: 0 | 7 | 14 | 30; percent: number }) =>
    server.call('changeCourseState', {
      params: { id },
      body: { state: 'published', ...(moneyBack && { moneyBack }) },
      as,
    })
  const promiseOf = async (id: number, as: TestPerson) => (await stateOf(id, as)).promise

  test('the money-back promise is asked once per seller, saved with the publication, and shown on the sales page', async () => {
    const lone = await server.person('instructor')
    const course = await school.makeCourse(lone, { draft: true, price: 5_000 })
    const free = await school.makeCourse(lone, { draft: true, price: 0 })
    expect(await promiseOf(course.id, lone)).toEqual({ days: 30, percent: 30, mayChoose: true })
    expect(await promiseOf(course.id, superadmin)).toMatchObject({ mayChoose: false })
    expect(await promiseOf(free.id, lone)).toBeNull()
    expect((await publish(course.id, lone, { days: 7, percent: 50 })).status).toBe(200)
    const { data } = (await server.call('courseSales', { params: { courseId: course.id }, query: {} })).body
    expect(data.moneyBack).toEqual({ days: 7, percent: 50 })
    expect((await server.call('readMoneyBack', { as: lone })).body.data).toMatchObject({
      days: 7,
      percent: 50,
      chosenAt: expect.any(String),
    })
    const next = await school.makeCourse(lone, { draft: true, price: 5_000 })
    expect(await promiseOf(next.id, lone)).toBeNull()
    const late = await publish(next.id, lone, { days: 0, percent: 30 })
    expect([late.status, late.body.errorCode]).toEqual([409, 'MONEY_BACK_CHOSEN'])
    expect((await stateOf(next.id, lone)).state).toBe('draft')
    expect((await publish(next.id, lone)).status).toBe(200)
  })

  test('the money-back promise is chosen by an admin, not an instructor, and not saved when publishing is refused', async () => {
    const owner = await server.person('admin')
    const { businessId } = owner
    const instructor = await server.person('instructor', { businessId })
    const course = await school.makeCourse(instructor, { draft: true, price: 5_000 })
    expect(await promiseOf(course.id, instructor)).toEqual({ days: 30, percent: 30, mayChoose: false })
    expect((await publish(course.id, instructor, { days: 0, percent: 30 })).status).toBe(403)
    expect((await stateOf(course.id, instructor)).state).toBe('draft')
    await sql`UPDATE courses SET instructor_id = ${student.id} WHERE id = ${course.id}`.execute(
      server.database.kysely,
    )
    const refused = await publish(course.id, owner, { days: 0, percent: 30 })
    expect(refused.body.errorCode).toBe('COURSE_NEEDS_INSTRUCTOR')
    expect(await promiseOf(course.id, owner)).toEqual({ days: 30, percent: 30, mayChoose: true })
    const archived = await server.call('changeCourseState', {
      params: { id: course.id },
      body: { state: 'archived', moneyBack: { days: 7, percent: 30 } },
      as: owner,
    })
    expect(archived.body.errorCode).toBe('VALIDATION')
  })
})

describe('a course created', () => {
  test('a course created without draft is published at once, as the specification says', async () => {
    const course = await school.makeCourse(teacher)
    expect(course).not.toHaveProperty('state')
    expect(await listed({}, null)).toContain(course.id)
    expect((await stateOf(course.id)).state).toBe('published')
  })

  test('a draft is listed for its authors only, in their own list', async () => {
    const course = await paidDraft()
    expect(course.state).toBe('draft')
    for (const person of [null, student, school.colleague, teacher, admin, superadmin])
      expect(await listed({}, person)).not.toContain(course.id)
    expect(await listed({ createdBy: String(teacher.id) }, teacher)).toContain(course.id)
    expect(await listed({ businessId: 'own' }, admin)).toContain(course.id)
    expect(await listed({ state: 'draft' }, superadmin)).toContain(course.id)
    expect(await listed({ state: 'current' }, superadmin)).toContain(course.id)
    for (const person of [null, student, school.colleague])
      expect(await listed({ state: 'draft' }, person)).not.toContain(course.id)
  })
})

describe('a draft', () => {
  test('a draft is previewed by its makers: course page, sales page, lessons and files', async () => {
    const course = await paidDraft()
    const content = await school.makeContent(teacher, course.id, { isPublished: true })
    await school.makeResource(teacher, content.id)
    for (const as of [teacher, admin, superadmin]) {
      const read = await server.call('readCourse', { params: { courseId: course.id }, as })
      expect(read.body.data).toMatchObject({ state: 'draft', permissions: { study: true, manage: true } })
      const filePath = read.body.data.contents[0]?.resources[0]?.filePath ?? ''
      expect((await server.app.inject({ url: filePath })).statusCode).toBe(200)
      const sales = await server.call('courseSales', { params: { courseId: course.id }, query: {}, as })
      expect(sales.body.data.course.state).toBe('draft')
    }
  })

  test('a draft cannot be obtained by payment, cart, quote, enrolment, invitation, e-mail, invoice or code', async () => {
    const { id } = await paidDraft()
    const free = await school.makeCourse(teacher, { draft: true })
    const missing = 999_999_999
    const same = async (one: Promise<{ raw: { statusCode: number; body: string } }>, other: typeof one) => {
      const [answer, absent] = [(await one).raw, (await other).raw]
      expect([answer.statusCode, answer.body]).toEqual([404, absent.body])
    }
    const pay = (courseId: number) => server.call('payForCourse', { body: { courseId }, as: student })
    await same(pay(id), pay(missing))
    const payAll = (courseId: number) =>
      server.call('payForCart', { body: { courseIds: [courseId], customerInfo }, as: student })
    await same(payAll(id), payAll(missing))
    const enrol = (courseId: number, invite?: string) =>
      server.call('enroll', { params: { courseId }, body: invite ? { invite } : {}, as: student })
    await same(enrol(free.id), enrol(missing))
    await same(enrol(free.id, 'x'), enrol(missing, 'x'))
    const quoted = await server.call('quotePrices', { body: { courseIds: [id, missing] }, as: student })
    const [one, other] = quoted.body.data.courses.map(({ courseId: _, ...line }) => line)
    expect(one).toEqual(other)

    const emails = { params: { id }, body: { emails: [student.email] }, as: teacher }
    expect((await server.call('enrolPeople', emails)).body.errorCode).toBe('COURSE_IS_DRAFT')
    const invite = { params: { id }, body: {}, as: teacher }
    expect((await server.call('createInvite', invite)).body.errorCode).toBe('COURSE_IS_DRAFT')
    const line = { courseId: id, seats: 1, unitPrice: 5_000 }
    const invoice = await server.call('createInvoice', {
      body: {
        companyName: 'Petronia',
        registrationNumber: '',
        taxNumber: '',
        address: '8 Jalan Minyak',

        contactName: '',
        contactEmail: 'a@b.test',
        purchaseOrder: '',
        dueOn: '2099-12-31',
        language: 'en',
        lines: [line],
      },
      as: admin,
    })
    expect(invoice.body.errorCode).toBe('INVOICE_COURSE_UNKNOWN')
    const desk = await server.call('readInvoiceDesk', { as: admin })
    expect(desk.body.data.courses.map((course) => course.id)).not.toContain(id)
    const coupon = await server.call('createCoupon', {
      body: { code: `DRAFT-${id}`, amount: 100, courseId: id },
      as: admin,
    })
    expect(coupon.status).toBeGreaterThanOrEqual(400)
    const own = await server.call('payForCourse', { body: { courseId: id }, as: teacher })
    expect(own.status).toBe(403)
  })

  test('a draft refuses an invitation from when it was published', async () => {
    const course = await school.makeCourse(teacher, { isPrivate: true })
    const made = await server.call('createInvite', { params: { id: course.id }, body: {}, as: teacher })
    const invite = new URL(made.body.data.url).searchParams.get('invite') ?? ''
    await change(course.id, 'draft')
    const enter = (courseId: number) =>
      server.call('enroll', { params: { courseId }, body: { invite }, as: student })
    expect((await enter(course.id)).raw.body).toBe((await enter(999_999_999)).raw.body)
    await change(course.id, 'published')
    expect((await enter(course.id)).status).toBe(200)
  })

  test("a draft's cover needs a signature", async () => {
    const { picture, uploadFile } = await import('#server/features/media/testing.ts')
    const { url } = await uploadFile(server, teacher, await picture('png'), 'c.png', 'cover')
    const course = await school.makeCourse(teacher, { image: url, draft: true })
    const bare = new URL(course.image, 'http://localhost').pathname
    expect((await server.app.inject({ url: bare })).statusCode).not.toBe(200)
    expect((await server.app.inject({ url: course.image })).statusCode).toBe(200)
    const published = (await change(course.id, 'published')).body.data
    expect((await server.app.inject({ url: published.image })).statusCode).toBe(200)
  })
})

describe('publishing', () => {
  test('publishing lists the course, and reports before what it lacks', async () => {
    const { id } = await school.makeCourse(teacher, { draft: true })
    expect((await stateOf(id)).lacks).toEqual(['publishedModule', 'lessons', 'cover', 'price', 'category'])
    const content = await school.makeContent(teacher, id, { isPublished: true })
    await school.makeResource(teacher, content.id)
    await server.call('updateCourse', {
      params: { id },
      body: { price: 100, category: 'Design' },
      as: teacher,
    })
    expect((await stateOf(id)).lacks).toEqual(['cover'])
    const counted = async () =>
      (await server.call('countCourses', {})).body.data.find(({ category }) => category === 'Design')
        ?.courses ?? 0
    const before = await counted()
    expect((await change(id, 'published')).body.data).not.toHaveProperty('state')
    server.services.catalogue.forgetLists()
    expect(await listed({}, null)).toContain(id)
    expect(await counted()).toBe(before + 1)
    expect((await change(id, 'published')).status).toBe(200)
  })

  test('publishing is refused while the instructor does not teach there any more', async () => {
    const gone = await server.person('instructor', { businessId: admin.businessId })
    const { id } = await school.makeCourse(admin, { draft: true, instructorId: gone.id })
    // This trigger would replace an instructor who leaves the business, so the test disables it.
    await sql`ALTER TABLE users DISABLE TRIGGER instructors_replaced`.execute(server.database.kysely)
    await sql`UPDATE users SET business_id = NULL WHERE id = ${gone.id}`.execute(server.database.kysely)
    await sql`ALTER TABLE users ENABLE TRIGGER instructors_replaced`.execute(server.database.kysely)
    expect((await stateOf(id, admin)).lacks).toContain('instructor')
    expect((await change(id, 'published', admin)).body.errorCode).toBe('COURSE_NEEDS_INSTRUCTOR')
    await server.call('updateCourse', { params: { id }, body: { instructorId: admin.id }, as: admin })
    expect((await change(id, 'published', admin)).status).toBe(200)
  })

  test('unpublishing is possible only while nobody is enrolled or invited', async () => {
    const { id } = await school.makeCourse(teacher, { price: 5_000 })
    expect((await stateOf(id)).mayBecomeDraft).toBe(true)
    await orderedBy(student, id)
    expect(await stateOf(id)).toMatchObject({ mayBecomeDraft: false, openPurchases: 1 })
    expect((await change(id, 'draft')).body.errorCode).toBe('COURSE_HAS_PEOPLE')
    await sql`DELETE FROM open_purchases WHERE course_id = ${id}`.execute(server.database.kysely)
    await sql`UPDATE users SET email_verified_at = now() WHERE id = ${teacher.id}`.execute(
      server.database.kysely,
    )
    await server.call('enrolPeople', {
      params: { id },
      body: { emails: ['not-here-yet@apogee.test'] },
      as: teacher,
    })
    expect((await stateOf(id)).people).toEqual({ enrolled: 0, waiting: 1 })
    expect((await change(id, 'draft')).status).toBe(409)
    await sql`DELETE FROM course_invitations WHERE course_id = ${id}`.execute(server.database.kysely)
    expect((await change(id, 'draft')).body.data.state).toBe('draft')
    await school.enrol(student, id)
    expect((await change(id, 'published')).status).toBe(200)
    expect((await change(id, 'draft')).status).toBe(409)
  })
})

describe('archiving', () => {
  test('archiving keeps the course for its learners and lists it for its makers, who can restore it', async () => {
    const { id } = await school.makeCourse(teacher, { price: 5_000 })
    await school.enrol(student, id)
    const told = await stateOf(id)
    expect(told).toMatchObject({ people: { enrolled: 1, waiting: 0 }, deletion: 'archived' })
    const { body } = await server.call('deleteCourse', { params: { id }, as: teacher })
    expect(body.data.outcome).toBe('archived')
    expect((await server.call('deleteCourse', { params: { id }, as: teacher })).body.data.outcome).toBe(
      'archived',
    )

    expect(await listed({ createdBy: String(teacher.id) }, teacher)).not.toContain(id)
    expect(await listed({ createdBy: String(teacher.id), state: 'archived' }, teacher)).toContain(id)
    expect(await listed({ businessId: 'own', state: 'archived' }, admin)).toContain(id)
    expect(await listed({ state: 'archived' }, superadmin)).toContain(id)
    for (const person of [null, school.colleague, school.lone])
      expect(await listed({ state: 'archived' }, person)).not.toContain(id)
    const kept = await server.call('listEnrolledCourses', { query: {}, as: student })
    expect(kept.body.data.find((course) => course.id === id)?.state).toBe('archived')

    expect((await stateOf(id)).restoresTo).toBe('published')
    expect((await change(id, 'published')).status).toBe(200)
    expect(await listed({}, null)).toContain(id)
  })

  test('archiving leaves its lessons editable and its sale unchanged', async () => {
    const { id } = await school.makeCourse(teacher, { price: 5_000 })
    const content = await school.makeContent(teacher, id, { isPublished: true })
    const resource = await school.makeResource(teacher, content.id)
    await school.enrol(student, id)
    await change(id, 'archived')
    const renamed = await server.call('updateResource', {
      params: { id: resource.id },
      body: { title: 'Mended' },
      as: teacher,
    })
    expect(renamed.status).toBe(200)
    const module = await server.call('createContent', { body: { courseId: id, title: 'Errata' }, as: admin })
    expect(module.status).toBe(201)
    const seen = await server.call('listCourseContents', { params: { courseId: id }, query: {}, as: student })
    expect(seen.body.data[0]?.resources[0]?.title).toBe('Mended')
    const sale = await server.call('updateCourse', {
      params: { id },
      body: { sale: { price: 100 } },
      as: teacher,
    })
    expect(sale.body.errorCode).toBe('COURSE_ARCHIVED')
    const invite = { params: { id }, body: {}, as: teacher }
    expect((await server.call('createInvite', invite)).body.errorCode).toBe('COURSE_ARCHIVED')
  })

  test('restoring an archived draft gives a draft', async () => {
    const { id } = await paidDraft()
    await change(id, 'archived')
    expect(await stateOf(id)).toMatchObject({ state: 'archived', restoresTo: 'draft', deletion: 'deleted' })
    expect((await change(id, 'draft')).body.data.state).toBe('draft')
  })
})

describe('a copy', () => {
  test('a copy is a draft with texts, modules, resources and price, without learners, sale and reviews', async () => {
    const original = await school.makeCourse(teacher, {
      price: 5_000,
      category: 'Design',
      language: 'ms',
      level: 'beginner',
    })
    const first = await school.makeContent(teacher, original.id, { title: 'One', isPublished: true })
    await school.makeResource(teacher, first.id, 'A.pdf')
    await school.makeResource(teacher, first.id, 'B.pdf')
    await school.makeContent(teacher, original.id, { title: 'Two' })
    await server.call('updateSalesContent', {
      params: { id: original.id },
      body: { subtitle: 'Round and round', outcomes: ['Know orbits'] },
      as: teacher,
    })
    await server.call('updateCourse', {
      params: { id: original.id },
      body: { sale: { price: 100 } },
      as: teacher,
    })
    await school.enrol(student, original.id)

    const made = await server.call('duplicateCourse', { params: { id: original.id }, body: {}, as: admin })
    expect(made.status).toBe(201)
    const copy = made.body.data
    expect(copy).toMatchObject({
      title: `${courseForm.title} (copy)`,
      state: 'draft',
      price: 5_000,
      category: 'Design',
      createdBy: admin.id,
      instructorId: teacher.id,
      businessId: admin.businessId,
      language: 'ms',
      level: 'beginner',
    })
    expect(copy).not.toHaveProperty('sale')
    const read = await server.call('readCourse', { params: { courseId: copy.id }, as: teacher })
    expect(read.body.data.studentCount).toBe(0)
    expect(
      read.body.data.contents.map(({ title, isPublished, resources }) => ({
        title,
        isPublished,
        files: resources.map((resource) => resource.title),
      })),
    ).toEqual([
      { title: 'One', isPublished: true, files: ['A', 'B'] },
      { title: 'Two', isPublished: false, files: [] },
    ])
    const sales = await server.call('readSalesContent', { params: { id: copy.id }, as: teacher })
    expect(sales.body.data).toMatchObject({ subtitle: 'Round and round', outcomes: ['Know orbits'] })
    const named = await server.call('duplicateCourse', {
      params: { id: original.id },
      body: { title: 'Orbits for schools' },
      as: teacher,
    })
    expect(named.body.data.title).toBe('Orbits for schools')
  })
})
