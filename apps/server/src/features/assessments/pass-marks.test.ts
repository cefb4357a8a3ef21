/** Tests when quizzes with a pass mark are complete, and how they count in a course. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSchool, type TestSchool } from '#server/features/courses/testing.ts'
import type { TestPerson } from '#server/app/testing.ts'
import { uploadFile, video } from '#server/features/media/testing.ts'
import { answering, gradedEventsOf, rightCode, threeQuestions } from './testing.ts'

let school: TestSchool
beforeAll(async () => {
  school = await startTestSchool()
})
afterAll(() => school.server.stop())

/** The coding question (20 points) and one of the other two (10 and 5) reach 60 percent of the points. */
const quizFile = { ...threeQuestions, passPercentage: 60, timeLimitMinutes: null }
const passing = [1, rightCode]
const failing = [1]

async function uploadedItem(contentId: number, fileType: 'quiz' | 'video') {
  const file =
    fileType === 'quiz'
      ? await uploadFile(
          school.server,
          school.teacher,
          Buffer.from(JSON.stringify(quizFile)),
          'q.json',
          'quiz',
        )
      : await uploadFile(school.server, school.teacher, await video('mp4'), 'v.mp4', 'lesson')
  const { body } = await school.server.call('createResource', {
    body: { courseContentId: contentId, filePath: file.url, fileType },
    as: school.teacher,
  })
  return body.data
}

/** Creates a free course with a video and a quiz with a pass mark, and a learner who has completed the video. */
async function courseToPass() {
  const course = await school.makeCourse(school.teacher)
  const module = await school.makeContent(school.teacher, course.id, { isPublished: true })
  const video = await uploadedItem(module.id, 'video')
  const quiz = await uploadedItem(module.id, 'quiz')
  const learner = await school.server.person()
  await school.enrol(learner, course.id)
  await complete(learner, video.id)
  return { courseId: course.id, moduleId: module.id, quiz, learner }
}

const complete = (as: TestPerson, id: number, completed = true) =>
  school.server.call('saveResourceProgress', { params: { id }, body: { completed }, as })

async function take(as: TestPerson, resourceId: number, answers: readonly (number | string)[]) {
  const { body } = await school.server.call('readResourceAssessment', { params: { id: resourceId }, as })
  const { number } = await answering(school.server, as, body.data.id, answers)
  const graded = await school.server.call('submitAttempt', { params: { id: body.data.id, number }, as })
  await school.server.jobs.runDueOnce()
  return graded.body.data
}

async function progressOf(as: TestPerson, courseId: number, resourceId: number) {
  const { body } = await school.server.call('readCourse', { params: { courseId }, as })
  const items = body.data.contents.flatMap(({ resources }) => resources)
  return {
    isCompleted: items.find(({ id }) => id === resourceId)?.progress?.completed,
    ...body.data.enrollment?.progress,
  }
}

const certificatesOf = async (as: TestPerson) =>
  (await school.server.call('listCertificates', { query: {}, as })).body.data.length

test('a quiz with a pass mark shows it to learners before and after an attempt', async () => {
  const { quiz, learner } = await courseToPass()
  expect(quiz.passPercentage).toBe(60)
  const { body } = await school.server.call('readResourceAssessment', {
    params: { id: quiz.id },
    as: learner,
  })
  expect(body.data.passPercentage).toBe(60)
  expect((await take(learner, quiz.id, failing)).passPercentage).toBe(60)
})

test('a result below the pass mark does not complete the quiz; a later one above it does, with the course', async () => {
  const { courseId, quiz, learner } = await courseToPass()
  expect((await take(learner, quiz.id, failing)).percentage).toBe(29)
  expect(await progressOf(learner, courseId, quiz.id)).toEqual({
    isCompleted: false,
    completedLessons: 1,
    totalLessons: 2,
  })
  expect(await certificatesOf(learner)).toBe(0)
  expect((await take(learner, quiz.id, passing)).percentage).toBe(86)
  expect(await progressOf(learner, courseId, quiz.id)).toEqual({
    isCompleted: true,
    completedLessons: 2,
    totalLessons: 2,
  })
  expect(await certificatesOf(learner)).toBe(1)
})

test('a worse attempt later leaves a passed quiz completed', async () => {
  const { courseId, quiz, learner } = await courseToPass()
  await take(learner, quiz.id, passing)
  await take(learner, quiz.id, failing)
  expect((await progressOf(learner, courseId, quiz.id)).isCompleted).toBe(true)
})

test.each([true, false])('a quiz with a pass mark is not set to completed %s by hand', async (completed) => {
  const { courseId, moduleId, quiz, learner } = await courseToPass()
  if (!completed) await take(learner, quiz.id, passing)
  expect((await complete(learner, quiz.id, completed)).body.errorCode).toBe('PASS_REQUIRED')
  await school.server.call('saveLessonProgress', {
    body: { courseContentId: moduleId, completed },
    as: learner,
  })
  expect((await progressOf(learner, courseId, quiz.id)).isCompleted).toBe(!completed)
})

test('the progress, the course and its sales page count a quiz with a pass mark as a lesson', async () => {
  const { courseId, quiz, learner } = await courseToPass()
  const read = () =>
    school.server.call('courseProgress', { params: { userId: learner.id, courseId }, as: learner })
  expect((await read()).body.data).toMatchObject({ progressPercentage: 50, totalLessons: 2 })
  const course = await school.server.call('readCourse', { params: { courseId }, as: learner })
  const sales = await school.server.call('courseSales', { params: { courseId }, as: learner })
  expect([course.body.data.lessonCount, sales.body.data.stats.contentCounts.lessons]).toEqual([2, 2])
  await take(learner, quiz.id, passing)
  expect((await read()).body.data).toMatchObject({ progressPercentage: 100, completedLessons: 2 })
})

test('a copy of a course keeps the pass marks of its quizzes', async () => {
  const { courseId } = await courseToPass()
  const { body } = await school.server.call('duplicateCourse', {
    params: { id: courseId },
    body: {},
    as: school.teacher,
  })
  const copy = await school.server.call('readCourse', {
    params: { courseId: body.data.id },
    as: school.teacher,
  })
  const items = copy.body.data.contents.flatMap(({ resources }) => resources)
  expect(items.map(({ passPercentage }) => passPercentage)).toEqual([undefined, 60])
})

test('an attempt without a time limit is graded with what was answered when the access ends', async () => {
  const { courseId, quiz, learner } = await courseToPass()
  const stays = await school.server.person()
  await school.enrol(stays, courseId)
  const { body } = await school.server.call('readResourceAssessment', {
    params: { id: quiz.id },
    as: learner,
  })
  for (const person of [learner, stays]) await answering(school.server, person, body.data.id, passing)
  const { kysely } = school.server.database
  const endsAt = new Date(Date.now() - 60_000)
  await sql`
    UPDATE enrolments SET access_ends_at = ${endsAt}, granted_at = ${endsAt}::timestamptz - interval '30 days'
     WHERE user_id = ${learner.id}`.execute(kysely)
  await school.server.services.assessments.grader.endAfterAccess()
  await school.server.services.assessments.grader.sweep()
  await school.server.jobs.runDueOnce()
  expect(await gradedEventsOf(school.server, learner.id)).toMatchObject([{ courseId, percentage: 86 }])
  expect(await gradedEventsOf(school.server, stays.id)).toEqual([])
  const attempts = await school.server.services.assessments.attemptsOfEach(learner.id, [body.data.id])
  expect(attempts.get(body.data.id)).toMatchObject([{ state: 'graded', deadline: null }])
})
