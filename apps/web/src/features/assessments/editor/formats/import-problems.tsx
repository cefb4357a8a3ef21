import type { QuizProblem } from '@apogee/contracts/assessments/quiz-file.ts'
import { useFieldText } from '#web/platform/language/messages.ts'
import '../quiz-editor.css'

/** Translates the fixed part of a sentence of the readers; what follows the colon is from the file. */
export function useImportSentence(): (message: string) => string {
  const fieldText = useFieldText()
  return (message) => {
    const [fixed = '', ...given] = message.split(': ')
    return [fieldText(fixed) ?? fixed, ...given].join(': ')
  }
}

/** People read the list, so it is limited. */
const mostShown = 50

export function ProblemList({ problems }: { problems: readonly QuizProblem[] }) {
  const sentence = useImportSentence()
  return problems.slice(0, mostShown).map(({ path, message }, at) => (
    <span key={`${at} ${path}`} className="quiz-edit-problem">
      {path}: {sentence(message)}
    </span>
  ))
}
