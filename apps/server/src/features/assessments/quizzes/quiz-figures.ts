/** Computes statistics of a quiz's questions. The module is loaded on first use, so that the server starts faster. */
import {
  statisticsLeast,
  type QuestionStatistics,
  type QuizStatistics,
} from '@apogee/contracts/assessments/quiz-statistics.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { AssessmentRow } from '../assessments.store.ts'
import { difficultyOf, discriminationOf, optionsOf, problemsOf } from './statistics.rules.ts'
import * as store from './statistics.store.ts'

/** Pictures have no addresses for the caller yet. */
export type Figures = Omit<QuizStatistics, 'questions'> & { questions: FiguresOfQuestion[] }
type FiguresOfQuestion = Omit<QuestionStatistics, 'picture'> &
  Pick<store.QuestionSums, 'picture' | 'optionPictures'>

export async function figuresOfQuiz(
  kysely: Db,
  asked: { courseId: number; version?: number | undefined },
  row: Pick<AssessmentRow, 'id' | 'version'>,
): Promise<Figures> {
  const versions = await store.versionsOf(kysely, row.id)
  const published = versions.find((one) => one === row.version) ?? null
  const version = versions.find((one) => one === asked.version) ?? published
  if (version === null) return { version, versions, attempts: 0, questions: [] }
  const of = { assessmentId: row.id, courseId: asked.courseId, version }
  const attempts = await store.countFirsts(kysely, of)
  if (attempts < statisticsLeast) return { version, versions, attempts, questions: [] }
  const sums = await store.questionSums(kysely, of)
  const chosen = Map.groupBy(await store.countOptions(kysely, of), ({ key }) => key)
  return { version, versions, attempts, questions: sums.map((one) => figuresOf(one, chosen.get(one.key))) }
}

function figuresOf(sums: store.QuestionSums, chosen: readonly store.OptionCount[] = []): FiguresOfQuestion {
  const { key, kind, question, picture, optionPictures, points, options, answerKey, asked, answered } = sums
  const counts = new Map(chosen.map((one) => [one.option, one.chosen]))
  const isShown = asked >= statisticsLeast
  const figures = {
    key,
    kind,
    question,
    points,
    asked,
    answered,
    difficulty: difficultyOf(sums, points),
    discrimination: discriminationOf(sums),
    options: isShown ? optionsOf({ kind, options, key: answerKey }, counts) : [],
  }
  return { ...figures, picture, optionPictures, problems: problemsOf(figures) }
}
