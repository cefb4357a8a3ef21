/** Lets the course team grade hand-ins (docs/decisions/quizzes.md). */
import type { HandIn, HandInState, HandInSummary, Verdict } from '@apogee/contracts/assessments/hand-ins.ts'
import type { ShownRubric } from '@apogee/contracts/assessments/assessments.ts'
import { mostCounted } from '#server/platform/pages.ts'
import { emit } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { verdictOn } from '#server/policy/authorise.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import { standingsIn, type CourseStanding } from '#server/policy/standing.ts'
import type { Learning } from '#server/features/learning/learning.service.ts'
import { stateOf } from '../assessments.rules.ts'
import type { Assessments } from '../assessments.service.ts'
import * as attempts from '../assessments.store.ts'
import { HandInFiles, type HandInMedia } from './hand-in-files.ts'
import { filesOf } from './hand-in-files.store.ts'
import * as store from './hand-ins.store.ts'
import type { QuestionPictures } from '../questions/question-pictures.ts'

interface HandInsDependencies {
  database: Database
  clock: Clock
  media: HandInMedia
  learning: Pick<Learning, 'completeQuiz'>
  assessments: Pick<Assessments, 'grader'>
  questionPictures: QuestionPictures
}

interface GradesSent {
  grades: readonly store.GradeSent[]
  verdict?: Verdict | undefined
  seen: number
}

const shown = 100
const coursesShown = 20

export class HandIns {
  readonly #deps: HandInsDependencies
  readonly #files

  constructor(deps: HandInsDependencies) {
    this.#deps = deps
    this.#files = new HandInFiles(deps)
  }

  async list(
    caller: Caller,
    { courseId, sellerId }: Pick<CourseStanding, 'courseId' | 'sellerId'>,
    state: HandInState = 'waiting',
  ): Promise<{
    courseTitle: string
    items: HandInSummary[]
    waiting: number
    graded: number
    elsewhere: store.WaitingCourse[]
  }> {
    const { kysely } = this.#deps.database
    const counted = (await store.countHandIns(kysely, courseId)) ?? refuse('COURSE_NOT_FOUND')
    const rows = await store.listHandIns(kysely, courseId, state, shown)
    return {
      courseTitle: counted.courseTitle,
      items: rows.map(presentSummary),
      waiting: Math.min(mostCounted, counted.waiting),
      graded: Math.min(mostCounted, counted.graded),
      elsewhere: await this.#elsewhere(caller, { courseId, sellerId }),
    }
  }

