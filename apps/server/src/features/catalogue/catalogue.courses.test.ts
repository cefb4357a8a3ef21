import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestPerson } from '#server/app/testing.ts'
import { watchStatements } from '#server/platform/database/testing/sent-statements.testing.ts'
import { lessons, startSchool, type School } from './catalogue.testing.ts'

let server: School['server']
let admin: TestPerson
let instructor: TestPerson
let colleague: TestPerson
let loner: TestPerson
let otherAdmin: TestPerson
let superadmin: TestPerson
let student: TestPerson
let learner: TestPerson
let course: School['course']
let place: School['place']
let list: School['list']
let enrolled: School['enrolled']
let sales: School['sales']
let read: School['read']
beforeAll(async () => {
  ;({
    server,
    admin,
    instructor,
    colleague,
    loner,
    otherAdmin,
    superadmin,
    student,
    learner,
    course,
    place,
    list,
    enrolled,
    sales,
    read,
  } = await startSchool())
})
afterAll(() => server.stop())

describe('the sales page', () => {
  test('the sales page shows published contents and their length', async () => {
    const { id } = await course({ contents: lessons, priceCents: 4900, title: 'Heron' })
    const { status, body } = await sales(id)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      course: { id, title: 'Heron', price: 4900 },
      isEnrolled: false,
      stats: { enrollmentCount: 0, contentCounts: { lessons: 2, totalDuration: 8 }, resourceCount: 3 },
      instructor: { id: instructor.id, bio: '' },
      outcomes: [],
      faq: [],
    })
    expect(body.data.sellerName).toMatch(/^Business /)
    expect(body.data.outline.map(({ title }) => title)).toEqual(['Beginning'])
    expect(body.data.outline[0]?.resources.map(({ title }) => title)).toEqual(['Welcome', 'More', 'Handout'])
  })

  test('the sales page opens free previews only, with their captions', async () => {
    const { id } = await course({ contents: lessons })
    await place(learner, { id })
    for (const as of [null, student, learner, instructor]) {
      const [preview, ...others] = (await sales(id, as)).body.data.outline[0]?.resources ?? []
      expect(preview?.filePath).toMatch(/^\/media\//)
      expect(preview?.captions?.map(({ language }) => language)).toEqual(['en', 'ms'])
      for (const other of others) expect(other).not.toHaveProperty('filePath')
      for (const other of others) expect(other).not.toHaveProperty('captions')
    }
  })

  test('the sales page tells only the caller whether they are enrolled', async () => {
    const made = await course()
    await place(learner, made)
    expect((await sales(made.id, learner)).body.data).toMatchObject({
      isEnrolled: true,
      stats: { enrollmentCount: 1 },
      course: { enrollment: { progress: { completedLessons: 0, totalLessons: 0 }, lastAccessed: null } },
    })
    const spy = await server.call('courseSales', {
      params: { courseId: made.id },
      query: { userId: String(learner.id) },
      as: student,
    })
    expect(spy.status).toBe(403)
    const anonymous = await server.call('courseSales', {
      params: { courseId: made.id },
      query: { userId: String(learner.id) },
    })
    expect(anonymous.body.data.isEnrolled).toBe(false)
  })

  test("the sales page counts the instructor's public courses, and each of their students once", async () => {
    const teacher = await server.person('instructor')
    const own = { owner: teacher }
    const [first, second] = [await course(own), await course(own)]
    const hidden = await course({ ...own, isPrivate: true })
    await course({ ...own, isArchived: true })
    await course({ ...own, isDraft: true })
    for (const made of [first, second, hidden]) await place(learner, made)
    await place(student, hidden)
    expect((await sales(first.id)).body.data.instructor).toMatchObject({ courseCount: 2, studentCount: 1 })
  })

  test("the sales page shows management to the course's managers only", async () => {
    const made = await course()
    await place(learner, made)
    for (const as of [null, student, learner, colleague, otherAdmin]) {
      expect((await sales(made.id, as)).body.data.permissions).toEqual({ manage: false })
    }
    for (const as of [instructor, admin, superadmin]) {
      expect((await sales(made.id, as)).body.data.permissions).toEqual({ manage: true })
    }
  })

  test('the sales page of a lone instructor names them as seller', async () => {
    const { id } = await course({ owner: loner })
    const { body } = await sales(id)
    expect(body.data.sellerName).toBe(body.data.instructor?.name)
  })
})

