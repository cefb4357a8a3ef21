import { restorableMs } from '@apogee/contracts/courses/outline.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp, TestPerson } from '#server/app/testing.ts'
import { startTestSchool, type TestSchool } from '../testing.ts'

let school: TestSchool
let server: TestApp
let teacher: TestPerson
let admin: TestPerson
let student: TestPerson
beforeAll(async () => {
  school = await startTestSchool()
  ;({ server, teacher, admin, student } = school)
})
afterAll(() => server.stop())

const outlineOf = async (courseId: number, as: TestPerson = teacher) => {
  const { body } = await server.call('listCourseContents', { params: { courseId }, query: {}, as })
  return body.data.map(({ id, resources }) => [id, resources.map((resource) => resource.id)])
}

/** Creates a course with two published modules: the first with three resources, the second with one. */
async function startCourse() {
  const course = await school.makeCourse(teacher)
  const one = await school.makeContent(teacher, course.id, { isPublished: true })
  const two = await school.makeContent(teacher, course.id, { isPublished: true })
  const [a, b, c] = [
    await school.makeResource(teacher, one.id),
    await school.makeResource(teacher, one.id),
    await school.makeResource(teacher, one.id),
  ]
  const d = await school.makeResource(teacher, two.id)
  return { id: course.id, one: one.id, two: two.id, a: a.id, b: b.id, c: c.id, d: d.id }
}

interface Move {
  items: { id: number; version?: number }[]
  moduleId: number
  beforeId: number | null
}
const move = (course: { id: number }, body: Move, as: TestPerson = teacher) =>
  server.call('moveResources', { params: { id: course.id }, body, as })

test('a resource moves to a place in another module, with the progress and notes of learners', async () => {
  const course = await startCourse()
  await school.enrol(student, course.id)
  await server.call('saveResourceProgress', {
    params: { id: course.b },
    body: { completed: true },
    as: student,
  })
  await server.call('saveNote', {
    params: { courseId: course.id, noteId: '3f0c5f5e-6f0a-4a8e-9d6b-0a8f1b2c3d4e' },
    body: { resourceId: course.b, text: 'Mine' },
    as: student,
  })
  const moved = await move(course, { items: [{ id: course.b }], moduleId: course.two, beforeId: course.d })
  expect([moved.status, moved.body]).toEqual([200, { success: true }])
  expect(await outlineOf(course.id)).toEqual([
    [course.one, [course.a, course.c]],
    [course.two, [course.b, course.d]],
  ])
  const { body } = await server.call('courseProgress', {
    params: { courseId: course.id, userId: student.id },
    as: student,
  })
  expect(body.data).toMatchObject({ completedLessons: 1, totalLessons: 4 })
  const notes = await server.call('listNotes', { params: { courseId: course.id }, query: {}, as: student })
  expect(JSON.stringify(notes.body)).toContain(`"contentId":${course.two}`)
})

test('several resources move together and keep the order in which they are named', async () => {
  const course = await startCourse()
  await move(course, {
    items: [{ id: course.d }, { id: course.a }],
    moduleId: course.one,
    beforeId: course.c,
  })
  expect(await outlineOf(course.id)).toEqual([
    [course.one, [course.b, course.d, course.a, course.c]],
    [course.two, []],
  ])
})

test('a module moves to the top or to the end in one call', async () => {
  const course = await startCourse()
  const third = await school.makeContent(teacher, course.id)
  const moveModule = (id: number, beforeId: number | null) =>
    server.call('moveModules', {
      params: { id: course.id },
      body: { items: [{ id }], beforeId },
      as: teacher,
    })
  await moveModule(third.id, course.one)
  expect((await outlineOf(course.id)).map(([id]) => id)).toEqual([third.id, course.one, course.two])
  await moveModule(course.one, null)
  expect((await outlineOf(course.id)).map(([id]) => id)).toEqual([third.id, course.two, course.one])
  expect((await moveModule(course.one, 999_999_999)).body.errorCode).toBe('CONTENT_NOT_FOUND')
})

