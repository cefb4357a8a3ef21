import type { QuizProblem } from '@apogee/contracts/assessments/quiz-file.ts'
import { useFieldText, useText } from '#web/platform/language/messages.ts'
import { authoringMessages } from './messages/authoring.en.ts'

/** Formats the problem of a quiz file and its position in the reader's language; field names stay as in the file. */
export function useQuizProblemText(): (problem: QuizProblem) => string {
  const text = useText(authoringMessages)
  const fieldText = useFieldText()
  const numbered: Record<string, (place: number) => string> = {
    questions: text.quizQuestion,
    options: text.quizOption,
    tests: text.quizTest,
    arguments: text.quizArgument,
  }
  const placeOf = (path: string): string => {
    const steps = path === '' ? [] : path.split('.')
    const places = steps.flatMap((step, at) => {
      const before = steps[at - 1]
      if (/^\d+$/.test(step))
        return before && numbered[before] ? [numbered[before](Number(step) + 1)] : [step]
      return /^\d+$/.test(steps[at + 1] ?? '') ? [] : [text.quizField(step)]
    })
    return places.join(', ') || text.quizFile
  }
  const reasonOf = (message: string): string => {
    if (message.startsWith('is not JSON')) return text.quizNotJson
    const unknown = /^does not know (.+)$/.exec(message)?.[1]
    return unknown ? text.quizUnknown(unknown) : (fieldText(message) ?? message)
  }
  return ({ path, message }) => text.quizProblem(placeOf(path), reasonOf(message))
}
