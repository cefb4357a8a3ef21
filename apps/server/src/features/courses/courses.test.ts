import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp, TestPerson } from '#server/app/testing.ts'
import { pdf, picture, uploadFile } from '#server/features/media/testing.ts'
import { courseForm, startTestSchool, type TestSchool } from './testing.ts'

let school: TestSchool
let server: TestApp
let admin: TestPerson
let teacher: TestPerson
let colleague: TestPerson
let lone: TestPerson
let student: TestPerson
let superadmin: TestPerson
beforeAll(async () => {
  school = await startTestSchool()
  ;({ server, admin, teacher, colleague, lone, student, superadmin } = school)
})
afterAll(() => server.stop())

const makeCourse: TestSchool['makeCourse'] = (...given) => school.makeCourse(...given)
const makeContent: TestSchool['makeContent'] = (...given) => school.makeContent(...given)
const makeResource: TestSchool['makeResource'] = (...given) => school.makeResource(...given)
const enrol: TestSchool['enrol'] = (...given) => school.enrol(...given)

test('learners may keep the videos on a device only where the course says so, and a copy says the same', async () => {
  const course = await makeCourse(teacher)
  expect(course).not.toHaveProperty('allowsOfflineVideo')
  const change = (body: { allowsOfflineVideo: boolean }, as: TestPerson) =>
    server.call('updateCourse', { params: { id: course.id }, body, as })
  expect((await change({ allowsOfflineVideo: true }, student)).status).toBe(403)
  expect((await change({ allowsOfflineVideo: true }, teacher)).body.data.allowsOfflineVideo).toBe(true)
  const copy = await server.call('duplicateCourse', { params: { id: course.id }, body: {}, as: teacher })
  expect(copy.body.data.allowsOfflineVideo).toBe(true)
  expect((await change({ allowsOfflineVideo: false }, teacher)).body.data).not.toHaveProperty(
    'allowsOfflineVideo',
  )
})

