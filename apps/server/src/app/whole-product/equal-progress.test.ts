/** The progress of generated learners, in every answer and mail that contains it. */
import type { CourseContent } from '@apogee/contracts/courses/courses.ts'
import { minutesLeft } from '@apogee/contracts/courses/course-length.ts'
import {
  averagePercent,
  hasAllLessons,
  lessonCountsOf,
  percentOf,
  type LessonCounts,
} from '@apogee/contracts/courses/course-progress.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { learningReminderMail } from '#server/features/goals/reminders.mail.ts'
import { insertPastCompletions } from '#server/features/learning/learning.store.ts'
import { makeCourse, type TestContent, type TestCourse } from '../testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '../testing.ts'

const numberOfLearners = 50

/** Contains courses of each kind: with videos, without one, with quizzes, with hidden items and modules. */
const outlines: TestContent[][] = [
  [
    { resources: [{ seconds: 61 }, { seconds: 200 }, { type: 'pdf', pages: 3 }, { type: 'quiz' }] },
    { resources: [{ seconds: 30 }, { isPublished: false }, { type: 'reading' }] },
    { isPublished: false, resources: [{}] },
  ],
  [{ resources: [{ type: 'pdf', pages: 2 }, { type: 'reading' }] }, { resources: [{ type: 'quiz' }] }],
  [{ resources: Array.from({ length: 7 }, () => ({ seconds: 45 })) }, { resources: [{ type: 'quiz' }] }],
  [
    { resources: [{}] },
    { resources: [] },
    { resources: [{ type: 'document', pages: 5 }, { seconds: null }] },
  ],
]

/** Returns numbers from 0 to 1 that are the same in every run (Park and Miller). */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

interface Learner {
  person: TestPerson
  courses: TestCourse[]
}

let server: TestApp
let teacher: TestPerson
let courses: TestCourse[]
let learners: Learner[]

beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments, limitsOn: false })
  teacher = await server.person('instructor', { isProven: true })
  courses = await Promise.all(
    outlines.map((contents) => makeCourse(server.database, { owner: teacher, contents })),
  )
  // The quiz of the third course has a pass mark and therefore counts as a lesson.
  await sql`UPDATE course_resources SET pass_percentage = 60 WHERE id = ${courses[2]?.contents[1]?.resources[0]}`.execute(
    server.database.kysely,
  )
  learners = await generated()
})
afterAll(() => server.stop())

async function generated(): Promise<Learner[]> {
  const random = numbersFrom(20_261_130)
  const at = server.clock.now()
  const made: Learner[] = []
  for (let n = 0; n < numberOfLearners; n += 1)
    made.push({
      // oxlint-disable-next-line no-await-in-loop -- the generated numbers have one order
      person: await server.person('student', { isProven: true }),
      courses: courses.filter(() => random() < 0.6),
    })
  await server.database.transaction(async (tx) => {
    const all = made.flatMap(({ person, courses: own }) =>
      own.map((course) => ({ userId: person.id, course, share: Math.round(random() * 4) / 4 })),
    )
    for (const { userId, course } of all)
      // oxlint-disable-next-line no-await-in-loop -- one transaction runs one statement at a time
      await server.services.enrolments.grant(tx, { userId, courseId: course.id, source: 'granted' })
    const completions = all.flatMap(({ userId, course, share }) =>
      course.contents
        .flatMap(({ resources }) => resources)
        .filter(() => random() < share || share === 1)
        .map((resourceId) => ({ userId, resourceId, seconds: null, at })),
    )
    expect(completions.length).toBeGreaterThan(100)
    await insertPastCompletions(tx, completions)
  })
  return made
}

const publishedItems = (contents: readonly CourseContent[]) =>
  contents
    .filter(({ isPublished }) => isPublished)
    .flatMap(({ resources }) => resources.filter(({ isPublished }) => isPublished))

/** Returns the progress as the course page and the lesson page count it from the contents. */
async function onCoursePage(as: TestPerson, courseId: number) {
  const { body } = await server.call('readCourse', { params: { courseId }, as })
  const items = publishedItems(body.data.contents)
  const isDone = ({ progress }: { progress?: { completed: boolean } | undefined }) =>
    progress?.completed ?? false
  return {
    counts: lessonCountsOf(items, isDone),
    shown: body.data.enrollment?.progress,
    done: items.filter(isDone).length,
    total: items.length,
    minutes: minutesLeft(items),
    visited: items[0]?.id ?? 0,
  }
}

async function listOf(person: TestPerson, state?: 'in-progress' | 'completed') {
  const { body } = await server.call('listEnrolledCourses', {
    query: { userId: String(person.id) as never, limit: '100', ...(state && { state }) },
    as: person,
  })
  return body.data
}

