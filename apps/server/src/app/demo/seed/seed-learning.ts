/** Seeds enrolments with their orders and progress, and assessments with graded attempts. */
import { gradeAnswers } from '#server/features/assessments/assessments.grading.ts'
import { deadlineOf, percentageOf } from '#server/features/assessments/assessments.rules.ts'
import * as attemptQuestions from '#server/features/assessments/attempt-questions.store.ts'
import * as assessmentStore from '#server/features/assessments/assessments.store.ts'
import { createCodeSandbox, type CodeSandbox } from '#server/features/assessments/code-sandbox.ts'
import * as contentStore from '#server/features/courses/outline/contents.store.ts'
import { insertPast } from '#server/features/enrolments/enrolments.store.ts'
import * as learningStore from '#server/features/learning/learning.store.ts'
import { insertPastSnapshots } from '#server/features/sales/model/payments.store.ts'
import type { DemoSchool } from '../load-demo-school.ts'
import { seedOrders } from './past-orders.ts'
import { daysBefore, type SeededCourse, type Seeding } from './seeding.ts'

type DemoEnrolment = DemoSchool['enrolments'][number]
type DemoAssessment = DemoSchool['assessments'][number]
type DemoAttempt = DemoAssessment['attempts'][number]

export async function seedEnrolments(seeding: Seeding): Promise<void> {
  const { tx, school, now, people, courses } = seeding
  for (const enrolment of school.enrolments) {
    const { userId } = people.of(enrolment.person)
    const { id: courseId } = courses.of(enrolment.course)
    const grantedAt = daysBefore(now, enrolment.daysAgo)
    const isUnpaid = enrolment.source === 'purchase' && !(await seedPurchase(seeding, enrolment))
    await insertPast(tx, [
      {
        userId,
        courseId,
        source: isUnpaid ? 'granted' : enrolment.source,
        grantedAt,
        revokedAt: null,
        lastAccessedAt: daysBefore(now, enrolment.lastAccessedDaysAgo),
      },
    ])
    await seedProgress(seeding, enrolment)
  }
}

/** Returns false when the course's seller cannot be paid, because the seller has no account at the provider. */
async function seedPurchase(seeding: Seeding, { person, course, daysAgo }: DemoEnrolment): Promise<boolean> {
  const { tx, services, now, people, courses, sellerIds } = seeding
  const { id: courseId, seller } = courses.of(course)
  const paymentAccountId = await services.businesses.payeeFor(tx, [sellerIds.of(seller)])
  if (paymentAccountId === null) return false
  const at = daysBefore(now, daysAgo)
  const sale = { buyerId: people.of(person).userId, courseId, paymentAccountId }
  const orderIds = await seedOrders(seeding, [{ ...sale, state: 'paid', createdAt: at, settledAt: at }])
  await insertPastSnapshots(tx, orderIds)
  return true
}

/** Spreads completions evenly from the enrolment to the last visit. */
async function seedProgress(seeding: Seeding, enrolment: DemoEnrolment): Promise<void> {
  const { tx, now, people, courses } = seeding
  const { daysAgo, lastAccessedDaysAgo, completed, resumeAt } = enrolment
  const { userId } = people.of(enrolment.person)
  const { resources } = courses.of(enrolment.course)
  const daysBetween = (daysAgo - lastAccessedDaysAgo) / completed.length
  await learningStore.insertPastCompletions(
    tx,
    completed.map((key, index) => {
      const { id: resourceId, seconds } = resources.of(key)
      return { userId, resourceId, seconds, at: daysBefore(now, daysAgo - daysBetween * (index + 1)) }
    }),
  )
  if (!resumeAt) return
  const { id: courseId } = courses.of(enrolment.course)
  const item = { userId, courseId, resourceId: resources.of(resumeAt.resource).id }
  await learningStore.savePlayback(tx, learningStore.inCourse(courseId), item, {
    position: resumeAt.seconds,
    watched: [[0, Math.ceil(resumeAt.seconds)]],
    at: daysBefore(now, lastAccessedDaysAgo),
  })
}

