import { randomUUID } from 'node:crypto'
import type { Language } from '@apogee/domain/languages.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp, TestPerson } from '#server/app/testing.ts'
import { captions, pdf, picture, uploadFile, video } from '#server/features/media/testing.ts'
import { startTestSchool, type TestSchool } from '../testing.ts'

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

const ordersOf = async (courseId: number) => {
  const { body } = await server.call('listCourseContents', {
    params: { courseId },
    query: {},
    as: superadmin,
  })
  return body.data.map(({ id, order }) => [id, order])
}

describe('modules', () => {
  test('modules start unpublished at order 0 and continue from the highest', async () => {
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

  test('twenty modules created concurrently have distinct orders', async () => {
    const course = await makeCourse(teacher)
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        makeContent(teacher, course.id, place % 2 === 0 ? { order: 0 } : {}),
      ),
    )
    const orders = made.map(({ order }) => order).toSorted((one, other) => one - other)
    expect(orders).toEqual(Array.from({ length: 20 }, (_, order) => order))
  })

  test('modules move up and down and are renumbered', async () => {
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

  test('modules are edited and published; a blank title is refused', async () => {
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

  test("modules of another person's course cannot be added, changed, deleted or filled", async () => {
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

  test('deleting a module deletes its resources and keeps the others in order', async () => {
    const course = await makeCourse(teacher)
    const first = await makeContent(teacher, course.id)
    const second = await makeContent(teacher, course.id)
    await makeResource(teacher, first.id)
    const { status, body } = await server.call('deleteContent', { params: { id: first.id }, as: admin })
    expect([status, body]).toEqual([200, { success: true }])
    expect(await ordersOf(course.id)).toEqual([[second.id, 1]])
    expect(await makeContent(teacher, course.id)).toMatchObject({ order: 2 })
  })

  test('a course has at most 500 modules', async () => {
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

test('a course has at most 2,000 items, wherever the next one is added', async () => {
  const course = await makeCourse(teacher)
  const content = await makeContent(teacher, course.id)
  const other = await makeContent(teacher, course.id)
  await sql`INSERT INTO course_resources (content_id, title, file_type, sort_order, words)
            SELECT ${content.id}::bigint, 'x', 'reading', n, 0 FROM generate_series(1, 1999) n`.execute(
    server.database.kysely,
  )
  const add = () =>
    server.call('createLessonText', { params: { id: other.id }, body: { title: 'x' }, as: teacher })
  expect((await add()).status).toBe(201)
  expect((await add()).body.errorCode).toBe('COURSE_FULL')
})

test('a module or lesson that is added again under the same key exists once, also in a full course', async () => {
  const course = await makeCourse(teacher)
  const [moduleKey, lessonKey] = [randomUUID(), randomUUID()]
  const addModule = () =>
    server.call('createContent', {
      body: { courseId: course.id, title: 'One', clientKey: moduleKey },
      as: teacher,
    })
  const addLesson = (id: number, clientKey: string) =>
    server.call('createLessonText', { params: { id }, body: { title: 'x', clientKey }, as: teacher })
  const [module, again] = await Promise.all([addModule(), addModule()])
  expect([module.status, again.body.data.id]).toEqual([201, module.body.data.id])
  const { id } = module.body.data
  const lesson = await addLesson(id, lessonKey)
  await sql`INSERT INTO course_resources (content_id, title, file_type, sort_order, words)
            SELECT ${id}::bigint, 'x', 'reading', n, 0 FROM generate_series(1, 1999) n`.execute(
    server.database.kysely,
  )
  expect((await addLesson(id, lessonKey)).body.data.id).toBe(lesson.body.data.id)
  expect((await addLesson(id, randomUUID())).body.errorCode).toBe('COURSE_FULL')
  const elsewhere = await makeContent(teacher, (await makeCourse(teacher)).id)
  expect((await addLesson(elsewhere.id, lessonKey)).body.data.id).not.toBe(lesson.body.data.id)
})

describe('resources', () => {
  test('a resource shows the uploaded file and its name unless named', async () => {
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

  test('a resource shows its length once it is probed', async () => {
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
  ])('a resource made of %s is refused', async (filePath) => {
    const course = await makeCourse(teacher)
    const content = await makeContent(teacher, course.id)
    const answer = await server.call('createResource', {
      body: { courseContentId: content.id, filePath, fileType: 'video' },
      as: teacher,
    })
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ success: false, errorCode: 'FILE_NOT_AN_UPLOAD' })
  })

  test("a resource made of another business's file is refused, of a colleague's accepted", async () => {
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

  test('a resource of another kind than its file, or of a file for another purpose, is refused', async () => {
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

  test('a resource has one caption track per language', async () => {
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
    const change = (given: { language: Language; url: string }[]) =>
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

  test('captions that were replaced can be put back by another editor', async () => {
    const course = await makeCourse(teacher)
    const content = await makeContent(teacher, course.id)
    const filePath = (await uploadFile(server, teacher, await video('mp4'), 'a.mp4')).url
    const first = (await uploadFile(server, teacher, captions, 'en.vtt', 'captions')).url
    const second = (await uploadFile(server, admin, captions, 'en.srt', 'captions')).url
    const made = await server.call('createResource', {
      body: {
        courseContentId: content.id,
        filePath,
        fileType: 'video',
        captions: [{ language: 'en', url: first }],
      },
      as: teacher,
    })
    const [former] = made.body.data.captions ?? []
    const put = async (url = '') => {
      const { status, body } = await server.call('updateResource', {
        params: { id: made.body.data.id },
        body: { captions: [{ language: 'en', url }] },
        as: admin,
      })
      return [status, body.data?.captions?.map((track) => track.url.split('?')[0])]
    }
    expect(await put(second)).toEqual([200, [second.split('?')[0]]])
    expect(await put(former?.url)).toEqual([200, [first.split('?')[0]]])
  })

  test('resources can be moved, renamed, hidden and marked as preview', async () => {
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
  test('learners see published contents; owners see their drafts too, and others nothing', async () => {
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

describe('the date of the last change on the sales page', () => {
  const updatedAt = async (courseId: number) => {
    const { body } = await server.call('courseSales', { params: { courseId }, query: {} })
    return body.data.facts?.updatedAt
  }

  test('each change of published contents moves the date; changes of drafts and of the price do not', async () => {
    const { id } = await makeCourse(teacher)
    expect(await updatedAt(id)).toBeNull()
    const module = await makeContent(teacher, id)
    await makeResource(teacher, module.id)
    expect(await updatedAt(id)).toBeNull()
    const soon = () => server.clock.advance(60_000)
    const now = () => server.clock.now().toISOString()
    const changeModule = (body: object) =>
      server.call('updateContent', { params: { id: module.id }, body, as: teacher })
    soon()
    await changeModule({ title: 'Still a draft' })
    expect(await updatedAt(id)).toBeNull()
    soon()
    await changeModule({ isPublished: true })
    expect(await updatedAt(id)).toBe(now())
    soon()
    const resource = await makeResource(teacher, module.id, 'Further.pdf')
    expect(await updatedAt(id)).toBe(now())
    const added = now()
    soon()
    await server.call('updateCourse', { params: { id }, body: { price: 4_900 }, as: teacher })
    await makeContent(teacher, id)
    expect(await updatedAt(id)).toBe(added)
    await server.call('updateResource', {
      params: { id: resource.id },
      as: teacher,
      body: { title: 'Further reading' },
    })
    expect(await updatedAt(id)).toBe(now())
    soon()
    await server.call('deleteResource', { params: { id: resource.id }, as: teacher })
    expect(await updatedAt(id)).toBe(now())
    soon()
    await server.call('deleteContent', { params: { id: module.id }, as: teacher })
    expect(await updatedAt(id)).toBe(now())
  })
})
