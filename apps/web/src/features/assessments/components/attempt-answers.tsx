import type { Attempt } from '@apogee/contracts/assessments/assessments.ts'
import { useText } from '#web/platform/language/messages.ts'
import { assessmentsMessages } from '../messages/assessments.en.ts'
import './assessments.css'
import { QuestionSummary } from './attempt-result.tsx'

/** Shows a learner's answers in a graded attempt to the people of the course. */
export function AttemptAnswers({ attempt: { questions, results } }: { attempt: Attempt }) {
  const text = useText(assessmentsMessages)
  return (
    <ol className="assess-summary">
      {questions.map((question, index) => {
        const result = results.find(({ questionId }) => questionId === question.id)
        return result ? (
          <li key={question.id}>
            <QuestionSummary
              question={question}
              result={result}
              place={index + 1}
              answerLabel={text.learnersAnswer}
            />
          </li>
        ) : null
      })}
    </ol>
  )
}