/** Assessment ids are 1, 2, 3 … */
export async function seedAssessments(seeding: Seeding): Promise<void> {
  const { tx, services, school, now, people, courses } = seeding
  const sandbox = createCodeSandbox()
  await assessmentStore.restartIds(tx)
  for (const { key, course, module, quiz, attempts } of school.assessments) {
    const resourceId =
      course === null ? null : await insertQuizItem(seeding, courses.of(course), { quiz, module })
    const assessmentId = await services.assessments.create(tx, quiz, resourceId)
    if (assessmentId === null) throw new Error(`assessment '${key}' was not stored`)
    for (const attempt of attempts) {
      const { userId } = people.of(attempt.person)
      const percentage = await seedAttempt(seeding, { assessmentId, userId, attempt, sandbox })
      if (resourceId === null) continue
      await learningStore.setCompleted(tx, userId, [resourceId], {
        completed: true,
        at: endOf(now, attempt),
        percentage,
      })
    }
  }
  await seedRecalls(seeding)
}

/** Seeds the questions after videos. Their rows follow those of the assessments, whose ids the addresses of the README name. */
async function seedRecalls({ tx, services, school, courses }: Seeding): Promise<void> {
  for (const { key, outline } of school.courses) {
    const { resources } = courses.of(key)
    for (const lesson of outline.flatMap((module) => module.resources)) {
      if (!('recall' in lesson) || !lesson.recall) continue
      const item = { resourceId: resources.of(lesson.key).id, title: lesson.title }
      // oxlint-disable-next-line no-await-in-loop -- there are few, and their ids follow the order of the file
      await services.quizArchives.insertRecall(tx, item, { published: lesson.recall, draft: null })
    }
  }
}

/** Inserts a quiz at the end of the given module, or of the course's last published module. */
async function insertQuizItem(
  { tx }: Seeding,
  course: SeededCourse,
  { quiz, module: key }: Pick<DemoAssessment, 'quiz' | 'module'>,
): Promise<number> {
  const published = await contentStore.contentsOf(tx, course.id, { includeDrafts: false, learnerId: null })
  const contentId = key === undefined ? published.at(-1)?.id : course.modules.of(key)
  const module = published.find(({ id }) => id === contentId)
  if (!module) throw new Error(`the course of quiz '${quiz.title}' has no such published module`)
  return contentStore.insertResource(tx, {
    contentId: module.id,
    mediaId: null,
    title: quiz.title,
    fileType: 'quiz',
    order: module.resources.length,
    isPublished: true,
    isPreview: false,
    passPercentage: quiz.passPercentage,
  })
}

const endOf = (now: Date, { daysAgo, minutes }: DemoAttempt): Date =>
  new Date(daysBefore(now, daysAgo).getTime() + minutes * 60_000)

/** Grades an attempt with the grader that the product uses, and returns the percentage. */
async function seedAttempt(
  { tx, services, now }: Seeding,
  given: { assessmentId: number; userId: number; attempt: DemoAttempt; sandbox: CodeSandbox },
): Promise<number> {
  const { assessmentId, userId, sandbox } = given
  const assessment = await assessmentStore.assessmentById(tx, assessmentId)
  if (!assessment) throw new Error(`assessment ${assessmentId} was not stored`)
  const startedAt = daysBefore(now, given.attempt.daysAgo)
  const endedAt = endOf(now, given.attempt)
  const attempt = await assessmentStore.insertAttempt(tx, {
    userId,
    assessmentId,
    startedAt,
    deadlineAt: deadlineOf(startedAt, assessment.timeLimitSeconds),
    totalPoints: assessment.totalPoints,
    version: assessment.version,
  })
  if (!attempt) throw new Error(`user ${userId} has an open attempt at assessment ${assessmentId}`)
  const questions = await attemptQuestions.selectQuestionsOfAttempt(tx, attempt)
  for (const [index, { id }] of questions.entries()) {
    await assessmentStore.storeAnswer(tx, attempt.id, id, given.attempt.answers[index] ?? null, endedAt)
  }
  await assessmentStore.closeAttempt(tx, attempt.id, endedAt)
  const grades = await gradeAnswers(await attemptQuestions.answersToGrade(tx, attempt), sandbox)
  const earnedPoints = grades.reduce((sum, grade) => sum + grade.earnedPoints, 0)
  const percentage = percentageOf(earnedPoints, attempt.totalPoints)
  await assessmentStore.saveGrade(tx, attempt.id, { earnedPoints, percentage }, grades, endedAt)
  await services.repetitions.noteMissed(tx, { userId, review: assessment.review }, grades, endedAt)
  return percentage
}