async function inRoster(courseId: number): Promise<Map<number, LessonCounts>> {
  const { body } = await server.call('listCourseLearners', {
    params: { id: courseId },
    query: { limit: '100' },
    as: teacher,
  })
  return new Map(
    body.data.map(({ userId, completedLessons, totalLessons }) => [
      userId,
      { completedLessons, totalLessons },
    ]),
  )
}

const rosters = async () =>
  new Map(await Promise.all(courses.map(async ({ id }) => [id, await inRoster(id)] as const)))

test('the progress of a course is equal on dashboard, My learning, course, lesson, roster and certificate', async () => {
  const roster = await rosters()
  const seen = new Set<number>()
  for (const { person, courses: own } of learners) {
    // oxlint-disable no-await-in-loop -- concurrent requests of 50 learners would only wait for each other
    const listed = await listOf(person)
    const completed = await listOf(person, 'completed')
    const inProgress = await listOf(person, 'in-progress')
    expect(new Set(listed.map(({ id }) => id))).toEqual(new Set(own.map(({ id }) => id)))
    expect(completed.length + inProgress.length).toBe(listed.length)
    for (const { id, enrollment } of listed) {
      const page = await onCoursePage(person, id)
      const { counts } = page
      seen.add(percentOf(counts))
      const params = { courseId: id, userId: person.id }
      const { data } = (await server.call('courseProgress', { params, as: person })).body
      const needs = await server.call('readCertificateNeeds', { params: { id }, as: person })
      const lesson = await server.call('saveResourceProgress', {
        params: { id: page.visited },
        body: {},
        as: person,
      })
      expect(enrollment?.progress).toEqual(counts)
      expect(page.shown).toEqual(counts)
      expect(data).toMatchObject({ ...counts, progressPercentage: percentOf(counts) })
      expect(lesson.body.course).toMatchObject({ ...counts, progressPercentage: percentOf(counts) })
      expect(roster.get(id)?.get(person.id)).toEqual(counts)
      expect(needs.body.data.lessons).toEqual({ done: counts.completedLessons, total: counts.totalLessons })
      expect(completed.some((course) => course.id === id)).toBe(hasAllLessons(counts))
      const modules = enrollment?.modules ?? []
      expect(modules.reduce((sum, { done }) => sum + done, 0)).toBe(page.done)
      expect(modules.reduce((sum, { total }) => sum + total, 0)).toBe(page.total)
      expect(enrollment?.minutesLeft).toBe(page.minutes)
    }
    // oxlint-enable no-await-in-loop
  }
  // The generated learners are at the start, at the end and in between.
  expect([...seen]).toEqual(expect.arrayContaining([0, 25, 50, 100]))
})

test('the profile averages the same progress, and its badges count the lessons of the dashboard', async () => {
  for (const { person } of learners) {
    // oxlint-disable-next-line no-await-in-loop -- concurrent requests of 50 learners would only wait for each other
    const [listed, achievements] = await Promise.all([
      listOf(person),
      server.call('readAchievements', { as: person }),
    ])
    const counts = listed.map(
      ({ enrollment }) => enrollment?.progress ?? { completedLessons: 0, totalLessons: 0 },
    )
    const lessons = counts.reduce((sum, { completedLessons }) => sum + completedLessons, 0)
    const badge = achievements.body.data.badges.find(({ key }) => key === 'long-burn')
    expect(badge?.done).toBe(Math.min(50, lessons))
    expect(averagePercent(counts)).toBeLessThanOrEqual(100)
  }
})

test('the mail to continue states the progress that the dashboard shows', async () => {
  const ids = learners.map(({ person }) => person.id)
  const toContinue = await server.services.learning.toContinue(server.database.kysely, ids)
  expect(toContinue.size).toBeGreaterThan(20)
  for (const { person } of learners) {
    const lesson = toContinue.get(person.id)
    if (!lesson) continue
    // oxlint-disable-next-line no-await-in-loop -- concurrent requests of 50 learners would only wait for each other
    const listed = await listOf(person)
    const course = listed.find(({ enrollment }) => enrollment?.next?.id === lesson.id)
    const { completedLessons, totalLessons } = course?.enrollment?.progress ?? {
      completedLessons: 0,
      totalLessons: 0,
    }
    const { body } = learningReminderMail('en', {
      name: null,
      courseTitle: lesson.courseTitle,
      lessonTitle: lesson.title,
      lessons: lesson,
      link: '/',
      stopLink: '/',
      restartLink: null,
    })
    const percent = percentOf({ completedLessons, totalLessons })
    expect(body).toContain(`${percent}% complete (${completedLessons}/${totalLessons} lessons)`)
  }
})
