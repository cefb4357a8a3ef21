/** An attempt draws questions from the groups of a quiz (docs/decisions/quizzes.md). */
import * as z from 'zod/mini'
import { quizLimits, quizLine, wholeNumber } from './quiz-questions.ts'
import { limit } from '../texts.ts'

export const quizGroups = z
  .array(
    z.strictObject({
      name: quizLine(quizLimits.groupName),
      /** Each attempt asks this number of the group's questions. */
      draw: wholeNumber(1, quizLimits.questions),
    }),
    'must be a list of groups',
  )
  .check(limit(quizLimits.groups, `must have at most ${quizLimits.groups} items`))
export type QuizGroup = z.infer<typeof quizGroups>[number]

interface Grouped {
  groups?: readonly QuizGroup[] | undefined
  questions: readonly { group?: string | undefined; points: number }[]
}
interface GroupIssue {
  code: 'custom'
  path: (string | number)[]
  message: string
}

const issue = (message: string, ...path: (string | number)[]): GroupIssue => ({
  code: 'custom',
  path,
  message,
})

/** Refuses groups with unequal points or fewer questions than are drawn, because all attempts must have the same points. */
export function refuseGroups({ groups = [], questions }: Grouped): GroupIssue[] {
  const names = groups.map(({ name }) => name)
  const found = groups.flatMap(({ name, draw }, index) => {
    const most = questions.filter(({ group }) => group === name).length
    if (names.indexOf(name) !== index) return [issue('must all be different', 'groups', index, 'name')]
    if (most === 0) return [issue('must have a question', 'groups', index, 'name')]
    return draw > most ? [issue(`must be a whole number from 1 to ${most}`, 'groups', index, 'draw')] : []
  })
  const firstOf = new Map(questions.toReversed().map((question) => [question.group, question.points]))
  const ofQuestions = questions.flatMap(({ group, points }, index) => {
    if (group === undefined) return []
    if (!names.includes(group)) return [issue('must be one of the groups', 'questions', index, 'group')]
    return points === firstOf.get(group)
      ? []
      : [issue('must be the points of the other questions in its group', 'questions', index, 'points')]
  })
  return [...found, ...ofQuestions]
}

/** Returns the number of questions that an attempt asks, and their points. */
export function attemptTotals({ groups = [], questions }: Grouped): { questions: number; points: number } {
  const left = new Map(groups.map(({ name, draw }) => [name, draw]))
  let asked = 0
  let points = 0
  for (const question of questions) {
    const more = question.group === undefined ? undefined : left.get(question.group)
    if (more === 0) continue
    if (question.group !== undefined && more !== undefined) left.set(question.group, more - 1)
    asked += 1
    points += question.points
  }
  return { questions: asked, points }
}
