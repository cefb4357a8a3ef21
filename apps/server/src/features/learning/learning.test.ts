import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse, type TestContent, type TestCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'

let server: TestApp
let admin: TestPerson
let instructor: TestPerson
let student: TestPerson
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  admin = await server.person('admin')
  instructor = await server.person('instructor', { businessId: admin.businessId })
})
beforeEach(async () => {
  student = await server.person()
})
afterAll(() => server.stop())

const mixed: TestContent[] = [
  { resources: [{ seconds: 60 }, { seconds: 30 }, { type: 'pdf', pages: 3 }] },
  { resources: [{ type: 'pdf' }, { type: 'quiz' }] },
  { resources: [{ isPublished: false }] },
  { isPublished: false, resources: [{}] },
]

async function studied(contents = mixed, form: { isPrivate?: boolean } = {}): Promise<TestCourse> {
  const course = await makeCourse(server.database, { owner: instructor, contents, ...form })
  await place(student, course.id)
  return course
}

const place = (person: TestPerson, courseId: number) =>
  server.database.transaction((tx) =>
    server.services.enrolments.grant(tx, { userId: person.id, courseId, source: 'granted' }),
  )

const contentOf = (course: TestCourse, index: number) => course.contents[index] ?? { id: 0, resources: [] }
const saveLesson = (body: object, as: TestPerson | null = student) =>
  server.call('saveLessonProgress', { body: body as never, as })
const readLesson = (courseContentId: number, as: TestPerson | null = student, userId = student.id) =>
  server.call('lessonProgress', { params: { courseContentId, userId }, as })
const readCourse = (
  courseId: number,
  as: TestPerson | null = student,
  userId: number | string = student.id,
) => server.call('courseProgress', { params: { courseId, userId: userId as number }, as })
const saveItem = (id: number, body: object, as: TestPerson | null = student) =>
  server.call('saveResourceProgress', { params: { id }, body, as })

