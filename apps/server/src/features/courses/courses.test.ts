import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unusedPayments } from '../../adapters/payments/testing.ts'
import { startTestApp, type TestApp, type TestPerson } from '../../app/testing.ts'
import { captions, pdf, picture, uploadFile, video } from '../media/testing.ts'

let server: TestApp
let admin: TestPerson
let teacher: TestPerson
let colleague: TestPerson
let lone: TestPerson
let student: TestPerson
let superadmin: TestPerson
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  admin = await server.person('admin')
  teacher = await server.person('instructor', { businessId: admin.businessId })
  colleague = await server.person('instructor', { businessId: admin.businessId })
  lone = await server.person('instructor')
  student = await server.person()
  superadmin = await server.person('superadmin')
})
afterAll(() => server.stop())

const form = { title: 'Orbits', description: 'How things go round' }
async function makeCourse(as: TestPerson, more: object = {}) {
  const { body } = await server.call('createCourse', { body: { ...form, ...more }, as })
  return body.data
}
async function makeContent(as: TestPerson, courseId: number, more: object = {}) {
  const { body } = await server.call('createContent', { body: { courseId, title: 'Module', ...more }, as })
  return body.data
}
async function makeResource(as: TestPerson, courseContentId: number, name = 'Sheet.pdf') {
  const { url } = await uploadFile(server, as, pdf(), name)
  const { body } = await server.call('createResource', {
    body: { courseContentId, filePath: url, fileType: 'pdf' },
    as,
  })
  return body.data
}
async function enrol(person: TestPerson, courseId: number): Promise<void> {
  await server.database.transaction((tx) =>
    server.services.enrolments.grant(tx, { userId: person.id, courseId, source: 'granted' }),
  )
}
const ordersOf = async (courseId: number) => {
  const { body } = await server.call('listCourseContents', {
    params: { courseId },
    query: {},
    as: superadmin,
  })
  return body.data.map(({ id, order }) => [id, order])
}

describe('creating a course', () => {
  test('makes it the business’s, taught by its creator, free and public unless said otherwise', async () => {
    const { status, body } = await server.call('createCourse', { body: form, as: teacher })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      ...form,
      image: '',
      isPrivate: false,
      price: 0,
      category: null,
      createdBy: teacher.id,
      businessId: admin.businessId,
      instructorId: teacher.id,
    })
  })

  test('takes what the dialog sends', async () => {
    const image = (await uploadFile(server, admin, await picture('png'), 'c.png', 'cover')).url
    const { body } = await server.call('createCourse', {
      body: {
        ...form,
        title: '  Orbits  ',
        image,
        isPrivate: true,
        price: 14_990,
        category: 'AI & ML',
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
      createdBy: admin.id,
      instructorId: teacher.id,
    })
    expect((await server.app.inject({ url: body.data.image })).statusCode).toBe(200)
  })

  test('a lone instructor sells for themselves, a superadmin for the platform', async () => {
    expect(await makeCourse(lone)).toMatchObject({ businessId: null, instructorId: lone.id })
    const { id } = await makeCourse(superadmin, { instructorId: lone.id })
    const found = await sql<{ is_platform: boolean }>`
      SELECT is_platform FROM courses c JOIN sellers s ON s.id = c.seller_id WHERE c.id = ${id}`.execute(
      server.database.kysely,
    )
    expect(found.rows).toEqual([{ is_platform: true }])
  })

  test('is for those who teach', async () => {
    expect((await server.call('createCourse', { body: form, as: student })).status).toBe(403)
    expect((await server.call('createCourse', { body: form })).status).toBe(401)
  })

  test('in somebody else’s name or business is refused', async () => {
    const other = await server.person('admin')
    for (const body of [
      { ...form, createdBy: other.id },
      { ...form, businessId: other.businessId },
    ]) {
      const answer = await server.call('createCourse', { body, as: teacher })
      expect(answer.status).toBe(403)
      expect(answer.body.errorCode).toBe('NOT_YOURS')
    }
  })

  test('ids and owners in the body change nothing', async () => {
    const sly = { ...form, id: 1, sellerId: 1, seller_id: 1, archivedAt: null, created_by: 1 }
    const { body } = await server.call('createCourse', { body: sly, as: teacher })
    expect(body.data).toMatchObject({ createdBy: teacher.id, businessId: admin.businessId })
    expect(body.data.id).toBeGreaterThan(1)
  })

  test.each([
    ['a learner', () => student.id],
    ['another business’s instructor', () => lone.id],
    ['nobody', () => 999_999],
  ])('with %s as instructor is refused', async (_name, instructorId) => {
    const body = { ...form, instructorId: instructorId() }
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
  ])('with %j says what is wrong', async (wrong, error) => {
    const answer = await server.call('createCourse', { body: { ...form, ...wrong }, as: teacher })
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
  ])('with the image %s is refused', async (image) => {
    const answer = await server.call('createCourse', { body: { ...form, image }, as: teacher })
    expect(answer.status).toBe(422)
    expect(answer.body.errorCode).toBe('FILE_NOT_AN_UPLOAD')
  })
})

