/** Edits the draft of a quiz and publishes it as a version (docs/decisions/quizzes.md). */
import { isDeepStrictEqual } from 'node:util'
import { draftOfQuiz, quizOfDraft, type QuizDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import type { QuizEdit } from '@apogee/contracts/assessments/quiz-editor.ts'
import type { QuizFile } from '@apogee/contracts/assessments/quiz-file.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import { recordEdit } from '#server/policy/edits.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Courses } from '#server/features/courses/courses.service.ts'
import { settingsOf, type Assessments } from '../assessments.service.ts'
import { deadlineOf } from '../assessments.rules.ts'
import * as assessmentStore from '../assessments.store.ts'
import { questionsOf, writtenQuestion } from '../questions.rules.ts'
import * as store from './quizzes.store.ts'
import type { QuestionPictures } from '../questions/question-pictures.ts'
import type { Repetitions } from '../repetitions/repetitions.service.ts'

interface QuizEditorDependencies {
  database: Database
  clock: Clock
  courses: Courses
  assessments: Assessments
  repetitions: Pick<Repetitions, 'moveTo'>
  questionPictures: QuestionPictures
}

interface QuizChange {
  quiz: QuizDraft
  /** The client read this version. It shows whether another person has changed the quiz since. */
  version?: number | undefined
}

interface Read {
  row: assessmentStore.AssessmentRow
  edit: store.QuizEditRow
  /** Learners take this version. */
  published: QuizDraft
}

export class QuizEditor {
  readonly #deps: QuizEditorDependencies

  constructor(deps: QuizEditorDependencies) {
    this.#deps = deps
  }

  async readEdit(caller: Caller, courseId: number, resourceId: number): Promise<QuizEdit> {
    await this.#requireQuiz(resourceId)
    const edit = presentEdit(resourceId, await this.#read(this.#deps.database.kysely, courseId, resourceId))
    return { ...edit, pictures: await this.#deps.questionPictures.namedIn(caller, edit.quiz.questions) }
  }

  async saveDraft(
    caller: Caller,
    courseId: number,
    resourceId: number,
    change: QuizChange,
  ): Promise<QuizEdit> {
    await this.#requireQuiz(resourceId)
    await this.#deps.database.transaction(async (tx) => {
      const { published } = await this.#lockForEdit(tx, caller, { courseId, resourceId, change })
      const isSame = isDeepStrictEqual(change.quiz, published)
      const at = this.#deps.clock.now()
      await store.saveQuizDraft(tx, resourceId, { draft: isSame ? null : change.quiz, at })
    })
    return this.readEdit(caller, courseId, resourceId)
  }

  /**
   * Publishes the draft. Attempts keep the version with which they began: if the published version has attempts, it stays and a new
   * version follows.
   */
  async publish(caller: Caller, courseId: number, resourceId: number, change: QuizChange): Promise<QuizEdit> {
    await this.#requireQuiz(resourceId)
    await this.#deps.database.transaction(async (tx) => {
      const { row, published } = await this.#lockForEdit(tx, caller, { courseId, resourceId, change })
      const checked = quizOfDraft(row.title, change.quiz)
      if ('problems' in checked) {
        const issues = checked.problems.map(({ path, message }) => ({ path: `quiz.${path}`, message }))
        return refuse('QUIZ_INCOMPLETE', { issues })
      }
      const { quiz } = checked
      const isSame = isDeepStrictEqual(change.quiz.questions, published.questions)
      const version = isSame
        ? row.version
        : await this.#replaceQuestions(tx, row, { quiz, draft: change.quiz })
      const at = this.#deps.clock.now()
      const settings = settingsOf(quiz)
      await store.savePublished(tx, { id: row.id, version, at }, settings)
      const deadline = deadlineOf(at, settings.timeLimitSeconds)
      if (deadline) await assessmentStore.limitOpenAttempts(tx, row.id, deadline)
      if (version > row.version) await this.#deps.repetitions.moveTo(tx, row.id, version)
      const item = { courseId, resourceId, passPercentage: quiz.passPercentage ?? null }
      await this.#deps.courses.contents.publishQuiz(tx, caller, item)
    })
    return this.readEdit(caller, courseId, resourceId)
  }

  /**
   * Stores the questions. A version that must stay is followed by a new one; any other is replaced. Returns the number of the
   * version that new attempts use.
   */
  async #replaceQuestions(
    tx: Tx,
    { id, version }: assessmentStore.AssessmentRow,
    { quiz, draft }: { quiz: QuizFile; draft: QuizDraft },
  ): Promise<number> {
    const isTaken = await store.isTaken(tx, { id, version })
    if (!isTaken) await store.deleteQuestions(tx, { id, version })
    const next = isTaken ? version + 1 : version
    const questions = questionsOf(quiz).map((question, index) => {
      const { key, bank } = draft.questions[index] ?? {}
      return key === undefined ? question : { ...question, name: key, bank: bank ?? null }
    })
    await store.insertQuestions(tx, { id, version: next }, questions)
    return next
  }

  /** Creates the assessment of a quiz that nobody has opened yet. */
  async #requireQuiz(resourceId: number): Promise<void> {
    const item = await assessmentStore.quizItemOf(this.#deps.database.kysely, resourceId)
    if (!item) refuse('LESSON_NOT_QUIZ')
    await this.#deps.assessments.rowOfResource(resourceId)
  }

  async #read(db: Db, courseId: number, resourceId: number): Promise<Read> {
    const row = (await assessmentStore.assessmentOfResource(db, resourceId)) ?? refuse('LESSON_NOT_QUIZ')
    const edit = (await store.quizEditOf(db, resourceId)) ?? refuse('LESSON_NOT_QUIZ')
    if (edit.courseId !== courseId) refuse('RESOURCE_NOT_FOUND')
    const questions = await store.writtenQuestions(db, row)
    const published = publishedDraft(row, questions)
    return { row, edit, published }
  }

  async #lockForEdit(
    tx: Tx,
    caller: Caller,
    { courseId, resourceId, change }: { courseId: number; resourceId: number; change: QuizChange },
  ): Promise<Read> {
    // Every change of a course's contents locks the course first, so this one does too.
    await this.#deps.courses.contents.lockFor(tx, courseId)
    await store.lockQuiz(tx, resourceId)
    const read = await this.#read(tx, courseId, resourceId)
    if ((change.quiz.settings.assignment === undefined) !== (read.row.assignment === null)) {
      refuse('VALIDATION', {
        issues: [{ path: 'quiz.settings.assignment', message: 'does not fit the item' }],
      })
    }
    await recordEdit(tx, {
      kind: 'resource',
      id: resourceId,
      by: caller.userId,
      at: this.#deps.clock.now(),
      version: change.version,
      current: { quiz: read.edit.draft ?? read.published },
      changes: { quiz: change.quiz },
    })
    const { questions } = change.quiz
    const fieldOf = (index: number) => `quiz.questions.${index}`
    await this.#deps.questionPictures.require(tx, caller, { courseId, resourceId }, questions, fieldOf)
    return read
  }
}