test("a resource of another course, and a module of another course, are refused, and nobody else's course changes", async () => {
  const [mine, other] = [await startCourse(), await startCourse()]
  const into = await move(mine, { items: [{ id: other.a }], moduleId: mine.one, beforeId: null })
  const outOf = await move(mine, { items: [{ id: mine.a }], moduleId: other.one, beforeId: null })
  expect([into.body.errorCode, outOf.body.errorCode]).toEqual(['RESOURCE_NOT_FOUND', 'CONTENT_NOT_FOUND'])
  expect(await outlineOf(other.id)).toEqual([
    [other.one, [other.a, other.b, other.c]],
    [other.two, [other.d]],
  ])
  const stranger = await move(
    mine,
    { items: [{ id: mine.a }], moduleId: mine.two, beforeId: null },
    school.lone,
  )
  expect(stranger.status).toBe(404)
})

test("a move with a version from before somebody else's move of the same item is refused", async () => {
  const course = await startCourse()
  const down = { moduleId: course.one, beforeId: null }
  await move(course, { items: [{ id: course.a, version: 0 }], ...down }, admin)
  const late = await move(course, {
    items: [{ id: course.a, version: 0 }],
    moduleId: course.two,
    beforeId: null,
  })
  expect([late.status, late.body.errorCode]).toEqual([409, 'EDIT_CONFLICT'])
  expect(await outlineOf(course.id)).toEqual([
    [course.one, [course.b, course.c, course.a]],
    [course.two, [course.d]],
  ])
})

test('modules and resources are published and made drafts together', async () => {
  const course = await startCourse()
  await school.enrol(student, course.id)
  const publish = (isPublished: boolean) =>
    server.call('publishItems', {
      params: { id: course.id },
      body: { modules: [course.two], resources: [course.a, course.b, 999_999_999], isPublished },
      as: teacher,
    })
  expect((await publish(false)).status).toBe(200)
  expect(await outlineOf(course.id, student)).toEqual([[course.one, [course.c]]])
  await publish(true)
  expect(await outlineOf(course.id, student)).toEqual(await outlineOf(course.id))
})

const named = (course: { id: number }, body: { modules?: number[]; resources?: number[] }) => ({
  params: { id: course.id },
  body,
  as: teacher,
})

test('a removed item is hidden at once, and restoring it brings back its place, its state and all progress', async () => {
  const course = await startCourse()
  await school.enrol(student, course.id)
  await server.call('saveResourceProgress', {
    params: { id: course.b },
    body: { completed: true },
    as: student,
  })
  const before = await outlineOf(course.id)
  const items = { modules: [course.two], resources: [course.b] }
  expect((await server.call('removeItems', named(course, items))).status).toBe(200)
  for (const as of [teacher, student])
    expect(await outlineOf(course.id, as)).toEqual([[course.one, [course.a, course.c]]])
  for (const answer of [
    await server.call('updateResource', { params: { id: course.b }, body: { title: 'x' }, as: teacher }),
    await server.call('updateContent', {
      params: { id: course.two },
      body: { isPublished: true },
      as: teacher,
    }),
  ])
    expect(answer.status).toBe(404)
  expect((await server.call('restoreItems', named(course, items))).status).toBe(200)
  expect((await server.call('restoreItems', named(course, items))).status).toBe(200)
  for (const as of [teacher, student]) expect(await outlineOf(course.id, as)).toEqual(before)
  const { body } = await server.call('courseProgress', {
    params: { courseId: course.id, userId: student.id },
    as: student,
  })
  expect(body.data).toMatchObject({ completedLessons: 1, totalLessons: 4 })
})

