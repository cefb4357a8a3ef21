import type { AssessmentQuestion, GivenAnswer } from '@apogee/contracts/assessments/assessments.ts'
import { useText } from '#web/platform/language/messages.ts'
import { assessmentsMessages } from '../messages/assessments.en.ts'
import { isAnswered } from '../use-answers.ts'
import { OptionLabel } from './option-label.tsx'
import './assessments.css'

/** Shows an answer as text: texts of options, true or false, typed text, or code. */
export function AnswerText({
  question,
  answer,
}: {
  question: Pick<AssessmentQuestion, 'kind' | 'options' | 'optionPictures' | 'prompts'>
  answer: GivenAnswer
}) {
  const { kind, options, prompts = [] } = question
  const text = useText(assessmentsMessages)
  if (!isAnswered(answer)) return <span className="text-tertiary">{text.noAnswer}</span>
  if (typeof answer === 'string')
    return kind === 'coding' ? (
      <pre className="assess-given-code">{answer}</pre>
    ) : (
      <span className="whitespace-pre-line">{answer}</span>
    )
  if (typeof answer === 'boolean') return answer ? text.true : text.false
  if (!Array.isArray(answer))
    return answer === null ? null : <OptionLabel question={question} index={answer} />
  const texts = answer.map((index) => (index === null ? text.noAnswer : (options[index] ?? '')))
  if (kind === 'matching') {
    return (
      <ul className="assess-answer-list">
        {prompts.map((prompt, place) => (
          <li key={prompt}>
            {prompt}: {texts[place]}
          </li>
        ))}
      </ul>
    )
  }
  const List = kind === 'ordering' ? 'ol' : 'ul'
  return (
    <List className="assess-answer-list">
      {texts.map((one, place) => (
        <li key={one}>
          {kind === 'multiple-answers' ? (
            <OptionLabel question={question} index={answer[place] ?? -1} />
          ) : (
            one
          )}
        </li>
      ))}
    </List>
  )
}
