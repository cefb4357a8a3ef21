/**
 * Converts quizzes for course archives: the published quiz and its draft. Questions get the same names in every archive of the same
 * quiz.
 */
import { draftOfQuiz, type QuizDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import type { QuizFile } from '@apogee/contracts/assessments/quiz-file.ts'
import { randomUUID } from 'node:crypto'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { settingsOf, type Assessments } from '../assessments.service.ts'
import { writtenQuiz } from './quiz-editor.ts'
import { recallsOf } from '../recall/recall.store.ts'
import { mediaOfQuizzes } from '../questions/question-pictures.store.ts'
import { questionsOf, writtenQuestion } from '../questions.rules.ts'
import * as store from './quizzes.store.ts'

export interface ArchivedQuiz {
  /** Null means that the quiz is not published yet. */
  published: QuizFile | null
  /**
   * Null means that the draft equals the published quiz. The key of a question is `q` and its number in the published quiz, or `n`
   * and a number if the published quiz lacks it.
   */
  draft: QuizDraft | null
}

interface QuizArchivesDependencies {
  database: Database
  clock: Clock
  assessments: Pick<Assessments, 'rowOfResource'>
}

export class QuizArchives {
  readonly #deps: QuizArchivesDependencies

  constructor(deps: QuizArchivesDependencies) {
    this.#deps = deps
  }

  async read(resourceId: number): Promise<ArchivedQuiz> {
    const db = this.#deps.database.kysely
    const row = await this.#deps.assessments.rowOfResource(resourceId)
    const questions = await store.writtenQuestions(db, row)
    const edit = await store.quizEditOf(db, resourceId)
    const names = new Map(questions.map(({ name }, index) => [name, `q${index + 1}`]))
    const published = questions.length === 0 ? null : withoutCohorts(writtenQuiz(row, questions))
    // Without a published version, only a draft says that the quiz is an assignment.
    const draft =
      edit?.draft ?? (row.assignment && !published ? draftOfQuiz(writtenQuiz(row, []), String) : null)
    return {
      published,
      draft: draft && renamed(draft, (key, index) => names.get(key) ?? `n${index + 1}`),
    }
  }

  /** Returns the questions after these videos by video. Each is archived as a published quiz with one question. */
  async readRecalls(resourceIds: readonly number[]): Promise<ReadonlyMap<number, ArchivedQuiz>> {
    const db = this.#deps.database.kysely
    const found = new Map<number, ArchivedQuiz>()
    for (const { resourceId, title, ...row } of await recallsOf(db, resourceIds)) {
      const questions = await store.writtenQuestions(db, row)
      found.set(resourceId, { published: { title, questions: questions.map(writtenQuestion) }, draft: null })
    }
    return found
  }

  /** Creates the question after a video, which must not have one yet. */
  async insertRecall(
    tx: Tx,
    item: { resourceId: number; title: string },
    { published }: ArchivedQuiz,
  ): Promise<void> {
    const [question] = published ? questionsOf(published) : []
    if (question) await store.insertRecall(tx, item, { ...question, name: randomUUID() })
  }

  /** Returns the media that these quizzes and their drafts show, and the questions after videos. */
  picturesOf(resourceIds: readonly number[]): Promise<number[]> {
    return mediaOfQuizzes(this.#deps.database.kysely, resourceIds)
  }

  /** Creates the quiz of an item, which must not have one yet. */
  async insert(
    tx: Tx,
    item: { resourceId: number; title: string },
    { published, draft }: ArchivedQuiz,
  ): Promise<void> {
    const quiz: QuizFile = published ?? { title: item.title, questions: [] }
    const questions = questionsOf(quiz).map((question) => ({ ...question, name: randomUUID() }))
    await store.insertAssessment(tx, { ...item, ...settingsOf(quiz) }, questions)
    if (!draft) return
    const nameOf = (key: string): string => questions[Number(key.slice(1)) - 1]?.name ?? randomUUID()
    await store.saveQuizDraft(tx, item.resourceId, {
      draft: renamed(draft, (key) => (/^q[1-9]\d*$/.test(key) ? nameOf(key) : randomUUID())),
      at: this.#deps.clock.now(),
    })
  }
}

export const isAssignment = ({ published, draft }: ArchivedQuiz): boolean =>
  (published?.assignment ?? draft?.settings.assignment) !== undefined

/** Another course has other cohorts. */
function withoutCohorts(quiz: QuizFile): QuizFile {
  if (!quiz.assignment?.cohorts) return quiz
  const { cohorts: _, ...assignment } = quiz.assignment
  return { ...quiz, assignment }
}

/**
 * Renames the questions of a draft and drops their links to the question bank and the dates of cohorts, because ids mean other
 * things in another school.
 */
const renamed = (draft: QuizDraft, nameOf: (key: string, index: number) => string): QuizDraft => ({
  ...draft,
  ...(draft.settings.assignment && {
    settings: { ...draft.settings, assignment: { ...draft.settings.assignment, cohorts: [] } },
  }),
  questions: draft.questions.map(({ bank: _, ...question }, index) => ({
    ...question,
    key: nameOf(question.key, index),
  })),
})
