import type { AssessmentQuestion, GivenAnswer } from '@apogee/contracts/assessments/assessments.ts'
import { codeMaxLength } from '@apogee/contracts/limits.ts'
import { Button } from '@apogee/ui/button.tsx'
import { RadioGroup } from '@apogee/ui/fields/radio-group.tsx'
import { TextArea } from '@apogee/ui/fields/text-field.tsx'
import type { ReactNode } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import {
  MatchedAnswer,
  OrderedAnswer,
  SeveralAnswers,
  TypedAnswer,
  type AnswerFieldProps,
} from './answer-fields.tsx'
import { CodeEditor } from './code-editor.tsx'
import { OptionLabel } from './option-label.tsx'
import { PictureOf } from './picture-of.tsx'
import { assessmentsMessages } from '../messages/assessments.en.ts'
import './assessments.css'

interface QuestionFormProps {
  question: AssessmentQuestion
  answer: GivenAnswer
  onAnswer: (answer: GivenAnswer, options?: { isTyping: boolean }) => void
}

export function QuestionForm(props: QuestionFormProps) {
  return (
    <>
      <PictureOf question={props.question} />
      <QuestionControl {...props} />
    </>
  )
}

function QuestionControl({ question, answer, onAnswer }: QuestionFormProps) {
  const text = useText(assessmentsMessages)
  if (question.kind === 'coding') {
    return (
      <>
        <p className="assess-question">{question.question}</p>
        <CodeEditor
          label={text.yourCode}
          hint={text.codeHint(question.functionName ?? '')}
          maxLength={codeMaxLength}
          value={typeof answer === 'string' ? answer : question.starterCode}
          onChange={(code) => onAnswer(code, { isTyping: true })}
        />
      </>
    )
  }
  const props = { question, answer, onAnswer }
  if (question.kind === 'hand-in') return <WrittenAnswer {...props} />
  if (question.kind === 'short-answer' || question.kind === 'numeric') return <TypedAnswer {...props} />
  if (question.kind === 'multiple-answers')
    return <Clearable {...props} field={<SeveralAnswers {...props} />} />
  if (question.kind === 'matching') return <Clearable {...props} field={<MatchedAnswer {...props} />} />
  if (question.kind === 'ordering') return <Clearable {...props} field={<OrderedAnswer {...props} />} />
  return <ChosenAnswer {...props} />
}

/** Renders a text of several lines, which a person grades. */
function WrittenAnswer({ question, answer, onAnswer }: AnswerFieldProps) {
  const text = useText(assessmentsMessages)
  return (
    <TextArea
      label={<span className="assess-question">{question.question}</span>}
      hint={text.handInHint}
      rows={8}
      maxLength={codeMaxLength}
      value={typeof answer === 'string' ? answer : ''}
      onChange={({ target }) => onAnswer(target.value === '' ? null : target.value, { isTyping: true })}
    />
  )
}

/** Renders one choice among options, or true or false. */
function ChosenAnswer(props: AnswerFieldProps) {
  const text = useText(assessmentsMessages)
  const { question, answer, onAnswer } = props
  const isChoice = question.kind === 'multiple-choice'
  const options = isChoice
    ? question.options.map((_, place) => ({
        value: String(place),
        label: <OptionLabel question={question} index={place} />,
      }))
    : [
        { value: 'true', label: text.true },
        { value: 'false', label: text.false },
      ]
  return (
    <Clearable
      {...props}
      field={
        <RadioGroup
          className="assess-options"
          layout="rows"
          legend={<span className="assess-question">{question.question}</span>}
          options={options}
          value={answer === null ? null : String(answer)}
          onChange={(value) => onAnswer(isChoice ? Number(value) : value === 'true')}
        />
      }
    />
  )
}

function Clearable({ answer, onAnswer, field }: AnswerFieldProps & { field: ReactNode }) {
  const text = useText(assessmentsMessages)
  return (
    <>
      {field}
      {answer === null ? null : (
        <div>
          <Button variant="quiet" size="sm" onClick={() => onAnswer(null)}>
            {text.clearAnswer}
          </Button>
        </div>
      )}
    </>
  )
}
