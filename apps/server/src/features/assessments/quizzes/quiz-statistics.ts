/** Reads statistics of a quiz's questions for people who edit it (docs/decisions/quizzes.md). */
import type { QuestionPicture } from '@apogee/contracts/assessments/assessments.ts'
import type { QuizPicture } from '@apogee/contracts/assessments/quiz-file.ts'
import {
  statisticsLeast,
  type MissedQuestion,
  type QuizStatistics,
} from '@apogee/contracts/assessments/quiz-statistics.ts'
import { csvText } from '#server/platform/csv.ts'
import type { Database } from '#server/platform/database/database.ts'
import { enrolmentTimes, type EnrolmentDays } from '#server/policy/enrolment-days.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Assessments } from '../assessments.service.ts'
import { quizItemOf } from '../assessments.store.ts'
import type { QuestionPictures } from '../questions/question-pictures.ts'
import type { Figures } from './quiz-figures.ts'

interface StatisticsDependencies {
  database: Database
  assessments: Pick<Assessments, 'rowOfResource'>
}
export interface Asked {
  courseId: number
  resourceId: number
  /** If absent, the statistics cover the published version. */
  version?: number | undefined
}

export async function readStatistics(
  deps: StatisticsDependencies & { questionPictures: QuestionPictures },
  caller: Caller,
  asked: Asked,
): Promise<QuizStatistics> {
  const { figuresOfQuiz } = await import('./quiz-figures.ts')
  const row = await quizOf(deps, asked.resourceId)
  const { questions, ...figures } = await figuresOfQuiz(deps.database.kysely, asked, row)
  const named = questions.map(({ picture, optionPictures }) => ({ picture, optionPictures }))
  const pictures = await deps.questionPictures.namedIn(caller, named)
  const shownOf = ({ file, alt }: QuizPicture): QuestionPicture | undefined => {
    const found = pictures.find((one) => one.file === file)
    return found && { url: found.url, alt, width: found.width, height: found.height }
  }
  return {
    ...figures,
    questions: questions.map(({ picture, optionPictures, options, ...question }) => ({
      ...question,
      ...pictureFields(picture ? shownOf(picture) : undefined),
      options: options.map((option, index) => {
        const given = optionPictures?.[index]
        const shown = given && shownOf(given)
        return shown ? { ...option, picture: { ...shown, isAlone: given.isAlone ?? false } } : option
      }),
    })),
  }
}

const pictureFields = (picture: QuestionPicture | undefined) => (picture ? { picture } : {})

/** Returns the questions that most learners who enrolled within the days got wrong. Refuses ORDER_DAYS_REVERSED. */
export async function readMissed(
  { database }: Pick<StatisticsDependencies, 'database'>,
  courseId: number,
  days: EnrolmentDays,
): Promise<{ questions: MissedQuestion[] }> {
  const within = { courseId, ...enrolmentTimes(days) }
  const { missedInCourse } = await import('./statistics.store.ts')
  return { questions: await missedInCourse(database.kysely, within, statisticsLeast) }
}

export async function exportStatistics(
  deps: StatisticsDependencies,
  asked: Asked,
): Promise<{ fileName: string; csv: string }> {
  const { figuresOfQuiz } = await import('./quiz-figures.ts')
  const row = await quizOf(deps, asked.resourceId)
  const statistics = await figuresOfQuiz(deps.database.kysely, asked, row)
  const name = row.title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'quiz'
  return { fileName: `${name}-statistics.csv`, csv: csvOf(statistics) }
}

async function quizOf({ database, assessments }: StatisticsDependencies, resourceId: number) {
  if (!(await quizItemOf(database.kysely, resourceId))) refuse('LESSON_NOT_QUIZ')
  return assessments.rowOfResource(resourceId)
}

const csvHeader = [
  'Version',
  'Question',
  'Text',
  'Kind',
  'Points',
  'Asked',
  'Answered',
  'Difficulty',
  'Discrimination',
  'Problems',
  'Option',
  'Right',
  'Chosen',
]

/** Writes one line for each question and one for each of its options. */
function csvOf({ version, questions }: Pick<Figures, 'version' | 'questions'>): string {
  const lines = questions.flatMap((one, index) => {
    const { question, kind, points, asked, answered, difficulty, discrimination, problems, options } = one
    const start = [version, index + 1, question]
    const figures = [kind, points, asked, answered, difficulty, discrimination, problems.join(' ')]
    return [
      [...start, ...figures, null, null, null],
      ...options.map(({ text, isRight, chosen }) => [
        ...start,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        text,
        isRight ? 'yes' : 'no',
        chosen,
      ]),
    ]
  })
  return csvText(csvHeader, lines)
}