describe('a course', () => {
  test('a course is an outline with its previews for anybody who may not study it', async () => {
    const { id } = await course({ contents: lessons, priceCents: 100 })
    for (const as of [null, student, colleague, otherAdmin]) {
      const { body } = await read(id, as)
      expect(body.data.permissions).toEqual({ study: false, manage: false })
      expect(body.data.contents.map(({ title }) => title)).toEqual(['Beginning'])
      const [preview, ...others] = body.data.contents[0]?.resources ?? []
      expect(preview).toMatchObject({ title: 'Welcome', isPreview: true, seconds: 61 })
      expect(preview).toHaveProperty('filePath')
      for (const other of others) expect(other).not.toHaveProperty('filePath')
      expect(JSON.stringify(others)).not.toMatch(/media/)
    }
  })

  test("a course opens its files and the learner's own progress to learners", async () => {
    const made = await course({ contents: lessons, priceCents: 100 })
    await place(learner, made)
    const [video = 0] = made.contents[0]?.resources ?? []
    await server.call('saveResourceProgress', {
      params: { id: video },
      body: { completed: true, position: 61, watched: [[0, 61]] },
      as: learner,
    })
    const { body } = await read(made.id, learner)
    expect(body.data.permissions).toEqual({ study: true, manage: false })
    expect(body.data.enrollment?.progress).toEqual({ completedLessons: 1, totalLessons: 2 })
    const resources = body.data.contents.flatMap((content) => content.resources)
    expect(resources.map(({ title }) => title)).toEqual(['Welcome', 'More', 'Handout'])
    for (const resource of resources) expect(resource.filePath).toMatch(/^\/media\/.*[?&]s=/)
    expect(resources[0]?.progress).toEqual({
      completed: true,
      watchTime: 61,
      position: 61,
      watched: [[0, 61]],
    })
    expect(resources[1]?.progress).toEqual({ completed: false, watchTime: 0, position: 0 })
  })

  test('a course shows drafts to its makers', async () => {
    const { id } = await course({ contents: lessons })
    for (const as of [instructor, admin, superadmin]) {
      const { body } = await read(id, as)
      expect(body.data.permissions).toEqual({ study: true, manage: true })
      expect(body.data.contents.map(({ title }) => title)).toEqual(['Beginning', 'Hidden module'])
      expect(body.data.contents[0]?.resources).toHaveLength(4)
      expect(body.data.contents[0]?.resources[0]).not.toHaveProperty('progress')
    }
  })

  /** Removes the headers that differ between any two responses. */
  const headersOf = ({ headers }: { headers: Record<string, unknown> }) => {
    const { date: _date, 'x-request-id': _requestId, ...others } = headers
    return others
  }

  test('a private, draft or deleted course answers exactly like a missing one', async () => {
    const hidden = await course({ isPrivate: true, contents: [{ resources: [{ isPreview: true }] }] })
    const gone = await course({ isArchived: true })
    const draft = await course({ isDraft: true, contents: [{ resources: [{ isPreview: true }] }] })
    for (const as of [null, student, colleague, otherAdmin]) {
      for (const open of [read, sales]) {
        const missing = await open(999_999, as)
        expect(missing.status).toBe(404)
        expect(missing.body.error).toBe('Course not found')
        for (const { id } of [hidden, gone, draft]) {
          const refused = await open(id, as)
          expect(refused.raw.body).toBe(missing.raw.body)
          expect(headersOf(refused.raw)).toEqual(headersOf(missing.raw))
        }
      }
    }
    for (const as of [instructor, admin, superadmin]) expect((await read(hidden.id, as)).status).toBe(200)
    await place(learner, gone)
    expect((await read(gone.id, learner)).status).toBe(200)
  })

  test.each(['1.5', '1e3', '-1', '1 OR 1=1', '9'.repeat(16), '1%00', 'abc'])(
    'the course id %s is invalid',
    async (id) => {
      const answer = await server.app.inject({ url: `/api/courses/${encodeURIComponent(id)}` })
      expect(answer.statusCode).toBe(400)
    },
  )

  test('a course id beyond the integer range is not found', async () => {
    expect((await read(999_999_999_999_999)).status).toBe(404)
  })
})

test("no answer contains an address, a password, a secret or a file's path", async () => {
  const made = await course({ contents: lessons })
  await place(learner, made)
  const answers = [
    await list(),
    await list({}, student),
    await sales(made.id),
    await read(made.id),
    await enrolled(learner),
  ]
  for (const { raw } of answers) {
    expect(raw.statusCode).toBe(200)
    expect(raw.body).not.toMatch(/@apogee\.test|argon2|password|secret|storage|sha256|seller_?id/i)
  }
})

test('the number of statements does not grow with the list', async () => {
  const person = await server.person()
  const statements = async (ask: () => Promise<unknown>) => {
    await ask()
    const watched = watchStatements()
    await ask()
    // The first request for the anonymous list also starts listening for changes, which does not count here.
    const { length } = watched.sent().filter(({ statement }) => !String(statement).startsWith('LISTEN'))
    watched.stop()
    return length
  }
  const few = await course({ contents: lessons })
  await place(person, few)
  const asks = [
    () => list({ limit: '1' }, person),
    () => list({ limit: '100' }, person),
    () => enrolled(person),
    () => read(few.id, person),
    () => sales(few.id, person),
  ]
  const before = []
  for (const ask of asks) before.push(await statements(ask))
  for (let n = 0; n < 5; n += 1) await place(person, await course({ contents: [...lessons, ...lessons] }))
  const after = []
  for (const ask of asks) after.push(await statements(ask))
  expect(after).toEqual(before)
  // The statements read the session, ids, cards and progress; the caller's own list also reads the next lesson of each course.
  expect(before.slice(0, 3)).toEqual([4, 4, 6])
})