describe('creating a course', () => {
  test("creating a course makes it the business's, taught by its creator, free and public by default", async () => {
    const { status, body } = await server.call('createCourse', { body: courseForm, as: teacher })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      ...courseForm,
      image: '',
      isPrivate: false,
      price: 0,
      category: null,
      createdBy: teacher.id,
      businessId: admin.businessId,
      instructorId: teacher.id,
    })
  })

  test('creating a course accepts the fields of the dialog', async () => {
    const image = (await uploadFile(server, admin, await picture('png'), 'c.png', 'cover')).url
    const { body } = await server.call('createCourse', {
      body: {
        ...courseForm,
        title: '  Orbits  ',
        image,
        isPrivate: true,
        price: 14_990,
        category: 'AI & ML',
        language: 'ms',
        level: 'all_levels',
        createdBy: admin.id,
        businessId: admin.businessId,
        instructorId: teacher.id,
      },
      as: admin,
    })
    expect(body.data).toMatchObject({
      title: 'Orbits',
      isPrivate: true,
      price: 14_990,
      category: 'AI & ML',
      language: 'ms',
      level: 'all_levels',
      createdBy: admin.id,
      instructorId: teacher.id,
    })
    expect((await server.app.inject({ url: body.data.image })).statusCode).toBe(200)
  })

  test('language and level of a course are absent until chosen, kept when absent, and removed by null', async () => {
    const made = await makeCourse(teacher)
    expect(made).not.toHaveProperty('language')
    expect(made).not.toHaveProperty('level')
    const change = async (body: object) =>
      (await server.call('updateCourse', { params: { id: made.id }, body, as: teacher })).body.data
    expect(await change({ language: 'ms', level: 'beginner' })).toMatchObject({
      language: 'ms',
      level: 'beginner',
    })
    expect(await change({ title: 'Orbit' })).toMatchObject({ language: 'ms', level: 'beginner' })
    expect(await change({ level: 'advanced' })).toMatchObject({ language: 'ms', level: 'advanced' })
    const without = await change({ language: null })
    expect(without).not.toHaveProperty('language')
    expect(without).toMatchObject({ level: 'advanced' })
  })

  test('a change of the level that another person has changed since is refused', async () => {
    const made = await makeCourse(teacher)
    const change = (level: 'beginner' | 'advanced', as: TestPerson) =>
      server.call('updateCourse', {
        params: { id: made.id },
        as,
        body: { level, version: made.version },
      })
    expect((await change('beginner', admin)).status).toBe(200)
    const { status, body } = await change('advanced', teacher)
    expect([status, body.errorCode]).toEqual([409, 'EDIT_CONFLICT'])
    expect(body).toMatchObject({ conflict: { fields: [{ field: 'level', value: 'beginner' }] } })
  })

  const sellerOf = async ({ id }: { id: number }) => {
    const found = await sql`
      SELECT s.is_platform AS "isPlatform", s.user_id AS "userId", s.business_id AS "businessId"
        FROM courses c JOIN sellers s ON s.id = c.seller_id WHERE c.id = ${id}`.execute(
      server.database.kysely,
    )
    return found.rows[0]
  }

  test("a lone instructor's course is sold by themselves, a superadmin's by the platform", async () => {
    expect(await makeCourse(lone)).toMatchObject({ businessId: null, instructorId: lone.id })
    const own = await makeCourse(superadmin)
    expect(await sellerOf(own)).toEqual({ isPlatform: true, userId: null, businessId: null })
    const named = await makeCourse(superadmin, { instructorId: superadmin.id })
    expect(await sellerOf(named)).toMatchObject({ isPlatform: true })
  })

  test("a superadmin's course for an instructor is sold and managed by that instructor's seller", async () => {
    const ofBusiness = await makeCourse(superadmin, { instructorId: teacher.id })
    expect(ofBusiness).toMatchObject({ businessId: admin.businessId, createdBy: superadmin.id })
    const alone = await makeCourse(superadmin, { instructorId: lone.id })
    expect(await sellerOf(alone)).toEqual({ isPlatform: false, userId: lone.id, businessId: null })
    const change = async (id: number, as: TestPerson) =>
      (await server.call('updateCourse', { params: { id }, body: { title: 'Renamed' }, as })).status
    expect(await change(ofBusiness.id, teacher)).toBe(200)
    expect(await change(ofBusiness.id, admin)).toBe(200)
    expect(await change(ofBusiness.id, colleague)).toBe(404)
    expect(await change(alone.id, lone)).toBe(200)
  })

  test('creating a course is for teachers only', async () => {
    expect((await server.call('createCourse', { body: courseForm, as: student })).status).toBe(403)
    expect((await server.call('createCourse', { body: courseForm })).status).toBe(401)
  })

  test("creating a course in another person's or business's name is refused", async () => {
    const other = await server.person('admin')
    for (const body of [
      { ...courseForm, createdBy: other.id },
      { ...courseForm, businessId: other.businessId },
    ]) {
      const answer = await server.call('createCourse', { body, as: teacher })
      expect(answer.status).toBe(403)
      expect(answer.body.errorCode).toBe('NOT_YOURS')
    }
  })

  test('an id in the body of a new course is ignored', async () => {
    const { body } = await server.call('createCourse', {
      body: { ...courseForm, id: 1 } as typeof courseForm,
      as: teacher,
    })
    expect(body.data).toMatchObject({ createdBy: teacher.id, businessId: admin.businessId })
    expect(body.data.id).toBeGreaterThan(1)
  })

  test('owners under other field names in the body are refused', async () => {
    const sly = { ...courseForm, id: 1, sellerId: 1, seller_id: 1, archivedAt: null, created_by: 1 }
    const { status, body } = await server.call('createCourse', { body: sly, as: teacher })
    expect(status).toBe(400)
    expect(body.error).toBe(
      ['sellerId', 'seller_id', 'archivedAt', 'created_by']
        .map((name) => `${name}: is not a field of this call`)
        .join(', '),
    )
  })

  test.each([
    ['a learner', () => student.id],
    ['another business’s instructor', () => lone.id],
    ['nobody', () => 999_999],
  ])('creating a course with %s as instructor is refused', async (_name, instructorId) => {
    const body = { ...courseForm, instructorId: instructorId() }
    const answer = await server.call('createCourse', { body, as: admin })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toBe('instructorId: must be somebody who teaches in your business')
  })

  test.each([
    [{ title: ' ' }, 'title: Title is required'],
    [{ description: '' }, 'description: Description is required'],
    [{ price: -1 }, 'price: Price must not be negative'],
    [{ price: 1_000_001 }, 'price: Price must be at most RM 10,000.00'],
    [{ price: 1.5 }, 'price: Price must be a whole number of sen'],
    [{ price: '100' as unknown as number }, 'price: Price must be a whole number of sen'],
  ])('creating a course with %j reports the problem', async (wrong, error) => {
    const answer = await server.call('createCourse', { body: { ...courseForm, ...wrong }, as: teacher })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toBe(error)
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'http://169.254.169.254/latest/meta-data',
    'https://evil.example/cover.png',
    '//evil.example/media/AbCdEfGhIjKlMnOpQrStU0',
    '/media/../../etc/passwd',
    '/media/AbCdEfGhIjKlMnOpQrStU0',
  ])('creating a course with the image %s is refused', async (image) => {
    const answer = await server.call('createCourse', { body: { ...courseForm, image }, as: teacher })
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({
      errorCode: 'FILE_NOT_AN_UPLOAD',
      error: 'image must be a file you uploaded here',
      issues: [{ path: 'image', message: 'must be a file you uploaded here' }],
    })
  })
})