async function completionsTold(courseId: number): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT (payload->>'resourceId')::int4 AS id FROM domain_events
     WHERE kind = 'lesson.completed' AND payload->>'courseId' = ${String(courseId)} ORDER BY 1`.execute(
    server.database.kysely,
  )
  return found.rows.map(({ id }) => id)
}

const rowsOf = async (userId: number) =>
  (await sql`SELECT 1 FROM resource_progress WHERE user_id = ${userId}`.execute(server.database.kysely)).rows
    .length

describe('a lesson', () => {
  test('a lesson is not completed at first', async () => {
    const course = await studied()
    const { status, body } = await readLesson(contentOf(course, 0).id)
    expect(status).toBe(200)
    expect(body).toEqual({ success: true, completed: false, watchTime: 0 })
  })

  test('a lesson is completed with all its videos, and toggled back', async () => {
    const course = await studied()
    const { id, resources } = contentOf(course, 0)
    const done = await saveLesson({ userId: student.id, courseContentId: id, completed: true, watchTime: 75 })
    expect(done.body).toEqual({ success: true, completed: true, watchTime: 75 })
    expect((await readCourse(course.id)).body.data).toMatchObject({
      totalLessons: 2,
      completedLessons: 2,
      progressPercentage: 100,
    })
    expect(await completionsTold(course.id)).toEqual(resources.slice(0, 2))

    const undone = await saveLesson({ courseContentId: id, completed: false })
    expect(undone.body).toEqual({ success: true, completed: false, watchTime: 75 })
    expect((await readCourse(course.id)).body.data.completedLessons).toBe(0)
  })

  test('a lesson without a video is completed with all its items, which do not count beside videos', async () => {
    const course = await studied()
    const { id } = contentOf(course, 1)
    expect((await saveLesson({ courseContentId: id, completed: true })).body.completed).toBe(true)
    expect((await readLesson(id)).body.completed).toBe(true)
    expect((await readCourse(course.id)).body.data).toMatchObject({ totalLessons: 2, completedLessons: 0 })
  })

  test('a lesson of hidden items stays open', async () => {
    const course = await studied()
    const hidden = contentOf(course, 2)
    expect((await saveLesson({ courseContentId: hidden.id, completed: true })).body.completed).toBe(false)
    const draft = contentOf(course, 3)
    const missing = await saveLesson({ courseContentId: 999_999, completed: true })
    const refused = await saveLesson({ courseContentId: draft.id, completed: true })
    expect(refused.raw.body).toBe(missing.raw.body)
    expect((await saveItem(hidden.resources[0] ?? 0, { completed: true })).body.errorCode).toBe(
      'RESOURCE_NOT_FOUND',
    )
    expect(await rowsOf(student.id)).toBe(0)
  })

  test('fifty concurrent toggles of a lesson leave one row per item with one state', async () => {
    const course = await studied([{ resources: [{}] }])
    const { id, resources } = contentOf(course, 0)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => saveLesson({ courseContentId: id, completed: n % 2 === 0 })),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await rowsOf(student.id)).toBe(1)
    const told = await completionsTold(course.id)
    expect(told.length).toBeGreaterThan(0)
    expect(new Set(told)).toEqual(new Set(resources))
  })

  test('completing a lesson twice emits one event', async () => {
    const course = await studied([{ resources: [{}] }])
    const { id, resources } = contentOf(course, 0)
    await Promise.all([1, 2, 3, 4].map(() => saveLesson({ courseContentId: id, completed: true })))
    await saveItem(resources[0] ?? 0, { completed: true })
    expect(await completionsTold(course.id)).toEqual(resources)
  })

  test.each([
    [{ completed: 'yes' }],
    [{ completed: true, watchTime: -1 }],
    [{ completed: true, watchTime: 1e308 }],
    [{ completed: true, watchTime: null }],
    [{ completed: true, watchTime: '5' }],
    [{}],
  ])("a lesson's progress refuses %o", async (fields) => {
    const course = await studied()
    const { status } = await saveLesson({ courseContentId: contentOf(course, 0).id, ...fields })
    expect(status).toBe(400)
    expect(await rowsOf(student.id)).toBe(0)
  })
})

describe('an item', () => {
  test('an item stores the position and merges watched ranges', async () => {
    const course = await studied()
    const [video = 0] = contentOf(course, 0).resources
    await saveItem(video, { position: 12.5, watched: [[0, 12.5]] })
    const { status, body } = await saveItem(video, {
      watched: [
        [10, 20],
        [40, 900],
        [30, 30],
      ],
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, completed: false, position: 12.5, watchTime: 40 })
    const again = await saveItem(video, { position: 4000, completed: true })
    expect(again.body).toMatchObject({ completed: true, position: 60, watchTime: 40 })
    expect(again.body.course).toMatchObject({ totalLessons: 2, completedLessons: 1, progressPercentage: 50 })
    expect((await readLesson(contentOf(course, 0).id)).body).toMatchObject({
      completed: false,
      watchTime: 40,
    })
  })

  test.each([
    [{ seconds: 30.4 }, { position: 30.4, watchTime: 31 }],
    [{ seconds: null }, { position: 500, watchTime: 400 }],
    [{ seconds: 0 }, { position: 0, watchTime: 0 }],
    [{ seconds: 1e12 }, { position: 500, watchTime: 400 }],
  ])('position and watched parts of an item with %o end with it', async (length, saved) => {
    const course = await studied([{ resources: [length] }])
    const [video = 0] = contentOf(course, 0).resources
    const save = () => saveItem(video, { position: 500, watched: [[0, 400]] })
    expect((await save()).body).toMatchObject(saved)
    expect((await save()).body).toMatchObject(saved)
  })

  describe('pages of a document', () => {
    const document = async () => {
      const course = await studied()
      return { course, pdf: contentOf(course, 0).resources[2] ?? 0 }
    }
    const outline = async (courseId: number, id: number) => {
      const { body } = await server.call('readCourse', { params: { courseId }, as: student })
      return body.data.contents.flatMap(({ resources }) => resources).find((item) => item.id === id)?.progress
    }

    test('pages that were seen are united over all visits, up to the last page, and follow the account', async () => {
      const { course, pdf } = await document()
      expect((await saveItem(pdf, { page: 2, pages: [[1, 2]] })).body).toMatchObject({
        pagesSeen: 2,
        completed: false,
        watchTime: 0,
      })
      expect((await saveItem(pdf, { page: 9, pages: [[2, 9]] })).body).toMatchObject({ pagesSeen: 3 })
      expect(await outline(course.id, pdf)).toMatchObject({ page: 3, pagesSeen: 3, completed: false })
      expect((await readCourse(course.id)).body.data.completedLessons).toBe(0)
    })

    test('a page that was read before another one and arrives later changes nothing, and its seen pages count', async () => {
      const { course, pdf } = await document()
      await saveItem(pdf, { page: 2, pages: [[2, 2]] })
      await saveItem(pdf, { page: 3, pages: [[3, 3]], agoMs: 60_000 })
      await saveItem(pdf, { page: 3, pages: [[3, 3]], agoMs: 60_000 })
      expect(await outline(course.id, pdf)).toMatchObject({ page: 2, pagesSeen: 2 })
    })

    test('pages of an item that is no document are ignored', async () => {
      const course = await studied()
      const [video = 0] = contentOf(course, 0).resources
      const { status, body } = await saveItem(video, { page: 2, pages: [[1, 2]] })
      expect([status, body.pagesSeen]).toEqual([200, undefined])
    })

    test.each([[{ page: 0 }], [{ page: 1.5 }], [{ pages: [[1]] }], [{ pages: [[0, 3]] }]])(
      'a document refuses %o',
      async (body) => {
        const { pdf } = await document()
        expect((await saveItem(pdf, body)).status).toBe(400)
      },
    )
  })

  test('a first save without a position starts at the beginning', async () => {
    const course = await studied()
    const [video = 0] = contentOf(course, 0).resources
    await saveItem(contentOf(course, 0).resources[1] ?? 0, { position: 1 })
    expect((await saveItem(video, { watched: [[0, 5]] })).body).toMatchObject({ position: 0, watchTime: 5 })
  })

  test('a video completes once when 90 % of it has been watched, without its end', async () => {
    const course = await studied()
    const [video = 0] = contentOf(course, 0).resources
    expect((await saveItem(video, { watched: [[0, 53]] })).body).toMatchObject({ completed: false })
    const saves = await Promise.all(
      [1, 2, 3].map(() => saveItem(video, { position: 57, watched: [[53, 57]] })),
    )
    expect(saves.map(({ body }) => body.completed)).toEqual([true, true, true])
    expect(saves.filter(({ body }) => body.completedByWatching)).toHaveLength(1)
    expect(saves.map(({ body }) => body.course.completedLessons)).toEqual([1, 1, 1])
    expect((await readCourse(course.id)).body.data.completedLessons).toBe(1)
    expect(await completionsTold(course.id)).toEqual([video])
  })

  test('a save that has waited for the completion of another lesson counts that lesson', async () => {
    const course = await studied()
    const [first = 0, second = 0] = contentOf(course, 0).resources
    await saveItem(second, { position: 1 })
    const { kysely } = server.database
    const isWaiting = async () =>
      (
        await sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
          kysely,
        )
      ).rows.length > 0
    const waited = await server.database.transaction(async (tx) => {
      await server.services.enrolments.studyNow(tx, student.id, course.id)
      await sql`INSERT INTO resource_progress (user_id, resource_id, completed_at, updated_at)
                VALUES (${student.id}, ${first}, now(), now())`.execute(tx)
      const save = saveItem(second, { position: 2 })
      await vi.waitFor(async () => expect(await isWaiting()).toBe(true), { timeout: 10_000 })
      // An object wraps the promise, because awaiting the save inside the transaction would never end.
      return { save }
    })
    expect((await waited.save).body).toMatchObject({ position: 2, course: { completedLessons: 1 } })
  })

  test('the first save of a video completes it if it holds enough watched parts', async () => {
    const course = await studied()
    const [video = 0] = contentOf(course, 0).resources
    expect((await saveItem(video, { watched: [[0, 54]] })).body).toMatchObject({
      completed: true,
      completedByWatching: true,
      watchTime: 54,
      course: { completedLessons: 1, progressPercentage: 50 },
    })
    expect(await completionsTold(course.id)).toEqual([video])
  })

  test('watching on does not complete a video that its learner marked as incomplete', async () => {
    const course = await studied()
    const [video = 0] = contentOf(course, 0).resources
    await saveItem(video, { watched: [[0, 56]] })
    await saveItem(video, { completed: false })
    expect((await saveItem(video, { position: 60, watched: [[56, 60]] })).body.completed).toBe(false)
    expect(await completionsTold(course.id)).toEqual([video])
  })

  test('watching a video of unknown length does not complete it', async () => {
    const course = await studied([{ resources: [{}] }])
    const [video = 0] = contentOf(course, 0).resources
    await sql`UPDATE media SET seconds = NULL WHERE id = (SELECT media_id FROM course_resources WHERE id = ${video})`.execute(
      server.database.kysely,
    )
    expect((await saveItem(video, { watched: [[0, 500]] })).body.completed).toBe(false)
  })

  test('a position that arrives late does not replace one that was reached after it, and its watched parts count', async () => {
    const course = await studied()
    const [video = 0] = contentOf(course, 0).resources
    await saveItem(video, { position: 40, watched: [[30, 40]] })
    const late = { position: 10, watched: [[0, 10] as const], agoMs: 60_000 }
    expect((await saveItem(video, late)).body).toMatchObject({ position: 40, watchTime: 20 })
    expect((await saveItem(video, late)).body).toMatchObject({ position: 40, watchTime: 20 })
    server.clock.advance(120_000)
    expect((await saveItem(video, { position: 12, agoMs: 60_000 })).body.position).toBe(12)
    expect((await saveItem(video, { watched: [[40, 50]], agoMs: 90_000 })).body.position).toBe(12)
  })

  test('a completion that arrives late does not undo one that was set after it', async () => {
    const course = await studied()
    const [video = 0] = contentOf(course, 0).resources
    const set = async (completed: boolean, agoMs?: number) =>
      (await saveItem(video, { completed, ...(agoMs !== undefined && { agoMs }) })).body.completed
    expect(await set(true)).toBe(true)
    expect(await set(false, 60_000)).toBe(true)
    server.clock.advance(120_000)
    expect(await set(false, 60_000)).toBe(false)
    expect(await set(true, 90_000)).toBe(false)
    // Setting the same value again also moves the time of the setting, so that the next, older action is ignored.
    expect(await set(false, 10_000)).toBe(false)
    expect(await set(true, 30_000)).toBe(false)
    expect(await set(true)).toBe(true)
    expect(await completionsTold(course.id)).toEqual([video, video])
  })

  test.each([-1, 0.5, 366 * 86_400_000 + 1, 'x'])(
    'an item refuses to have been saved %s ms ago',
    async (agoMs) => {
      const course = await studied()
      const [video = 0] = contentOf(course, 0).resources
      expect((await saveItem(video, { position: 1, agoMs })).status).toBe(400)
    },
  )

  test('saves of positions concurrent with toggles lose neither', async () => {
    const course = await studied([{ resources: [{ seconds: 100 }] }])
    const [video = 0] = contentOf(course, 0).resources
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        n % 4 === 0
          ? saveItem(video, { completed: n % 8 === 0 })
          : saveItem(video, { position: n, watched: [[n, n + 1]] }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const last = await saveItem(video, { completed: true })
    expect(last.body).toMatchObject({ completed: true, watchTime: 30 })
    expect(last.body.course).toMatchObject({ totalLessons: 1, completedLessons: 1 })
  })

  test('studying is announced once in a quarter of an hour, whatever is saved', async () => {
    const course = await studied()
    const { id, resources } = contentOf(course, 0)
    const [video = 0] = resources
    const announced = async () =>
      (
        await sql`SELECT 1 FROM domain_events WHERE kind = 'course.studied' AND payload->>'courseId' = ${String(course.id)}`.execute(
          server.database.kysely,
        )
      ).rows.length
    await saveLesson({ courseContentId: id, completed: false, watchTime: 1 })
    for (const minutes of [0, 16, 16]) {
      server.clock.advance(minutes * 60_000)
      await saveItem(video, { position: 1 })
      await saveItem(video, { position: 2 })
      await saveLesson({ courseContentId: id, completed: false, watchTime: minutes })
      await saveLesson({ courseContentId: id, completed: false })
    }
    expect(await announced()).toBe(3)
    expect((await readLesson(id)).body).toMatchObject({ completed: false, watchTime: 16 })
  })

  test("an item's progress updates the time of last study", async () => {
    const course = await studied()
    expect((await readCourse(course.id)).body.data.lastAccessed).toBeNull()
    const { body } = await saveItem(contentOf(course, 0).resources[2] ?? 0, { completed: true })
    expect(body.course.lastAccessed).toBe(server.clock.now().toISOString())
    expect(body.course.completedLessons).toBe(0)
  })

  test.each([
    [{ position: -1 }],
    [{ position: 1e9 }],
    [{ watched: [[0]] }],
    [{ watched: [['a', 'b']] }],
    [{ watched: Array.from({ length: 201 }, () => [0, 1]) }],
    [{ completed: 1 }],
  ])("an item's progress refuses %o", async (body) => {
    const course = await studied()
    expect((await saveItem(contentOf(course, 0).resources[0] ?? 0, body)).status).toBe(400)
  })
})

test('a course without videos counts its items', async () => {
  const course = await studied([{ resources: [{ type: 'pdf' }, { type: 'pdf' }, { type: 'document' }] }])
  await saveItem(contentOf(course, 0).resources[1] ?? 0, { completed: true })
  expect((await readCourse(course.id)).body.data).toMatchObject({
    totalLessons: 3,
    completedLessons: 1,
    progressPercentage: 33,
  })
})

test('a course without contents has progress 0 of 0', async () => {
  const course = await studied([])
  expect((await readCourse(course.id)).body.data).toEqual({
    totalLessons: 0,
    completedLessons: 0,
    progressPercentage: 0,
    lastAccessed: null,
  })
})

describe('progress belongs to its learner', () => {
  test('progress is written by its learner only', async () => {
    const course = await studied()
    const { id, resources } = contentOf(course, 0)
    const stranger = await server.person()
    const write = (as: TestPerson | null, body: object = {}) =>
      saveLesson({ courseContentId: id, completed: true, ...body }, as)
    expect((await write(null)).status).toBe(401)
    expect((await write(stranger)).status).toBe(403)
    expect((await write(stranger, { userId: student.id })).status).toBe(403)
    expect((await write(student, { userId: stranger.id })).body.errorCode).toBe('NOT_YOURS')
    for (const userId of [0, '', [student.id], {}])
      expect((await write(student, { userId })).status).toBe(400)
    expect((await saveItem(resources[0] ?? 0, { completed: true }, stranger)).status).toBe(403)
    expect(await rowsOf(student.id)).toBe(0)
    expect(await rowsOf(stranger.id)).toBe(0)
  })

  test('a preview by teachers stores no progress', async () => {
    const course = await studied()
    const superadmin = await server.person('superadmin')
    for (const teacher of [instructor, admin, superadmin]) {
      expect(
        (await saveLesson({ courseContentId: contentOf(course, 0).id, completed: true }, teacher)).status,
      ).toBe(403)
      expect(await rowsOf(teacher.id)).toBe(0)
    }
  })

  test("progress is read by its learner and the course's teachers", async () => {
    const course = await studied()
    const superadmin = await server.person('superadmin')
    for (const reader of [student, instructor, admin, superadmin]) {
      expect((await readCourse(course.id, reader)).status).toBe(200)
      expect((await readLesson(contentOf(course, 0).id, reader)).status).toBe(200)
    }
    const otherAdmin = await server.person('admin')
    const otherInstructor = await server.person('instructor', { businessId: admin.businessId })
    const classmate = await server.person()
    await place(classmate, course.id)
    expect((await readCourse(course.id, null)).status).toBe(401)
    expect((await readCourse(course.id, classmate)).status).toBe(403)
    expect((await readCourse(course.id, otherAdmin)).status).toBe(404)
    expect((await readCourse(course.id, otherInstructor)).status).toBe(404)
    expect((await readLesson(contentOf(course, 0).id, classmate)).status).toBe(403)
    expect((await readLesson(contentOf(course, 0).id, otherInstructor)).status).toBe(404)
  })

  test('teachers read no progress of people who are not enrolled', async () => {
    const course = await studied()
    const stranger = await server.person()
    const answer = await readCourse(course.id, instructor, stranger.id)
    expect(answer.status).toBe(404)
    expect((await readCourse(course.id, instructor, 999_999)).raw.body).toBe(answer.raw.body)
    expect((await readLesson(contentOf(course, 0).id, instructor, stranger.id)).status).toBe(404)
  })

  test.each([['0'], ['-1'], ['1e3'], ['%00'], ['1 OR 1=1']])(
    'progress of the user id %s is not found',
    async (userId) => {
      const course = await studied()
      const { status } = await readCourse(course.id, student, userId)
      expect([400, 403, 404]).toContain(status)
    },
  )

  test('progress is kept but closed after the enrolment ends', async () => {
    const course = await studied()
    const { id } = contentOf(course, 0)
    await saveLesson({ courseContentId: id, completed: true })
    await server.database.transaction((tx) =>
      server.services.enrolments.end(tx, { userId: student.id, courseId: course.id }),
    )
    expect((await saveLesson({ courseContentId: id, completed: false })).status).toBe(403)
    await place(student, course.id)
    expect((await readLesson(id)).body.completed).toBe(true)
  })

  test('progress in a private course hides the course from others', async () => {
    const course = await studied(mixed, { isPrivate: true })
    const stranger = await server.person()
    const hidden = await saveLesson({ courseContentId: contentOf(course, 0).id, completed: true }, stranger)
    const missing = await saveLesson({ courseContentId: 999_999, completed: true }, stranger)
    expect(hidden.status).toBe(404)
    expect(hidden.raw.body).toBe(missing.raw.body)
    expect((await readCourse(course.id, stranger, stranger.id)).raw.body).toBe(
      (await readCourse(999_999, stranger, stranger.id)).raw.body,
    )
  })
})

test('progress in many courses is read with one statement', async () => {
  const courses = [await studied(), await studied([{ resources: [{ type: 'pdf' }] }]), await studied([])]
  await saveLesson({
    courseContentId: contentOf(courses[0] ?? { id: 0, contents: [] }, 0).id,
    completed: true,
  })
  const lessons = await server.services.learning.lessonsIn(
    server.database.kysely,
    student.id,
    courses.map(({ id }) => id),
  )
  expect([...lessons.values()]).toEqual([
    { totalLessons: 2, completedLessons: 2 },
    { totalLessons: 1, completedLessons: 0 },
    { totalLessons: 0, completedLessons: 0 },
  ])
})