test('removed items are deleted a minute later, except restored ones, and can then no longer be restored', async () => {
  const course = await startCourse()
  await server.call('removeItems', named(course, { modules: [course.two], resources: [course.a, course.b] }))
  await server.call('restoreItems', named(course, { resources: [course.a] }))
  await server.services.courses.outline.deleteRemoved(course.id)
  expect((await server.call('restoreItems', named(course, { resources: [course.b] }))).status).toBe(200)
  await server.call('removeItems', named(course, { resources: [course.b] }))
  server.clock.advance(restorableMs)
  await server.services.courses.outline.deleteRemoved(course.id)
  await server.services.courses.outline.deleteRemoved(course.id)
  const late = await server.call('restoreItems', named(course, { resources: [course.b] }))
  expect([late.status, late.body.errorCode]).toEqual([409, 'REMOVAL_FINAL'])
  expect(await outlineOf(course.id)).toEqual([[course.one, [course.a, course.c]]])
  const { rows } = await sql`SELECT FROM course_contents WHERE id = ${course.two}`.execute(
    server.database.kysely,
  )
  expect(rows).toEqual([])
})

test('removed items are deleted also when the job begins before the minute has passed by this clock', async () => {
  const course = await startCourse()
  await server.call('removeItems', named(course, { resources: [course.a] }))
  // The database decides when the job starts, and its clock is ahead of that of the process.
  server.clock.advance(restorableMs - 500)
  await sql`UPDATE graphile_worker._private_jobs j SET run_at = now() FROM graphile_worker._private_tasks t
             WHERE t.id = j.task_id AND t.identifier = 'courses.delete-removed' AND j.payload->>'courseId' = ${String(course.id)}`.execute(
    server.database.kysely,
  )
  await server.jobs.runDueOnce()
  server.clock.advance(restorableMs)
  await server.jobs.runDueOnce()
  const late = await server.call('restoreItems', named(course, { resources: [course.a] }))
  expect([late.status, late.body.errorCode]).toEqual([409, 'REMOVAL_FINAL'])
})

test('a removed item is not part of a copy of the course', async () => {
  const course = await startCourse()
  await server.call('removeItems', named(course, { modules: [course.two], resources: [course.a] }))
  const { body } = await server.call('duplicateCourse', {
    params: { id: course.id },
    body: {},
    as: teacher,
  })
  expect((await outlineOf(body.data.id)).map(([, resources]) => (resources as number[]).length)).toEqual([2])
})

test('a copy of a resource is a draft behind it, with the text of a text lesson', async () => {
  const course = await startCourse()
  const text = await server.call('createLessonText', {
    params: { id: course.one },
    body: { title: 'Read me' },
    as: teacher,
  })
  const copy = await server.call('copyResource', {
    params: { id: text.body.data.id },
    body: {},
    as: teacher,
  })
  expect(copy.status).toBe(201)
  expect(copy.body.data).toMatchObject({ title: 'Read me (copy)', isPublished: false, words: 0 })
  const draft = await server.call('readLessonTextEdit', { params: { id: copy.body.data.id }, as: teacher })
  expect(draft.status).toBe(200)
  const first = await server.call('copyResource', { params: { id: course.a }, body: {}, as: teacher })
  const [[, resources]] = (await outlineOf(course.id)) as [[number, number[]]]
  expect(resources).toEqual([
    course.a,
    first.body.data.id,
    course.b,
    course.c,
    text.body.data.id,
    copy.body.data.id,
  ])
})

test('a copy of a module is a draft behind it with all its resources in their order', async () => {
  const course = await startCourse()
  const { status, body } = await server.call('copyContent', {
    params: { id: course.one },
    body: {},
    as: teacher,
  })
  expect(status).toBe(201)
  expect(body.data).toMatchObject({ title: 'Module (copy)', isPublished: false })
  expect(body.data.resources.map(({ title, isPublished }) => [title, isPublished])).toEqual(
    Array.from({ length: 3 }, () => ['Sheet', true]),
  )
  expect((await outlineOf(course.id)).map(([id]) => id)).toEqual([course.one, body.data.id, course.two])
})
