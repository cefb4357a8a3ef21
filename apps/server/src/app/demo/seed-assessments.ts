/** The demo school's assessments with the attempts of its people, graded by the product's own grader. */
import type { Transaction } from 'kysely'
import { demoAssessments, type DemoAssessment, type DemoAttempt } from '../../../demo/assessments.ts'
import { gradeAnswers } from '#server/features/assessments/assessments.grading.ts'
import { percentageOf } from '#server/features/assessments/assessments.rules.ts'
import * as assessmentStore from '#server/features/assessments/assessments.store.ts'
import { createCodeSandbox } from '#server/features/assessments/code-sandbox.ts'
import * as courseStore from '#server/features/courses/courses.store.ts'
import * as learningStore from '#server/features/learning/learning.store.ts'
import type { DB } from '#server/platform/database/schema.d.ts'
import type { Services } from '../services.ts'

type Tx = Transaction<DB>

const dayMs = 24 * 3_600_000
const minuteMs = 60_000

/** Nothing for courses and people that this school does not have. */
export async function seedAssessments(
  tx: Tx,
  { assessments }: Pick<Services, 'assessments'>,
  now: Date,
  known: { person: (key: string) => number | undefined; course: (key: string) => number | undefined },
): Promise<void> {
  const sandbox = createCodeSandbox()
  await assessmentStore.beginIdsAtOne(tx)
  for (const demo of demoAssessments) {
    const courseId = demo.course === null ? null : known.course(demo.course)
    if (courseId === undefined) continue
    const resourceId = courseId === null ? null : await putIntoCourse(tx, demo, courseId)
    const id = await assessments.create(tx, demo.quiz, resourceId)
    if (id === null) continue
    for (const attempt of demo.attempts) {
      const userId = known.person(attempt.person)
      if (userId === undefined) continue
      await take(id, userId, attempt)
      if (resourceId === null) continue
      await learningStore.ensureRows(tx, userId, [resourceId])
      await learningStore.markCompleted(tx, userId, [resourceId], { completed: true, at: atOf(attempt) })
    }
  }

  function atOf({ daysAgo, minutes }: DemoAttempt): Date {
    return new Date(now.getTime() - daysAgo * dayMs + minutes * minuteMs)
  }

  async function take(assessmentId: number, userId: number, given: DemoAttempt): Promise<void> {
    const assessment = await assessmentStore.assessmentById(tx, assessmentId)
    if (!assessment) throw new Error('an assessment that was just stored is gone')
    const startedAt = new Date(now.getTime() - given.daysAgo * dayMs)
    const attempt = await assessmentStore.insertAttempt(tx, {
      userId,
      assessmentId,
      startedAt,
      deadlineAt: new Date(startedAt.getTime() + assessment.timeLimitSeconds * 1000),
      totalPoints: assessment.totalPoints,
    })
    if (!attempt) throw new Error('an attempt of the demo school is open')
    const asked = await assessmentStore.askedQuestions(tx, assessmentId, attempt.id)
    for (const [place, question] of asked.entries()) {
      await assessmentStore.keepAnswer(tx, attempt.id, question.id, given.answers[place] ?? null, atOf(given))
    }
    await assessmentStore.closeAttempt(tx, attempt.id, atOf(given))
    const grades = await gradeAnswers(await assessmentStore.answersToGrade(tx, attempt), sandbox)
    const earnedPoints = grades.reduce((sum, one) => sum + one.earnedPoints, 0)
    const percentage = percentageOf(earnedPoints, attempt.totalPoints)
    await assessmentStore.keepGrade(tx, attempt.id, { earnedPoints, percentage }, grades, atOf(given))
  }
}

/** At the end of the course's last module. */
async function putIntoCourse(tx: Tx, { quiz }: DemoAssessment, courseId: number): Promise<number> {
  const module = (await courseStore.contentsOf(tx, courseId, { includeDrafts: false })).at(-1)
  if (!module) throw new Error('a course with a quiz has no module for it')
  return courseStore.insertResource(tx, {
    contentId: module.id,
    mediaId: null,
    title: quiz.title,
    fileType: 'quiz',
    order: module.resources.length,
    isPublished: true,
    isPreview: false,
  })
}