describe('changing a course', () => {
  test('leaves what is absent as it is', async () => {
    const course = await makeCourse(teacher, { price: 5000, category: 'Design' })
    const { body } = await server.call('updateCourse', {
      params: { id: course.id },
      body: { price: 0 },
      as: teacher,
    })
    expect(body.data).toEqual({ ...course, price: 0 })
    const cleared = await server.call('updateCourse', {
      params: { id: course.id },
      body: { category: null, title: 'New' },
      as: admin,
    })
    expect(cleared.body.data).toMatchObject({ category: null, title: 'New', price: 0 })
  })

  test('keeps a cover that is sent back as it was shown, changes it, and takes it away', async () => {
    const image = (await uploadFile(server, teacher, await picture('png'), 'c.png', 'cover')).url
    const course = await makeCourse(teacher, { image })
    const update = async (body: object, as = teacher) =>
      server.call('updateCourse', { params: { id: course.id }, body, as })
    expect((await update({ image: course.image }, superadmin)).body.data.image).toBe(course.image)
    const lesson = (await uploadFile(server, teacher, pdf(), 'a.pdf')).url
    expect((await update({ image: lesson })).status).toBe(422)
    expect((await update({ image: '' })).body.data.image).toBe('')
  })

  test('is for its people only: 404 for other teachers, 403 for learners', async () => {
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

  test('gives it to a colleague, but not to a stranger', async () => {
    const course = await makeCourse(teacher)
    const give = (instructorId: number) =>
      server.call('updateCourse', { params: { id: course.id }, body: { instructorId }, as: teacher })
    expect((await give(colleague.id)).body.data.instructorId).toBe(colleague.id)
    expect((await give(lone.id)).status).toBe(400)
  })
})

describe('deleting a course', () => {
  test('removes it with everything in it when nobody has it', async () => {
    const course = await makeCourse(teacher)
    const content = await makeContent(teacher, course.id)
    await makeResource(teacher, content.id)
    const { body } = await server.call('deleteCourse', { params: { id: course.id }, as: teacher })
    expect(body.data.outcome).toBe('deleted')
    const again = await server.call('deleteCourse', { params: { id: course.id }, as: teacher })
    expect(again.status).toBe(404)
  })

  test('archives it when somebody has or had it, and says so to whoever listens', async () => {
    for (const isRevoked of [false, true]) {
      const course = await makeCourse(teacher)
      const content = await makeContent(teacher, course.id, { isPublished: true })
      await makeResource(teacher, content.id)
      const learner = await server.person()
      await enrol(learner, course.id)
      if (isRevoked) {
        const place = { userId: learner.id, courseId: course.id }
        await server.database.transaction((tx) => server.services.enrolments.revoke(tx, place))
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
      expect((await list(teacher)).status).toBe(404)
      const kept = await list(learner)
      expect(kept.status).toBe(isRevoked ? 404 : 200)
      if (!isRevoked) expect(kept.body.data[0]?.resources).toHaveLength(1)
    }
  })

  test('while somebody enrols ends as one of the two, never as a place in nothing', async () => {
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

describe('modules', () => {
  test('begin unpublished at order 0 and go on from the highest', async () => {
    const course = await makeCourse(teacher)
    const first = await makeContent(teacher, course.id, { description: 'Start' })
    expect(first).toMatchObject({ order: 0, isPublished: false, type: 'chapter', resources: [] })
    expect(await makeContent(teacher, course.id, { order: 7 })).toMatchObject({ order: 7 })
    expect(await makeContent(teacher, course.id, { order: 7 })).toMatchObject({ order: 8 })
    expect(await makeContent(teacher, course.id, { isPublished: true })).toMatchObject({
      order: 9,
      isPublished: true,
    })
  })

  test('have distinct orders when twenty are added at the same moment', async () => {
    const course = await makeCourse(teacher)
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        makeContent(teacher, course.id, place % 2 === 0 ? { order: 0 } : {}),
      ),
    )
    const orders = made.map(({ order }) => order).toSorted((one, other) => one - other)
    expect(orders).toEqual(Array.from({ length: 20 }, (_, order) => order))
  })

  test('move up and down, and are renumbered', async () => {
    const course = await makeCourse(teacher)
    const [a, b, c] = [
      await makeContent(teacher, course.id),
      await makeContent(teacher, course.id, { order: 5 }),
      await makeContent(teacher, course.id),
    ]
    const { body } = await server.call('updateContent', {
      params: { id: c.id },
      body: { order: 5 },
      as: teacher,
    })
    expect(body.data.order).toBe(1)
    expect(await ordersOf(course.id)).toEqual([
      [a.id, 0],
      [c.id, 1],
      [b.id, 2],
    ])
  })

  test('are edited and published; a blank title is refused', async () => {
    const course = await makeCourse(teacher)
    const content = await makeContent(teacher, course.id, { description: 'Old' })
    const change = (body: object) =>
      server.call('updateContent', { params: { id: content.id }, body, as: teacher })
    expect((await change({ isPublished: true })).body.data).toMatchObject({
      title: 'Module',
      description: 'Old',
      isPublished: true,
    })
    expect((await change({ title: ' ' })).body.error).toBe('title: Title is required')
    expect((await change({ order: -1 })).status).toBe(400)
  })

  test('of another’s course can be neither added, changed, deleted nor filled', async () => {
    const course = await makeCourse(teacher)
    const content = await makeContent(teacher, course.id)
    const resource = await makeResource(teacher, content.id)
    const filePath = (await uploadFile(server, lone, pdf(), 'a.pdf')).url
    const mine = await makeCourse(lone)
    for (const as of [lone, colleague]) {
      const answers = [
        await server.call('createContent', { body: { courseId: course.id, title: 'x' }, as }),
        await server.call('updateContent', { params: { id: content.id }, body: { title: 'x' }, as }),
        await server.call('deleteContent', { params: { id: content.id }, as }),
        await server.call('createResource', {
          body: { courseContentId: content.id, filePath, fileType: 'pdf' },
          as,
        }),
        await server.call('updateResource', { params: { id: resource.id }, body: { title: 'x' }, as }),
        await server.call('deleteResource', { params: { id: resource.id }, as }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
    }
    expect(mine.id).not.toBe(course.id)
    expect((await ordersOf(course.id)).length).toBe(1)
  })

  test('go with their resources, and leave the others in order', async () => {
    const course = await makeCourse(teacher)
    const first = await makeContent(teacher, course.id)
    const second = await makeContent(teacher, course.id)
    await makeResource(teacher, first.id)
    const { status, body } = await server.call('deleteContent', { params: { id: first.id }, as: admin })
    expect([status, body]).toEqual([200, { success: true }])
    expect(await ordersOf(course.id)).toEqual([[second.id, 1]])
    expect(await makeContent(teacher, course.id)).toMatchObject({ order: 2 })
  })

  test('are at most 500', async () => {
    const course = await makeCourse(teacher)
    await sql`INSERT INTO course_contents (course_id, title, sort_order)
              SELECT ${course.id}::bigint, 'x', n FROM generate_series(0, 499) n`.execute(
      server.database.kysely,
    )
    const answer = await server.call('createContent', {
      body: { courseId: course.id, title: 'x' },
      as: teacher,
    })
    expect(answer.status).toBe(422)
    expect(answer.body.errorCode).toBe('COURSE_FULL')
    const page = await server.call('listCourseContents', {
      params: { courseId: course.id },
      query: { limit: '20', page: '2' },
      as: teacher,
    })
    expect(page.body.data.map(({ order }) => order)).toEqual(Array.from({ length: 20 }, (_, n) => n + 20))
    expect(page.body.meta).toEqual({ total: 500, nextCursor: '40' })
  })
})

describe('resources', () => {
  test('show the uploaded file, called after it unless named', async () => {
    const course = await makeCourse(teacher)
    const content = await makeContent(teacher, course.id)
    const file = await video('mp4')
    const { url } = await uploadFile(server, teacher, file, 'Bab 1. Orbit.mp4')
    const made = await server.call('createResource', {
      body: {
        courseContentId: content.id,
        filePath: `http://127.0.0.1:3000${url}`,
        fileType: 'video',
        title: ' ',
      },
      as: teacher,
    })
    expect(made.status).toBe(201)
    expect(made.body.data).toMatchObject({
      courseId: course.id,
      courseContentId: content.id,
      title: 'Bab 1. Orbit',
      fileType: 'video',
      order: 0,
      isPublished: true,
      isPreview: false,
      captions: [],
    })
    const opened = await server.app.inject({ url: made.body.data.filePath ?? '' })
    expect(opened.rawPayload.equals(file)).toBe(true)
    const named = await server.call('createResource', {
      body: { courseContentId: content.id, filePath: url, fileType: 'video', title: 'Again' },
      as: teacher,
    })
    expect(named.body.data).toMatchObject({ title: 'Again', order: 1 })
  })

  test('tell their length once it is read', async () => {
    const course = await makeCourse(teacher)
    const content = await makeContent(teacher, course.id)
    await makeResource(teacher, content.id)
    await server.jobs.runDueOnce()
    const { body } = await server.call('listContentResources', {
      params: { contentId: content.id },
      query: {},
      as: teacher,
    })
    expect(body.data).toMatchObject([{ title: 'Sheet', pages: 3, seconds: null }])
  })

  test.each([
    'javascript:alert(1)',
    'data:application/pdf;base64,JVBERi0=',
    'file:///etc/passwd',
    'https://evil.example/a.mp4',
    '//evil.example/a.mp4',
    '/media/../../../etc/passwd',
    '/media/..%2f..%2fetc%2fpasswd',
    'x',
  ])('made of %s are refused', async (filePath) => {
    const course = await makeCourse(teacher)
    const content = await makeContent(teacher, course.id)
    const answer = await server.call('createResource', {
      body: { courseContentId: content.id, filePath, fileType: 'video' },
      as: teacher,
    })
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ success: false, errorCode: 'FILE_NOT_AN_UPLOAD' })
  })

  test('made of another business’s file are refused, of a colleague’s not', async () => {
    const course = await makeCourse(teacher)
    const content = await makeContent(teacher, course.id)
    const add = async (owner: TestPerson, as = teacher) => {
      const { url } = await uploadFile(server, owner, pdf(), 'a.pdf')
      const body = { courseContentId: content.id, filePath: url, fileType: 'pdf' } as const
      return (await server.call('createResource', { body, as })).status
    }
    expect(await add(lone)).toBe(422)
    expect(await add(await server.person('admin'))).toBe(422)
    expect(await add(colleague)).toBe(201)
    expect(await add(lone, superadmin)).toBe(201)
  })

  test('of a kind that is not the file’s, or of a file for something else, are refused', async () => {
    const course = await makeCourse(teacher)
    const content = await makeContent(teacher, course.id)
    const filePath = (await uploadFile(server, teacher, pdf(), 'a.pdf')).url
    const wrongKind = await server.call('createResource', {
      body: { courseContentId: content.id, filePath, fileType: 'video' },
      as: teacher,
    })
    expect(wrongKind.status).toBe(400)
    expect(wrongKind.body.error).toBe('fileType: does not fit the uploaded file (application/pdf)')
    const cover = (await uploadFile(server, teacher, await picture('png'), 'a.png', 'cover')).url
    const wrongPurpose = await server.call('createResource', {
      body: { courseContentId: content.id, filePath: cover, fileType: 'other' },
      as: teacher,
    })
    expect(wrongPurpose.status).toBe(422)
  })

  test('carry one caption track for each language', async () => {
    const course = await makeCourse(teacher)
    const content = await makeContent(teacher, course.id)
    const filePath = (await uploadFile(server, teacher, await video('mp4'), 'a.mp4')).url
    const en = (await uploadFile(server, teacher, captions, 'en.vtt', 'captions')).url
    const ms = (await uploadFile(server, teacher, captions, 'ms.vtt', 'captions')).url
    const made = await server.call('createResource', {
      body: {
        courseContentId: content.id,
        filePath,
        fileType: 'video',
        captions: [
          { language: 'ms', url: ms },
          { language: 'en', url: en },
        ],
      },
      as: teacher,
    })
    expect(made.body.data.captions?.map(({ language }) => language)).toEqual(['en', 'ms'])
    const change = (given: { language: 'en' | 'ms'; url: string }[]) =>
      server.call('updateResource', {
        params: { id: made.body.data.id },
        body: { captions: given },
        as: teacher,
      })
    expect((await change([{ language: 'en', url: filePath }])).status).toBe(422)
    const twice = [
      { language: 'en', url: en },
      { language: 'en', url: ms },
    ] as const
    expect((await change([...twice])).status).toBe(400)
    expect((await change([])).body.data.captions).toEqual([])
  })

  test('move, are renamed, hidden and shown as a preview', async () => {
    const course = await makeCourse(teacher)
    const content = await makeContent(teacher, course.id, { isPublished: true })
    const first = await makeResource(teacher, content.id, 'a.pdf')
    const second = await makeResource(teacher, content.id, 'b.pdf')
    const { body } = await server.call('updateResource', {
      params: { id: second.id },
      body: { order: 0, title: 'B', isPublished: false, isPreview: true },
      as: teacher,
    })
    expect(body.data).toMatchObject({ order: 0, title: 'B', isPublished: false, isPreview: true })
    await enrol(student, course.id)
    const seen = async (as: TestPerson) => {
      const list = await server.call('listContentResources', {
        params: { contentId: content.id },
        query: {},
        as,
      })
      return list.body.data.map(({ id }) => id)
    }
    expect(await seen(teacher)).toEqual([second.id, first.id])
    expect(await seen(student)).toEqual([first.id])
  })
})

describe('what learners see', () => {
  test('is what is published; owners see their drafts too, and others nothing', async () => {
    const course = await makeCourse(teacher)
    const open = await makeContent(teacher, course.id, { isPublished: true })
    const draft = await makeContent(teacher, course.id)
    await makeResource(teacher, open.id)
    await makeResource(teacher, draft.id)
    const learner = await server.person()
    await enrol(learner, course.id)
    const list = async (as: TestPerson | null) => {
      const answer = await server.call('listCourseContents', {
        params: { courseId: course.id },
        query: {},
        as,
      })
      return answer.status === 200 ? answer.body.data.map(({ id }) => id) : answer.status
    }
    expect(await list(learner)).toEqual([open.id])
    expect(await list(teacher)).toEqual([open.id, draft.id])
    expect(await list(admin)).toEqual([open.id, draft.id])
    expect(await list(student)).toBe(403)
    expect(await list(lone)).toBe(403)
    expect(await list(null)).toBe(401)
    const hidden = await server.call('listContentResources', {
      params: { contentId: draft.id },
      query: {},
      as: learner,
    })
    expect(hidden.status).toBe(404)
    await server.call('updateCourse', { params: { id: course.id }, body: { isPrivate: true }, as: teacher })
    expect(await list(student)).toBe(404)
    expect(await list(learner)).toEqual([open.id])
  })
})
