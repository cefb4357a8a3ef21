import type { HandIn } from '@apogee/contracts/assessments/hand-ins.ts'
import type { ShownRubric } from '@apogee/contracts/assessments/assessments.ts'

/** The keys consist of `points` or `comment` and the id of the question, or of `level`, this id and the index of a criterion. */
export type Typed = Readonly<Record<string, string>>

type Answer = HandIn['answers'][number]

export const typedOf = ({ answers }: HandIn): Typed =>
  Object.fromEntries(
    answers.flatMap(({ questionId, grades: [newest] }) => [
      [`points ${questionId}`, newest ? String(newest.points) : ''],
      [`comment ${questionId}`, newest?.comment ?? ''],
      ...(newest?.levels ?? []).map((level, index) => [`level ${questionId} ${index}`, String(level)]),
    ]),
  )

/** Returns the chosen level of each criterion. Undefined means that none is chosen yet. */
export const levelsIn = (typed: Typed, questionId: number, rubric: ShownRubric): (number | undefined)[] =>
  rubric.map((_, index) => {
    const level = typed[`level ${questionId} ${index}`]
    return level === undefined || level === '' ? undefined : Number(level)
  })

/** Adds up the points of the chosen levels. */
export const sumOfLevels = (rubric: ShownRubric, levels: readonly (number | undefined)[]): number =>
  rubric.reduce((sum, criterion, index) => sum + (criterion.levels[levels[index] ?? -1]?.points ?? 0), 0)

/** Returns the grade of one answer as the server takes it. */
export function gradeOf(typed: Typed, { questionId, rubric }: Answer) {
  const comment = typed[`comment ${questionId}`] ?? ''
  if (!rubric) return { questionId, comment, points: Number(typed[`points ${questionId}`]) }
  const levels = levelsIn(typed, questionId, rubric)
  return {
    questionId,
    comment,
    points: sumOfLevels(rubric, levels),
    levels: levels.map((level = 0) => level),
  }
}