/** Returns the published version as a draft for the editor. */
function publishedDraft(row: assessmentStore.AssessmentRow, written: readonly store.WrittenRow[]): QuizDraft {
  const draft = draftOfQuiz(writtenQuiz(row, written), (index) => written[index]?.name ?? '')
  const questions = draft.questions.map((question, index) => {
    const bank = written[index]?.bank
    return bank ? { ...question, bank } : question
  })
  return { ...draft, questions }
}

/** Returns a published version as its author would write it. */
export const writtenQuiz = (
  row: assessmentStore.AssessmentRow,
  questions: readonly store.WrittenRow[],
): QuizFile => ({
  title: row.title,
  timeLimitMinutes: row.timeLimitSeconds === null ? null : Math.round(row.timeLimitSeconds / 60),
  review: row.review,
  ...(row.passPercentage !== null && { passPercentage: row.passPercentage }),
  ...(row.attemptsAllowed !== null && { attemptsAllowed: row.attemptsAllowed }),
  shuffleQuestions: row.shufflesQuestions,
  shuffleOptions: row.shufflesOptions,
  ...(row.groups.length > 0 && { groups: row.groups }),
  ...(row.assignment && { assignment: row.assignment }),
  questions: questions.map(writtenQuestion),
})

const presentEdit = (resourceId: number, { row, edit, published }: Read): Omit<QuizEdit, 'pictures'> => ({
  resourceId,
  courseId: edit.courseId,
  assessmentId: row.id,
  title: edit.title,
  isPublished: edit.isPublished,
  isModulePublished: edit.isModulePublished,
  quiz: edit.draft ?? published,
  hasDraft: edit.draft !== null,
  publishedVersion: row.questionCount === 0 ? null : row.version,
  attempts: edit.attempts,
  savedAt: edit.savedAt.toISOString(),
  version: edit.editVersion,
})
