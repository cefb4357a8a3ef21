import type { DraftQuestion, QuizDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import type { QuizProblem } from '@apogee/contracts/assessments/quiz-file.ts'
import { useFieldText } from '#web/platform/language/messages.ts'

export interface ViewProps {
  quiz: QuizDraft
  problems: readonly QuizProblem[]
  onChange: (quiz: QuizDraft) => void
}

/** Returns the sentence about a field by its path in the draft. */
export function useProblemAt(problems: readonly QuizProblem[]): (path: string) => string | undefined {
  const fieldText = useFieldText()
  return (path) => fieldText(problems.find((problem) => problem.path === path)?.message)
}

/** Undefined removes the picture. */
export function withPicture<Held extends Pick<DraftQuestion, 'picture'>>(
  held: Held,
  picture: DraftQuestion['picture'],
): Held {
  const { picture: _, ...others } = held
  return { ...(others as Held), ...(picture && { picture }) }
}

export const replaced = <Item>(list: readonly Item[], index: number, item: Item): Item[] =>
  list.map((one, place) => (place === index ? item : one))
export const without = <Item>(list: readonly Item[], index: number): Item[] =>
  list.filter((_, place) => place !== index)
export const inserted = <Item>(list: readonly Item[], index: number, ...items: Item[]): Item[] => [
  ...list.slice(0, index),
  ...items,
  ...list.slice(index),
]
export function moved<Item>(list: readonly Item[], index: number, by: -1 | 1): Item[] {
  const item = list[index]
  const to = index + by
  return item === undefined || to < 0 || to >= list.length
    ? [...list]
    : inserted(without(list, index), to, item)
}

export interface PartProps {
  question: DraftQuestion
  /** False means that nothing is counted from the question. */
  hasPoints: boolean
  set: (changes: Partial<DraftQuestion>) => void
  problemAt: (path: string) => string | undefined
}
