/**
 * Tests the calls of docs/specification.md#7-calls about courses, their contents and their files, as the specification's client
 * sends them.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { captions, pdf, picture, uploadFile, uploadParts, video } from '#server/features/media/testing.ts'
import { idIn, refused, startSchool, textIn, type School } from './spec-calls.testing.ts'
import { makeCourse } from '../testing-courses.ts'

let school: School
beforeAll(async () => {
  school = await startSchool()
})
afterAll(() => school.server.stop())

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
const whole = expect.any(Number)

/** Returns the body that the Create Course dialog of the specification sends. */
const dialog = () => ({
  title: 'Stars for beginners',
  description: 'What one sees without a telescope.',
  image: '',
  isPrivate: false,
  price: 4990,
  createdBy: school.instructor.id,
  businessId: school.admin.businessId,
  instructorId: school.instructor.id,
})
const create = async (changes: object = {}, as = school.instructor) =>
  idIn(await school.ask('POST /courses', { as, body: { ...dialog(), ...changes } }))

const asWritten = (changes: object = {}) => ({
  id: whole,
  ...dialog(),
  category: null,
  instructorName: expect.any(String),
  createdAt: time,
  version: expect.any(Number),
  ...changes,
})
const onCard = (changes: object = {}) => ({
  ...asWritten(),
  studentCount: 0,
  rating: null,
  durationMinutes: 0,
  lessonCount: 0,
  isEnrolled: false,
  isEmpty: true,
  ...changes,
})

describe('POST /courses', () => {
  test('POST /courses answers the new course; its price is in sen', async () => {
    const response = await school.ask('POST /courses', { as: school.instructor, body: dialog() })
    expect(response.status).toBe(201)
    expect(response.body).toEqual({ success: true, data: asWritten() })
  })

  test('POST /courses without a price creates a free course', async () => {
    const { title, description } = dialog()
    const response = await school.ask('POST /courses', {
      as: school.instructor,
      body: { title, description },
    })
    expect(response.body).toMatchObject({
      data: { price: 0, isPrivate: false, createdBy: school.instructor.id },
    })
  })

  test('POST /courses treats an absent, empty or null image as none', async () => {
    for (const image of [undefined, '', null]) {
      const response = await school.ask('POST /courses', {
        as: school.instructor,
        body: { ...dialog(), image },
      })
      expect(response.body).toMatchObject({ success: true, data: { image: '' } })
    }
  })

  test.each([
    [{ title: ' ' }, 'title: Title is required'],
    [{ title: undefined }, 'title: Title is required'],
    [{ description: '' }, 'description: Description is required'],
    [{ price: -1 }, 'price: Price must not be negative'],
    [{ price: 49.9 }, 'price: Price must be a whole number of sen'],
    [{ price: '4990' }, 'price: Price must be a whole number of sen'],
    [{ price: 1_000_001 }, 'price: Price must be at most RM 10,000.00'],
    [{ isPrivate: 'false' }, 'isPrivate: must be true or false'],
  ])('POST /courses refuses %j with its sentence', async (wrong, sentence) => {
    const response = await school.ask('POST /courses', {
      as: school.instructor,
      body: { ...dialog(), ...wrong },
    })
    expect(response).toMatchObject(refused(400, 'VALIDATION', sentence))
  })

  test('POST /courses is denied to students', async () => {
    const response = await school.ask('POST /courses', { as: school.student, body: dialog() })
    expect(response).toMatchObject(
      refused(403, 'FORBIDDEN', "Access Denied. You don't have permission to access this page."),
    )
  })
})

