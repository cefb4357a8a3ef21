import type { AssessmentQuestion, GivenAnswer } from '@apogee/contracts/assessments/assessments.ts'
import { useText } from '#web/platform/messages.ts'
import { assessmentsMessages } from '../messages/assessments.en.ts'
import { isAnswered } from '../use-answers.ts'
import './assessments.css'

/** An answer in words: an option's text, true or false, or code. */
export function AnswerText({
  question: { options },
  answer,
}: {
  question: Pick<AssessmentQuestion, 'options'>
  answer: GivenAnswer
}) {
  const text = useText(assessmentsMessages)
  if (!isAnswered(answer)) return <span className="text-tertiary">{text.noAnswer}</span>
  if (typeof answer === 'string') return <pre className="assess-given-code">{answer}</pre>
  if (typeof answer === 'boolean') return answer ? text.true : text.false
  return answer === null ? null : options[answer]
}