  /**
   * Returns other courses in which hand-ins wait and that the caller may grade. Instructors of a business may grade only their own
   * courses.
   */
  async #elsewhere(
    caller: Caller,
    { courseId, sellerId }: Pick<CourseStanding, 'courseId' | 'sellerId'>,
  ): Promise<store.WaitingCourse[]> {
    const { kysely } = this.#deps.database
    const courses = await store.waitingCourses(kysely, sellerId, shown)
    const others = courses.filter((course) => course.courseId !== courseId)
    if (others.length === 0) return []
    const standings = await standingsIn(
      kysely,
      caller,
      others.map((course) => course.courseId),
    )
    const isTheirs = (course: store.WaitingCourse) => {
      const standing = standings.get(course.courseId)
      return standing !== undefined && verdictOn('course.seeLearnersProgress', standing) === 'allow'
    }
    return others.filter(isTheirs).slice(0, coursesShown)
  }

  async read(caller: Caller, courseId: number, attemptId: number): Promise<HandIn> {
    const { kysely } = this.#deps.database
    const row = (await store.handInById(kysely, courseId, attemptId)) ?? refuse('HAND_IN_NOT_FOUND')
    const attempt = (await attempts.attemptById(kysely, attemptId)) ?? refuse('HAND_IN_NOT_FOUND')
    const answers = await store.answersOf(kysely, attemptId)
    const files = await filesOf(kysely, attemptId)
    const grades = await store.gradesOf(kysely, attemptId)
    return {
      ...presentSummary(row),
      courseTitle: row.courseTitle,
      assessmentId: row.assessmentId,
      passPercentage: row.passPercentage,
      state: stateOf(attempt, this.#deps.clock.now()),
      answers: answers.map(({ rubric, ...answer }) => ({
        ...this.#deps.questionPictures.shown(caller, answer),
        ...(rubric && { rubric }),
        files: this.#files.present(caller, files, answer.questionId),
        grades: grades
          .filter(({ questionId }) => questionId === answer.questionId)
          .map(({ questionId: _, at, levels, verdict, ...grade }) => ({
            ...grade,
            ...(levels && { levels }),
            ...(verdict && { verdict }),
            at: at.toISOString(),
          })),
      })),
      seen: grades[0]?.id ?? 0,
      next: await store.nextWaiting(kysely, courseId, attemptId),
    }
  }

  /** Refuses HAND_IN_GRADED if another person has graded the hand-in since the caller read it. */
  async grade(caller: Caller, courseId: number, attemptId: number, sent: GradesSent): Promise<HandIn> {
    const row = await this.#deps.database.transaction(async (tx) => {
      const locked = (await store.lockHandIn(tx, courseId, attemptId)) ?? refuse('HAND_IN_NOT_FOUND')
      const [newest] = await store.gradesOf(tx, attemptId)
      if ((newest?.id ?? 0) !== sent.seen) refuse('HAND_IN_GRADED')
      await this.#refuseMisfits(tx, locked, sent)
      const at = this.#deps.clock.now()
      const { verdict = null } = sent
      await store.insertGrades(tx, attemptId, { by: caller.userId, at, verdict }, sent.grades)
      if (locked.gradedAt) await this.#regrade(tx, courseId, locked, verdict)
      return locked
    })
    // Grading runs code, so it happens outside of the transaction. The sweep grades the attempt if the process stops here.
    if (!row.gradedAt) await this.#deps.assessments.grader.finish({ id: attemptId, userId: row.userId })
    return this.read(caller, courseId, attemptId)
  }

  async #refuseMisfits(
    tx: Tx,
    { attemptId, isAssignment }: store.HandInRow,
    { grades, verdict }: GradesSent,
  ): Promise<void> {
    const answers = new Map((await store.answersOf(tx, attemptId)).map((one) => [one.questionId, one]))
    const issues = grades.flatMap(({ questionId, points, levels }, index) => {
      const answer = answers.get(questionId)
      if (!answer)
        return [{ path: `grades.${index}.questionId`, message: 'is not an answer of this hand-in' }]
      const isTooMuch = points > answer.points
      return isTooMuch
        ? [{ path: `grades.${index}.points`, message: `must be a whole number from 0 to ${answer.points}` }]
        : misfitOf(answer.rubric, points, levels).map((message) => ({
            path: `grades.${index}.levels`,
            message,
          }))
    })
    if (isAssignment !== (verdict !== undefined))
      issues.push({ path: 'verdict', message: 'does not fit the item' })
    if (verdict === 'return' && !grades.some(({ comment }) => comment?.trim()))
      issues.push({ path: 'grades.0.comment', message: 'must say what to change' })
    const isTwice = new Set(grades.map(({ questionId }) => questionId)).size < grades.length
    if (isTwice) issues.push({ path: 'grades', message: 'must all be different' })
    if (issues.length > 0) refuse('VALIDATION', { issues })
  }

  async #regrade(tx: Tx, courseId: number, row: store.HandInRow, verdict: Verdict | null): Promise<void> {
    const percentage = await attempts.regrade(tx, row.attemptId, verdict)
    const { userId, assessmentId, number, waitingSince } = row
    const assessment = await attempts.assessmentById(tx, assessmentId)
    const resourceId = assessment?.resourceId ?? null
    if (resourceId === null) return
    const item = { userId, courseId, resourceId }
    const result = { percentage: verdict === 'return' ? null : percentage, submittedAt: row.submittedAt }
    if (!(await this.#deps.learning.completeQuiz(tx, item, result))) return
    const [newest] = await store.gradesOf(tx, row.attemptId)
    await emit(tx, 'attempt.regraded', {
      userId,
      assessmentId,
      courseId,
      number,
      percentage,
      gradeId: newest?.id ?? 0,
      studiedAt: waitingSince.toISOString(),
    })
  }
}

const presentSummary = (row: store.HandInRow): HandInSummary => ({
  attemptId: row.attemptId,
  userId: row.userId,
  name: row.name,
  email: row.email,
  assessmentTitle: row.assessmentTitle,
  number: row.number,
  submittedAt: row.submittedAt.toISOString(),
  gradedAt: row.gradedAt?.toISOString() ?? null,
  percentage: row.percentage,
  ...(row.isLate && { isLate: true as const }),
  ...(row.isAssignment && { isAssignment: true as const }),
})

/** Returns what is wrong with the levels of one answer. The points must be those of the levels. */
function misfitOf(
  rubric: ShownRubric | null,
  points: number,
  levels: readonly number[] | undefined,
): string[] {
  if (!rubric) return levels ? ['does not fit the item'] : []
  const chosen = rubric.map((criterion, index) => criterion.levels[levels?.[index] ?? -1]?.points)
  if (levels?.length !== rubric.length || chosen.includes(undefined))
    return ['must name a level of each criterion']
  return chosen.reduce((sum = 0, one = 0) => sum + one, 0) === points ? [] : ['must add up to the points']
}