describe('PUT and DELETE /courses/{id}', () => {
  test('PUT /courses/{id} leaves absent fields unchanged; privacy and price can change alone', async () => {
    const id = await create()
    const { instructor } = school
    const priced = await school.ask(`PUT /courses/${id}`, { as: instructor, body: { price: 100 } })
    expect(priced.body).toEqual({ success: true, data: asWritten({ id, price: 100 }) })
    const hidden = await school.ask(`PUT /courses/${id}`, { as: instructor, body: { isPrivate: true } })
    expect(hidden.body).toEqual({ success: true, data: asWritten({ id, price: 100, isPrivate: true }) })
  })

  test('PUT /courses/{id} writes title, description, image, privacy and price', async () => {
    const id = await create()
    const { server, instructor } = school
    const { body } = await uploadFile(server, instructor, await picture('png'), 'cover.png', 'cover')
    const changes = {
      title: 'Stars for everybody',
      description: 'What one sees with one.',
      isPrivate: true,
      price: 100,
    }
    const response = await school.ask(`PUT /courses/${id}`, {
      as: instructor,
      body: { ...changes, image: body.url },
    })
    const image = expect.stringMatching(/^\/media\//)
    expect(response.body).toEqual({ success: true, data: asWritten({ id, ...changes, image }) })
    const read = await school.ask(`GET /courses/${id}`, { as: instructor })
    expect(read.body).toMatchObject({ data: { id, ...changes, image } })
  })

  test.each([
    [{ title: ' ' }, 'title: Title is required'],
    [{ description: '' }, 'description: Description is required'],
    [{ price: -1 }, 'price: Price must not be negative'],
  ])('PUT /courses/{id} refuses %j with its sentence', async (wrong, sentence) => {
    const response = await school.ask(`PUT /courses/${await create()}`, {
      as: school.instructor,
      body: wrong,
    })
    expect(response).toMatchObject(refused(400, 'VALIDATION', sentence))
  })

  test('DELETE /courses/{id} removes the course', async () => {
    const id = await create()
    const response = await school.ask(`DELETE /courses/${id}`, { as: school.instructor })
    expect(response.body).toEqual({ success: true, data: { outcome: 'deleted' } })
    for (const call of [`GET /courses/${id}`, `DELETE /courses/${id}`, `GET /courses/sales/${id}`]) {
      expect(await school.ask(call, { as: school.instructor })).toMatchObject(
        refused(404, 'COURSE_NOT_FOUND', 'Course not found'),
      )
    }
  })
})

describe('GET /courses', () => {
  test('GET /courses answers a page of public courses, newest first, with their total', async () => {
    const id = await create()
    const response = await school.ask('GET /courses?limit=1')
    expect(response.body).toEqual({
      success: true,
      data: [onCard({ id })],
      meta: { total: whole, nextCursor: String(id) },
    })
  })

  test("GET /courses with createdBy lists the caller's own courses, private ones included", async () => {
    const id = await create({ isPrivate: true })
    const { instructor, admin } = school
    const own = await school.ask(`GET /courses?createdBy=${instructor.id}`, { as: instructor })
    expect(own.body['data']).toContainEqual(onCard({ id, isPrivate: true }))
    expect(await school.ask(`GET /courses?createdBy=${admin.id}`, { as: instructor })).toMatchObject({
      status: 403,
      body: { errorCode: 'NOT_YOURS' },
    })
  })
})

describe('a free course', () => {
  test("enrolling in a free course shows it as the caller's own with its progress", async () => {
    const { student } = school
    const id = await create({ price: 0 })
    const enrolled = await school.ask(`POST /courses/${id}/enroll`, {
      as: student,
      body: { userId: student.id, courseId: id },
    })
    expect(enrolled.body).toEqual({
      success: true,
      message: 'Successfully enrolled in the course! You can now start learning.',
    })
    const again = await school.ask(`POST /courses/${id}/enroll`, { as: student })
    expect(again.body).toEqual(enrolled.body)

    const progress = { completedLessons: 0, totalLessons: 0 }
    const card = onCard({
      id,
      price: 0,
      studentCount: 1,
      isEnrolled: true,
      enrollment: { progress, lastAccessed: null },
    })
    const mine = await school.ask(`GET /courses/enrolled?userId=${student.id}`, { as: student })
    expect(mine.body).toEqual({
      success: true,
      data: [{ ...card, enrollment: { progress, lastAccessed: null, next: null } }],
      meta: { total: 1, nextCursor: null },
    })
    const sales = await school.ask(`GET /courses/sales/${id}?userId=${student.id}`, { as: student })
    expect(sales.body).toMatchObject({
      success: true,
      data: {
        course: card,
        isEnrolled: true,
        stats: { enrollmentCount: 1, contentCounts: { lessons: 0, totalDuration: 0 }, resourceCount: 0 },
      },
    })
    const response = await school.ask(`GET /courses/${id}/progress/${student.id}`, { as: student })
    expect(response.body).toEqual({
      success: true,
      data: { ...progress, progressPercentage: 0, lastAccessed: null },
    })
  })

  test('enrolling refuses a paid course, another userId and a missing session', async () => {
    const { student, instructor } = school
    const id = await create()
    expect(await school.ask(`POST /courses/${id}/enroll`, { as: student, body: {} })).toMatchObject(
      refused(403, 'COURSE_NOT_FREE', 'This course must be purchased before you can enroll'),
    )
    const free = await create({ price: 0 })
    const forOther = { as: student, body: { userId: instructor.id, courseId: free } }
    expect(await school.ask(`POST /courses/${free}/enroll`, forOther)).toMatchObject({
      status: 403,
      body: { errorCode: 'NOT_YOURS' },
    })
    expect((await school.ask(`POST /courses/${free}/enroll`, { body: {} })).status).toBe(401)
  })
})

describe('POST /upload', () => {
  test('POST /upload answers the url beside success and in data', async () => {
    const { server, instructor } = school
    for (const [content, name, contentType] of [
      [await video('mp4'), 'a.mp4', 'video/mp4'],
      [await video('webm'), 'b.webm', 'video/webm'],
      [pdf(), 'c.pdf', 'application/pdf'],
    ] as const) {
      const { status, body } = await uploadFile(server, instructor, content, name)
      expect(status).toBe(201)
      const url = expect.stringMatching(/^\/media\/[\w-]+\?u=\d+&e=\d+&s=[\w-]+$/)
      expect(body).toEqual({ success: true, url, data: { url, size: content.length, contentType } })
      expect(body.url).toBe(body.data?.url)
    }
  })

  test("POST /upload refuses other types and too many bytes with the specification's sentences", async () => {
    const { server, instructor } = school
    const sentence = 'Unsupported file type. Only MP4, WebM videos and PDF documents are allowed.'
    for (const [content, name] of [
      [await picture('png'), 'a.png'],
      [Buffer.from('PK\u0003\u0004'), 'a.docx'],
      [Buffer.from('<html>'), 'a.mp4'],
      [captions, 'a.vtt'],
    ] as const) {
      const response = await uploadFile(server, instructor, content, name)
      expect(response).toMatchObject(refused(415, 'FILE_TYPE_UNSUPPORTED', sentence))
    }
    const most = 104_857_600
    const large = Buffer.concat([pdf(), Buffer.alloc(most + 1 - pdf().length)])
    const response = await uploadFile(server, instructor, large, 'large.pdf')
    expect(response).toMatchObject(refused(413, 'FILE_TOO_LARGE', 'File size exceeds 100MB limit'))
  })

  test('POST /upload is denied to students, except for their picture', async () => {
    const { server, student } = school
    expect((await uploadFile(server, student, pdf(), 'a.pdf')).status).toBe(403)
    expect((await uploadFile(server, student, await picture('png'), 'me.png', 'avatar')).status).toBe(201)
  })

  test('POST /upload without a file is refused', async () => {
    const { server, instructor } = school
    expect((await uploadParts(server, instructor, [])).body.errorCode).toBe('FILE_MISSING')
    expect((await uploadParts(server, instructor, [['purpose', 'lesson']])).body.errorCode).toBe(
      'FILE_MISSING',
    )
  })
})

describe('modules, their items and what a learner has done', () => {
  test('modules and items lead from an empty course to a completed lesson', async () => {
    const { ask, server, instructor, student } = school
    const courseId = await create({ price: 0 })

    const made = await ask('POST /course-content', {
      as: instructor,
      body: { courseId, title: 'Orbits', description: '', order: 0, type: 'chapter', isPublished: false },
    })
    expect(made.status).toBe(201)
    const content = {
      id: whole,
      courseId,
      title: 'Orbits',
      description: '',
      order: 0,
      type: 'chapter',
      isPublished: false,
      version: 0,
      resources: [],
    }
    expect(made.body).toEqual({ success: true, data: content })
    const contentId = idIn(made)
    const second = await ask('POST /course-content', {
      as: instructor,
      body: { courseId, title: 'More', type: 'chapter' },
    })
    expect(second.body).toMatchObject({ data: { order: 1, isPublished: false, description: '' } })

    const { url } = await uploadFile(server, instructor, await video('mp4'), 'orbits.mp4')
    const added = await ask('POST /course-resources', {
      as: instructor,
      body: { courseContentId: contentId, title: 'Kepler', filePath: url, fileType: 'video' },
    })
    expect(added.status).toBe(201)
    const resource = {
      id: whole,
      courseId,
      courseContentId: contentId,
      title: 'Kepler',
      filePath: expect.stringMatching(/^\/media\//),
      fileType: 'video',
      order: 0,
    }
    expect(added.body).toMatchObject({ success: true, data: resource })
    const resources = await ask(`GET /course-resources/content/${contentId}`, { as: instructor })
    expect(resources.body).toMatchObject({ success: true, data: [resource], meta: { total: 1 } })
    const contents = await ask(`GET /course-content/course/${courseId}`, { as: instructor })
    expect(contents.body).toMatchObject({
      success: true,
      data: [
        { id: contentId, resources: [resource] },
        { title: 'More', resources: [] },
      ],
    })

    await ask(`PUT /course-content/${contentId}`, { as: instructor, body: { isPublished: true } })
    await ask(`PUT /course-resources/${idIn(added)}`, { as: instructor, body: { isPublished: true } })
    await ask(`POST /courses/${courseId}/enroll`, { as: student, body: { userId: student.id, courseId } })
    const read = await ask(`GET /courses/${courseId}`, { as: student })
    expect(read.body).toMatchObject({
      success: true,
      data: { title: 'Stars for beginners', contents: [{ id: contentId, resources: [resource] }] },
    })

    const path = `/lesson-progress/${contentId}/${student.id}`
    const before = await ask(`GET ${path}`, { as: student })
    expect(before.body).toEqual({ success: true, completed: false, watchTime: 0 })
    const body = { userId: student.id, courseContentId: contentId, completed: true, watchTime: 2 }
    const saved = await ask('POST /lesson-progress', { as: student, body })
    expect(saved.body).toEqual({ success: true, completed: true, watchTime: expect.any(Number) })
    expect((await ask(`GET ${path}`, { as: student })).body).toEqual(saved.body)
    expect((await ask(`GET ${path}`, { as: instructor })).body).toEqual(saved.body)
    const progress = await ask(`GET /courses/${courseId}/progress/${student.id}`, { as: student })
    expect(progress.body).toEqual({
      success: true,
      data: { totalLessons: 1, completedLessons: 1, progressPercentage: 100, lastAccessed: time },
    })
    const undone = { as: student, body: { ...body, completed: false, watchTime: 0 } }
    expect((await ask('POST /lesson-progress', undone)).body).toMatchObject({ completed: false })

    expect((await ask(`DELETE /course-resources/${idIn(added)}`, { as: instructor })).body).toEqual({
      success: true,
    })
    expect((await ask(`DELETE /course-content/${contentId}`, { as: instructor })).body).toEqual({
      success: true,
    })
    expect(await ask(`DELETE /course-content/${contentId}`, { as: instructor })).toMatchObject(
      refused(404, 'CONTENT_NOT_FOUND', 'Module not found'),
    )
    expect(await ask(`DELETE /course-resources/${idIn(added)}`, { as: instructor })).toMatchObject(
      refused(404, 'RESOURCE_NOT_FOUND', 'No resource found'),
    )
  })

  test('modules and items are refused when fields are missing or a file is not an upload', async () => {
    const { ask, instructor } = school
    const courseId = await create()
    expect(
      await ask('POST /course-content', { as: instructor, body: { courseId, title: '  ' } }),
    ).toMatchObject(refused(400, 'VALIDATION', 'title: Title is required'))
    const courseContentId = idIn(
      await ask('POST /course-content', { as: instructor, body: { courseId, title: 'm' } }),
    )
    const resource = {
      courseContentId,
      title: 't',
      filePath: 'https://elsewhere.example/x.mp4',
      fileType: 'video',
    }
    expect(await ask('POST /course-resources', { as: instructor, body: resource })).toMatchObject(
      refused(422, 'FILE_NOT_AN_UPLOAD', 'filePath must be a file you uploaded here'),
    )
  })

  test('modules and items are an outline without files for anybody not enrolled, and hidden when private', async () => {
    const { ask, server, instructor, student } = school
    const open = await makeCourse(server.database, { owner: instructor, contents: [{ resources: [{}] }] })
    const outline = await ask(`GET /courses/${open.id}`)
    expect(outline.body).toMatchObject({ data: { contents: [{ resources: [{ title: 'Lesson 1' }] }] } })
    expect(JSON.stringify(outline.body)).not.toContain('filePath')
    for (const call of [
      `GET /course-content/course/${open.id}`,
      `GET /course-resources/content/${open.contents[0]?.id}`,
    ]) {
      expect((await ask(call, { as: student })).status).toBe(403)
    }
    const hidden = await create({ isPrivate: true })
    const missing = await ask('GET /courses/999999', { as: student })
    const secret = await ask(`GET /courses/${hidden}`, { as: student })
    expect(secret.body).toEqual(missing.body)
  })
})

test("an uploaded cover becomes the course's image", async () => {
  const { server, instructor } = school
  const { body } = await uploadFile(server, instructor, await picture('png'), 'cover.png', 'cover')
  const made = await school.ask('POST /courses', { as: instructor, body: { ...dialog(), image: body.url } })
  const image = textIn({ ...made, body: made.body['data'] as Record<string, unknown> }, 'image')
  expect(image).toMatch(/^\/media\//)
  expect((await server.app.inject({ method: 'GET', url: image })).statusCode).toBe(200)
})
