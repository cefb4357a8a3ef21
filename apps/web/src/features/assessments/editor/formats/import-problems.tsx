import type { QuizProblem } from '@apogee/contracts/assessments/quiz-file.ts'
import { useImportSentence } from '#web/platform/language/import-sentence.ts'
import '../quiz-editor.css'

/** People read the list, so it is limited. */
const mostShown = 50

export function ProblemList({ problems }: { problems: readonly QuizProblem[] }) {
  const sentence = useImportSentence()
  return problems.slice(0, mostShown).map(({ path, message }, at) => (
    <span key={`${at} ${path}`} className="quiz-edit-problem">
      {sentence(path)}: {sentence(message)}
    </span>
  ))
}