describe('changing a course', () => {
  test('changing a course keeps absent fields', async () => {
    const course = await makeCourse(teacher, { price: 5000, category: 'Design' })
    const { body } = await server.call('updateCourse', {
      params: { id: course.id },
      body: { price: 0 },
      as: teacher,
    })
    expect(body.data).toEqual({ ...course, price: 0, version: 1 })
    const cleared = await server.call('updateCourse', {
      params: { id: course.id },
      body: { category: null, title: 'New' },
      as: admin,
    })
    expect(cleared.body.data).toMatchObject({ category: null, title: 'New', price: 0 })
  })

  test('changing a course keeps a cover that is sent back, replaces it, and removes it', async () => {
    const image = (await uploadFile(server, teacher, await picture('png'), 'c.png', 'cover')).url
    const course = await makeCourse(teacher, { image })
    const update = async (body: object, as = teacher) =>
      server.call('updateCourse', { params: { id: course.id }, body, as })
    expect((await update({ image: course.image }, superadmin)).body.data.image).toBe(course.image)
    const lesson = (await uploadFile(server, teacher, pdf(), 'a.pdf')).url
    expect((await update({ image: lesson })).status).toBe(422)
    expect((await update({ image: '' })).body.data.image).toBe('')
  })

  test('changing a course answers 404 to other teachers and 403 to learners', async () => {
    const course = await makeCourse(teacher)
    const otherAdmin = await server.person('admin')
    const status = async (as: TestPerson | null) =>
      (await server.call('updateCourse', { params: { id: course.id }, body: { price: 1 }, as })).status
    expect(await status(teacher)).toBe(200)
    expect(await status(admin)).toBe(200)
    expect(await status(superadmin)).toBe(200)
    for (const person of [colleague, lone, otherAdmin]) expect(await status(person)).toBe(404)
    expect(await status(student)).toBe(403)
    expect(await status(null)).toBe(401)
  })

  test('changing a course can make a colleague its instructor, but not a stranger', async () => {
    const course = await makeCourse(teacher)
    const give = (instructorId: number) =>
      server.call('updateCourse', { params: { id: course.id }, body: { instructorId }, as: teacher })
    expect((await give(colleague.id)).body.data.instructorId).toBe(colleague.id)
    expect((await give(lone.id)).status).toBe(400)
  })
})

describe('deleting a course', () => {
  test('deleting a course without learners removes it with all its contents', async () => {
    const course = await makeCourse(teacher)
    const content = await makeContent(teacher, course.id)
    await makeResource(teacher, content.id)
    const { body } = await server.call('deleteCourse', { params: { id: course.id }, as: teacher })
    expect(body.data.outcome).toBe('deleted')
    const again = await server.call('deleteCourse', { params: { id: course.id }, as: teacher })
    expect(again.status).toBe(404)
  })

  test('deleting a course with present or past learners archives it, and emits the event', async () => {
    for (const isRevoked of [false, true]) {
      const course = await makeCourse(teacher)
      const content = await makeContent(teacher, course.id, { isPublished: true })
      await makeResource(teacher, content.id)
      const learner = await server.person()
      await enrol(learner, course.id)
      if (isRevoked) {
        const place = { userId: learner.id, courseId: course.id }
        await server.database.transaction((tx) => server.services.enrolments.end(tx, place))
      }
      const { body } = await server.call('deleteCourse', { params: { id: course.id }, as: teacher })
      expect(body.data.outcome).toBe('archived')
      const events = await sql<{ payload: object }>`
        SELECT payload FROM domain_events WHERE kind = 'course.archived' ORDER BY at DESC LIMIT 1`.execute(
        server.database.kysely,
      )
      expect(events.rows).toEqual([{ payload: { courseId: course.id } }])
      const list = (as: TestPerson) =>
        server.call('listCourseContents', { params: { courseId: course.id }, query: {}, as })
      expect((await list(teacher)).status).toBe(200)
      expect((await list(colleague)).status).toBe(404)
      const kept = await list(learner)
      expect(kept.status).toBe(isRevoked ? 404 : 200)
      if (!isRevoked) expect(kept.body.data[0]?.resources).toHaveLength(1)
    }
  })

  test('deleting a course during an enrolment either deletes or archives it, without orphaned enrolments', async () => {
    for (let round = 0; round < 5; round += 1) {
      const course = await makeCourse(teacher)
      const [deleted] = await Promise.all([
        server.call('deleteCourse', { params: { id: course.id }, as: teacher }),
        server.call('enroll', { params: { courseId: course.id }, body: {}, as: student }),
      ])
      const { rows } = await sql<{ places: number }>`
        SELECT count(*)::int AS places FROM enrolments WHERE course_id = ${course.id}`.execute(
        server.database.kysely,
      )
      expect(deleted.status).toBe(200)
      expect(rows[0]?.places).toBe(deleted.body.data.outcome === 'archived' ? 1 : 0)
    }
  })
})
