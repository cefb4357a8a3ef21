/**
 * Defines what the readers of other programs' files return. A question that a quiz cannot ask is left out and named with the
 * reason.
 */
import { quizLimits } from '@apogee/contracts/assessments/quiz-limits.ts'
import { checkQuiz, type QuizProblem } from '@apogee/contracts/assessments/quiz-file.ts'

export interface FoundQuestion {
  /** `place` tells where the question starts, such as `line 12`. */
  place: string
  /** `title` is the question's name in the file, or '' when the file has none. */
  title?: string
  question: object
  /** Each sentence names a difference from the file, such as points for a part or a video that is left out. */
  changes?: readonly string[]
  picture?: FoundPicture
  /** The order is that of the options; null means that an option has no picture. */
  optionPictures?: (FoundOptionPicture | null)[]
}

/** Describes the picture of an imported question. */
export interface FoundPicture {
  alt: string
  content: Blob
}

/** `option` is the index of the question's option; null means the question itself. */
export type PlacedPicture = FoundPicture & { question: number; option: number | null; isAlone?: boolean }

/** `isAlone` means that the option has no text except its picture's alternative text. */
export type FoundOptionPicture = FoundPicture & { isAlone: boolean }

export interface Found {
  questions: FoundQuestion[]
  /** Each entry names a part that is left out, by its place in the file, and the reason. */
  leftOut: QuizProblem[]
}

export const nothingFound = (path: string, message: string): Found => ({
  questions: [],
  leftOut: [{ path, message }],
})

export const placeOf = (place: string, title: string): string => (title ? `${place} "${title}"` : place)

/** Applies the rules of the quiz file to each question by itself, so that one wrong question does not refuse the others. */
export function fitting({ questions, leftOut }: Found): Found {
  const kept: FoundQuestion[] = []
  const further: QuizProblem[] = []
  for (const found of questions) {
    const named = placeOf(found.place, found.title ?? '')
    const checked = checkQuiz({ title: 'questions', questions: [found.question] })
    const full = kept.length >= quizLimits.questions
    if ('quiz' in checked && !full) kept.push(found)
    else if ('quiz' in checked)
      further.push({ path: named, message: `must have at most ${quizLimits.questions} items` })
    else
      for (const { path, message } of checked.problems.slice(0, 3))
        further.push({ path: [named, ...path.split('.').slice(2)].join(', '), message })
  }
  return { questions: kept, leftOut: [...leftOut, ...further] }
}
