import type {
  Assessment,
  Attempt,
  AttemptSummary,
  GivenAnswer,
  OpenAttempt,
} from '@apogee/contracts/assessments/assessments.ts'
import type { QuizFile } from '@apogee/contracts/assessments/quiz-file.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { isHidden, verdictOn, whyRefused } from '#server/policy/authorise.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import { standingIn, type CourseStanding } from '#server/policy/standing.ts'
import type { Media } from '#server/features/media/media.service.ts'
import { Grader, type GraderDependencies } from './assessments.grader.ts'
import {
  answerFits,
  feedbackFor,
  isAlwaysShuffled,
  rightAnswer,
  shuffled,
  toShown,
  toStored,
} from './answers.rules.ts'
import { deadlineOf, drawnOf, reviewOf, shownResults, stateOf, timeLimitOf } from './assessments.rules.ts'
import { questionsOf } from './questions.rules.ts'
import type { QuestionPictures } from './questions/question-pictures.ts'
import { Assignments, isReturned } from './assignments/assignments.ts'
import { HandInFiles, type HandInMedia } from './hand-ins/hand-in-files.ts'
import * as quizzes from './quizzes/quizzes.store.ts'
import * as attemptQuestions from './attempt-questions.store.ts'
import * as store from './assessments.store.ts'

export interface AssessmentsDependencies extends GraderDependencies {
  limitsOn: boolean
  media: Pick<Media, 'fileById' | 'quizIn'> & HandInMedia
  questionPictures: QuestionPictures
}

interface AnswerSent {
  answer: GivenAnswer
  /** The answer was given this many milliseconds ago. */
  agoMs?: number | undefined
  /** Lists addresses of uploads. If absent, the files of the answer stay unchanged. */
  files?: readonly string[] | undefined
}

const hourMs = 3_600_000
/** A person may start an assessment this often within an hour, because grading runs code. */
const startsInAnHour = 30
const openAttemptsShown = 5
const learnerAttemptsShown = 50

export class Assessments {
  readonly #deps: AssessmentsDependencies
  readonly grader
  readonly #files
  readonly #assignments
  /** Deletes the attempts and answers of an erased person. */
  readonly forget = store.deleteAttemptsOf

  constructor(deps: AssessmentsDependencies) {
    this.#deps = deps
    this.grader = new Grader(deps)
    this.#files = new HandInFiles(deps)
    this.#assignments = new Assignments(deps)
  }

  /**
   * Refuses unless the caller may take a quiz of this course. Others learn the reason if the course is public, and otherwise get
   * 'not found'.
   */
  async #mayTake(caller: Caller, resourceId: number): Promise<CourseStanding> {
    const standing = await standingIn(this.#deps.database.kysely, caller, { resource: resourceId })
    if (!standing) refuse('ASSESSMENT_NOT_FOUND')
    const verdict = verdictOn('course.study', standing)
    if (verdict === 'hide') refuse('ASSESSMENT_NOT_FOUND')
    if (verdict !== 'allow') refuse(whyRefused('course.study', standing))
    if (isHidden(standing)) refuse('ASSESSMENT_NOT_FOUND')
    return standing
  }

  async #openTo(caller: Caller, id: number): Promise<store.AssessmentRow> {
    const found =
      (await store.assessmentById(this.#deps.database.kysely, id)) ?? refuse('ASSESSMENT_NOT_FOUND')
    if (found.resourceId === null) return found
    const standing = await this.#mayTake(caller, found.resourceId)
    // A quiz without questions is not published yet.
    if (found.questionCount === 0) refuse('ASSESSMENT_NOT_FOUND')
    return verdictOn('course.edit', standing) === 'allow' ? { ...found, attemptsAllowed: null } : found
  }

  async #ownAttempt(caller: Caller, assessmentId: number, number: number): Promise<store.AttemptRow> {
    const found = await store.attemptByNumber(this.#deps.database.kysely, caller.userId, assessmentId, number)
    return found ?? refuse('ATTEMPT_NOT_FOUND')
  }

  /** Creates an assessment from a quiz. Returns null when its item already has one. */
  async create(tx: Tx, quiz: QuizFile, resourceId: number | null): Promise<number | null> {
    const form = { resourceId, title: quiz.title, ...settingsOf(quiz) }
    return (await quizzes.insertAssessment(tx, form, questionsOf(quiz))) ?? null
  }

  /**
   * Returns the assessment of a quiz item. The first request creates it from the uploaded file or from the original of a copied
   * item.
   */
  async ofResource(caller: Caller, resourceId: number): Promise<Assessment> {
    const { id } = await this.rowOfResource(resourceId)
    return this.read(caller, id)
  }

  /** Refuses ASSESSMENT_NOT_FOUND for items that are not quizzes. */
  async rowOfResource(resourceId: number): Promise<store.AssessmentRow> {
    const { database } = this.#deps
    const before = await store.assessmentOfResource(database.kysely, resourceId)
    if (before) return before
    const item = await store.quizItemOf(database.kysely, resourceId)
    // The file is read before the transaction, which would otherwise hold its connection meanwhile.
    const quiz =
      item?.mediaId && item.copiedFrom === null ? await this.#readQuiz(database.kysely, item.mediaId) : null
    return database.transaction((tx) => this.#rowIn(tx, resourceId, quiz))
  }

  async #rowIn(tx: Tx, resourceId: number, read: QuizFile | null = null): Promise<store.AssessmentRow> {
    const before = await store.assessmentOfResource(tx, resourceId)
    if (before) return before
    const { mediaId, title, copiedFrom, isAssignment } =
      (await store.quizItemOf(tx, resourceId)) ?? refuse('ASSESSMENT_NOT_FOUND')
    const original = copiedFrom === null ? undefined : await this.#originalOf(tx, copiedFrom)
    if (original) await this.#copy(tx, original, { resourceId, title })
    else {
      const written = {
        title,
        timeLimitMinutes: null,
        questions: [],
        ...(isAssignment && { assignment: {} }),
      }
      await this.create(
        tx,
        read ?? (mediaId === null ? written : await this.#readQuiz(tx, mediaId)),
        resourceId,
      )
    }
    return (await store.assessmentOfResource(tx, resourceId)) ?? refuse('ASSESSMENT_NOT_FOUND')
  }

  /** Returns undefined when the original is gone. The original may itself be a copy that was never opened. */
  async #originalOf(tx: Tx, resourceId: number): Promise<store.AssessmentRow | undefined> {
    const isThere = await store.quizItemOf(tx, resourceId)
    return isThere && (await this.#rowIn(tx, resourceId))
  }

  /** Creates the assessments of copied items from their originals. Items that already have one, or were deleted, are skipped. */
  async fillCopies(tx: Tx, resourceIds: readonly number[]): Promise<void> {
    for (const resourceId of resourceIds)
      if (await store.quizItemOf(tx, resourceId)) await this.#rowIn(tx, resourceId)
  }

  /** Copies the original's current state with its draft. Attempts are not copied. */
  async #copy(
    tx: Tx,
    original: store.AssessmentRow,
    { resourceId, title }: { resourceId: number; title: string },
  ): Promise<void> {
    const {
      timeLimitSeconds,
      review,
      attemptsAllowed,
      shufflesQuestions,
      shufflesOptions,
      groups,
      assignment,
    } = original
    const form = {
      timeLimitSeconds,
      review,
      attemptsAllowed,
      shufflesQuestions,
      shufflesOptions,
      groups,
      assignment,
    }
    const questions = await quizzes.writtenQuestions(tx, original)
    const id = await quizzes.insertAssessment(tx, { resourceId, title, ...form }, questions)
    if (id === undefined) return
    await quizzes.copyDraft(tx, original.id, id)
    if (assignment && original.courseId !== null) await quizzes.dropForeignCohorts(tx, id, original.courseId)
  }

  async #readQuiz(db: Db, mediaId: number): Promise<QuizFile> {
    const file = await this.#deps.media.fileById(db, mediaId)
    return (file && (await this.#deps.media.quizIn(file))) ?? refuse('ASSESSMENT_NOT_FOUND')
  }

  async read(caller: Caller, id: number): Promise<Assessment> {
    return this.#present(caller, await this.#openTo(caller, id))
  }

  async #present(caller: Caller, row: store.AssessmentRow): Promise<Assessment> {
    const attempts = await this.grader.settleAll(caller.userId, row.id)
    const { resourceId, courseContentId, courseId, courseTitle } = row
    const [newest] = attempts
    const isOver = row.assignment !== null && newest?.submittedAt != null && !isReturned(newest)
    return {
      id: row.id,
      title: row.title,
      timeLimitSeconds: row.timeLimitSeconds,
      questionCount: row.questionCount,
      totalPoints: row.totalPoints,
      review: row.review,
      passPercentage: row.passPercentage,
      attemptsAllowed: row.attemptsAllowed,
      attemptsLeft: isOver ? 0 : await this.#attemptsLeft(caller, row),
      lesson:
        resourceId === null || courseContentId === null || courseId === null
          ? null
          : { resourceId, courseContentId, courseId, courseTitle: courseTitle ?? '' },
      attempts: attempts.map(this.#presentSummary.bind(this)),
      ...(await this.#assignments.shown(caller, row)),
    }
  }

  async #attemptsLeft({ userId }: Caller, row: store.AssessmentRow): Promise<number | null> {
    if (row.attemptsAllowed === null) return null
    const used = await store.countAttempts(this.#deps.database.kysely, userId, row.id)
    return Math.max(0, row.attemptsAllowed - used)
  }

  #presentSummary(row: store.AttemptRow): AttemptSummary {
    return {
      number: row.number,
      state: stateOf(row, this.#deps.clock.now()),
      startedAt: row.startedAt.toISOString(),
      deadline: row.deadlineAt?.toISOString() ?? null,
      submittedAt: row.submittedAt?.toISOString() ?? null,
      percentage: row.percentage,
      earnedPoints: row.earnedPoints,
      totalPoints: row.totalPoints,
    }
  }

  async #presentAttempt(
    caller: Caller,
    { title, review, passPercentage }: store.AssessmentRow,
    row: store.AttemptRow,
  ): Promise<Attempt> {
    const { kysely } = this.#deps.database
    const results = row.gradedAt ? await attemptQuestions.resultsOf(kysely, row.id) : []
    const shownOf = (id: number) => row.shownOrder?.options[id]
    const asked = asShown(await attemptQuestions.selectQuestionsOfAttempt(kysely, row), row.shownOrder)
    const questions = asked.map((question) => this.#deps.questionPictures.shown(caller, question))
    return {
      ...this.#presentSummary(row),
      assessmentId: row.assessmentId,
      title,
      review,
      passPercentage,
      now: this.#deps.clock.now().toISOString(),
      questions: await this.#files.withFiles(caller, row.id, questions),
      results: shownResults(
        review,
        results.map(({ key, testsPassed, kind, feedback, given, comment, levels, ...result }) => ({
          ...result,
          ...(kind === 'hand-in' && { comment: comment ?? '', ...(levels && { levels }) }),
          correctAnswer: rightAnswer(key, shownOf(result.questionId)),
          feedback: feedbackFor({ feedback, given }, shownOf(result.questionId)),
          tests: Array.isArray(key) ? { passed: testsPassed, total: key.length } : null,
        })),
      ),
    }
  }

  /** Starts an attempt, or returns the open one. The deadline is set here and never changes. */
  async start(caller: Caller, id: number): Promise<Attempt> {
    const found = await this.#openTo(caller, id)
    const open = await store.openAttempt(this.#deps.database.kysely, caller.userId, id)
    if (open && stateOf(open, this.#deps.clock.now()) === 'open')
      return this.#presentAttempt(caller, found, open)
    if (open) await this.grader.settle(open)
    const [newest] = await store.attemptsOf(this.#deps.database.kysely, caller.userId, id, 1)
    await this.#assignments.requireTry(caller, found, newest)
    await this.#refuseRush(caller, id)
    const started = await this.#deps.database.transaction((tx) => this.#insertAttempt(tx, caller, found))
    if (!started && (await this.#attemptsLeft(caller, found)) === 0) {
      const now = await store.openAttempt(this.#deps.database.kysely, caller.userId, id)
      if (!now) refuse('NO_ATTEMPTS_LEFT')
    }
    // A concurrent start won, so its attempt is returned.
    const attempt = started ?? (await store.openAttempt(this.#deps.database.kysely, caller.userId, id))
    return attempt ? this.#presentAttempt(caller, found, attempt) : refuse('UNAVAILABLE')
  }

  /** Inserts an attempt at the published version. The attempt gets its own draw and order of questions. */
  async #insertAttempt(
    tx: Tx,
    { userId }: Caller,
    found: store.AssessmentRow,
  ): Promise<store.AttemptRow | undefined> {
    const version = (await store.lockVersion(tx, found.id)) ?? refuse('ASSESSMENT_NOT_FOUND')
    // The assessment is read again under the lock, because a new version with other points and groups may have been published
    // meanwhile.
    const current = (await store.assessmentById(tx, found.id)) ?? refuse('ASSESSMENT_NOT_FOUND')
    const startedAt = this.#deps.clock.now()
    const written = await store.optionCounts(tx, { id: found.id, version })
    const drawn = drawnOf(written, current.groups, Math.random)
    const asked = drawn ? written.filter(({ id }) => drawn.includes(id)) : written
    return store.insertAttempt(tx, {
      userId,
      assessmentId: found.id,
      version,
      totalPoints: current.totalPoints,
      startedAt,
      deadlineAt: deadlineOf(startedAt, current.timeLimitSeconds),
      attemptsAllowed: found.attemptsAllowed,
      shownOrder: orderOf(asked, current),
      drawn,
    })
  }

  async #refuseRush({ userId }: Caller, id: number): Promise<void> {
    if (!this.#deps.limitsOn) return
    const since = new Date(this.#deps.clock.now().getTime() - hourMs)
    if ((await store.startedSince(this.#deps.database.kysely, userId, id, since)) >= startsInAnHour) {
      refuse('TOO_MANY_ATTEMPTS', { retryAfter: 900 })
    }
  }

  /** Returns the caller's open attempts, so that they can be resumed. */
  async openAttempts({ userId }: Caller): Promise<OpenAttempt[]> {
    const { database, clock } = this.#deps
    const rows = await store.openAttemptsOf(database.kysely, userId, clock.now(), openAttemptsShown)
    return rows.map(({ deadlineAt, ...row }) => ({ ...row, deadline: deadlineAt?.toISOString() ?? null }))
  }

  async readAttempt(caller: Caller, id: number, number: number): Promise<Attempt> {
    const found = await this.#openTo(caller, id)
    const attempt = await this.grader.settle(await this.#ownAttempt(caller, id, number))
    return this.#presentAttempt(caller, found, attempt)
  }

  /** Stores an answer while the attempt is open. The attempt's row is locked, so that no answer is stored during grading. */
  async saveAnswer(
    caller: Caller,
    { id, number, questionId }: { id: number; number: number; questionId: number },
    { answer: given, agoMs = 0, files }: AnswerSent,
  ): Promise<{ savedAt: string }> {
    await this.#openTo(caller, id)
    return this.#deps.database.transaction(async (tx) => {
      const attempt =
        (await store.attemptByNumber(tx, caller.userId, id, number, { toWrite: true })) ??
        refuse('ATTEMPT_NOT_FOUND')
      const now = this.#deps.clock.now()
      if (stateOf(attempt, now) !== 'open') refuse('ATTEMPT_OVER')
      const question =
        (await attemptQuestions.questionToAnswer(tx, attempt, questionId)) ?? refuse('QUESTION_NOT_FOUND')
      const isUnasked = !question.takesText && given !== null
      if (!answerFits(question, given) || isUnasked || (files?.length ?? 0) > question.filesAllowed) {
        refuse('VALIDATION', { issues: [{ path: 'answer', message: 'does not fit the question' }] })
      }
      const stored = toStored(question.kind, given, attempt.shownOrder?.options[questionId])
      const kept = typeof stored === 'string' ? stored.toWellFormed() : stored
      await store.storeAnswer(tx, attempt.id, questionId, kept, new Date(now.getTime() - agoMs))
      if (files) await this.#files.replace(tx, caller, { attemptId: attempt.id, questionId }, files)
      return { savedAt: now.toISOString() }
    })
  }

  /** Submits an attempt. Idempotent: later calls, also after the deadline, return its result. */
  async submit(caller: Caller, id: number, number: number): Promise<Attempt> {
    const found = await this.#openTo(caller, id)
    const attempt = await this.#ownAttempt(caller, id, number)
    await this.#close(caller, found, attempt)
    return this.#presentAttempt(
      caller,
      found,
      await this.grader.settle({ ...attempt, submittedAt: this.#deps.clock.now() }),
    )
  }

  async #close(caller: Caller, found: store.AssessmentRow, { id, number }: store.AttemptRow): Promise<void> {
    const { database, clock } = this.#deps
    if (!found.assignment) return store.closeAttempt(database.kysely, id, clock.now())
    // The lock keeps the answer until the try is over.
    await database.transaction(async (tx) => {
      const locked = await store.attemptByNumber(tx, caller.userId, found.id, number, { toWrite: true })
      if (locked) await this.#assignments.requireHandIn(tx, caller, found, locked)
      await store.closeAttempt(tx, id, clock.now())
    })
  }

  /** Groups a learner's attempts by assessment, newest first. Callers must check who may see them. */
  async attemptsOfEach(
    userId: number,
    assessmentIds: readonly number[],
  ): Promise<ReadonlyMap<number, AttemptSummary[]>> {
    const { kysely } = this.#deps.database
    const rows = await store.attemptsOfEach(kysely, userId, assessmentIds, learnerAttemptsShown)
    const byAssessment = Map.groupBy(rows, ({ assessmentId }) => assessmentId)
    return new Map(Array.from(byAssessment, ([id, own]) => [id, own.map(this.#presentSummary.bind(this))]))
  }

  /**
   * Returns a learner's attempt at a quiz of this course for its teachers. Right answers and explanations are included even if the
   * quiz hides them from learners.
   */
  async attemptInCourse(
    caller: Caller,
    courseId: number,
    { userId, assessmentId, number }: { userId: number; assessmentId: number; number: number },
  ): Promise<Attempt> {
    const { kysely } = this.#deps.database
    const found = await store.assessmentById(kysely, assessmentId)
    if (found?.courseId !== courseId) refuse('ATTEMPT_NOT_FOUND')
    const row = await store.attemptByNumber(kysely, userId, assessmentId, number)
    const shown = { ...found, review: 'answers' } as const
    return this.#presentAttempt(caller, shown, row ?? refuse('ATTEMPT_NOT_FOUND'))
  }

  /** Returns the rounded mean of this person's best percentage in each assessment. Null means that the person has no result yet. */
  averageScoreOf(userId: number): Promise<number | null> {
    return store.meanOfBest(this.#deps.database.kysely, userId)
  }

  /** Returns this person's best percentage in each quiz of a course, by resource id. Quizzes without a result are absent. */
  async bestInCourse(db: Db, userId: number, courseId: number): Promise<Map<number, number>> {
    const found = await store.bestInCourse(db, userId, courseId)
    return new Map(found.map(({ resourceId, best }) => [resourceId, best]))
  }
}

/** Returns the settings of the quiz file, without its questions. */
export const settingsOf = (
  quiz: Omit<QuizFile, 'questions'>,
): Omit<quizzes.NewAssessment, 'resourceId' | 'title'> => ({
  timeLimitSeconds: timeLimitOf(quiz),
  review: reviewOf(quiz),
  attemptsAllowed: quiz.attemptsAllowed ?? null,
  shufflesQuestions: quiz.shuffleQuestions ?? false,
  shufflesOptions: quiz.shuffleOptions ?? false,
  groups: quiz.groups ?? [],
  assignment: quiz.assignment ?? null,
})

/** Chooses the order of an attempt's questions and options. Null means the order in which the author wrote them. */
function orderOf(
  questions: Awaited<ReturnType<typeof store.optionCounts>>,
  { shufflesQuestions, shufflesOptions }: store.AssessmentRow,
): store.ShownOrder | null {
  const mixed = questions.filter(
    ({ kind, options }) => options > 0 && (shufflesOptions || isAlwaysShuffled(kind)),
  )
  if (!shufflesQuestions && mixed.length === 0) return null
  const ids = questions.map(({ id }) => id)
  const order = shufflesQuestions ? shuffled(ids.length, Math.random) : ids.keys()
  return {
    questions: Array.from(order, (index) => ids[index] ?? 0),
    options: Object.fromEntries(mixed.map(({ id, options }) => [id, shuffled(options, Math.random)])),
  }
}

/** Puts questions and their options in the order of an attempt. */
function asShown(
  questions: readonly attemptQuestions.AskedQuestion[],
  order: store.ShownOrder | null,
): attemptQuestions.AskedQuestion[] {
  if (!order) return [...questions]
  const places = new Map(order.questions.map((id, place) => [id, place]))
  return questions
    .toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0))
    .map((question) => {
      const shown = order.options[question.id]
      if (!shown) return question
      const options = shown.map((index) => question.options[index] ?? '')
      const pictures = question.optionPictures
      const optionPictures = pictures && shown.map((index) => pictures[index] ?? null)
      return { ...question, options, optionPictures, given: toShown(question.kind, question.given, shown) }
    })
}
