/** Renders the controls of answers that are typed, multiple-choice, matched or ordered. */
import type { AssessmentQuestion, GivenAnswer } from '@apogee/contracts/assessments/assessments.ts'
import { Button, IconButton } from '@apogee/ui/button.tsx'
import { LiveRegion } from '@apogee/ui/feedback/live-region.tsx'
import { chevronUpIcon } from '@apogee/ui/icons/more-icons.ts'
import { Select } from '@apogee/ui/fields/select.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useEffect, useRef, useState } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { assessmentsMessages } from '../messages/assessments.en.ts'
import { OptionLabel } from './option-label.tsx'
import './assessments.css'
import '@apogee/ui/fields/checkbox.css'

export interface AnswerFieldProps {
  question: Pick<AssessmentQuestion, 'kind' | 'question' | 'options' | 'optionPictures' | 'prompts'>
  answer: GivenAnswer
  onAnswer: (answer: GivenAnswer, options?: { isTyping: boolean }) => void
}

const indexesIn = (answer: GivenAnswer): (number | null)[] => (Array.isArray(answer) ? answer : [])

/** Renders checkboxes for any number of the options. */
export function SeveralAnswers({ question, answer, onAnswer }: AnswerFieldProps) {
  const text = useText(assessmentsMessages)
  const chosen = indexesIn(answer)
  return (
    <fieldset className="ap-radio-group assess-options" data-layout="rows">
      <legend className="ap-field-label">
        <span className="assess-question">{question.question}</span>
        <span className="assess-hint">{text.chooseAll}</span>
      </legend>
      <div className="ap-radio-options">
        {question.options.map((label, index) => (
          <label key={label} className="ap-check">
            <input
              type="checkbox"
              checked={chosen.includes(index)}
              onChange={({ target }) => {
                const others = chosen.filter((one) => one !== index)
                const now = target.checked ? [...others, index] : others
                onAnswer(now.length === 0 ? null : now.toSorted((one, other) => (one ?? 0) - (other ?? 0)))
              }}
            />
            <span>
              <OptionLabel question={question} index={index} />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Renders a field for a line of text or a number. */
export function TypedAnswer({ question, answer, onAnswer }: AnswerFieldProps) {
  const text = useText(assessmentsMessages)
  const isNumber = question.kind === 'numeric'
  return (
    <TextField
      className="assess-typed"
      label={<span className="assess-question">{question.question}</span>}
      hint={isNumber ? text.numberHint : undefined}
      inputMode={isNumber ? 'decimal' : 'text'}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={isNumber ? 60 : 500}
      value={typeof answer === 'string' ? answer : ''}
      onChange={({ target }) => onAnswer(target.value === '' ? null : target.value, { isTyping: true })}
    />
  )
}

/** Renders one list of options for each prompt. */
export function MatchedAnswer({
  question: { question, prompts = [], options },
  answer,
  onAnswer,
}: AnswerFieldProps) {
  const text = useText(assessmentsMessages)
  const chosen = indexesIn(answer)
  return (
    <fieldset className="ap-radio-group">
      <legend className="ap-field-label">
        <span className="assess-question">{question}</span>
        <span className="assess-hint">{text.matchHint}</span>
      </legend>
      <div className="assess-matches">
        {prompts.map((prompt, place) => (
          <Select
            key={prompt}
            label={prompt}
            placeholder={text.chooseMatch}
            options={options.map((label, index) => ({ value: String(index), label }))}
            value={String(chosen[place] ?? '')}
            onChange={({ target }) => {
              const now = prompts.map((_, one) =>
                one === place ? (target.value === '' ? null : Number(target.value)) : (chosen[one] ?? null),
              )
              onAnswer(now.every((index) => index === null) ? null : now)
            }}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** Renders move buttons; the initial order is no answer before the first move. */
export function OrderedAnswer({ question: { question, options }, answer, onAnswer }: AnswerFieldProps) {
  const text = useText(assessmentsMessages)
  const [moved, setMoved] = useState('')
  const focus = useRef<string | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const written = options.map((_, index) => index)
  const order = Array.isArray(answer) ? answer.map((index) => index ?? 0) : written
  useEffect(() => {
    // A moved element loses the focus.
    if (focus.current !== null)
      list.current?.querySelector<HTMLElement>(`[data-move="${focus.current}"]`)?.focus()
    focus.current = null
  }, [answer])
  const move = (place: number, by: -1 | 1) => {
    const [item, neighbour] = [order[place], order[place + by]]
    if (item === undefined || neighbour === undefined) return
    const now = [...order]
    now[place] = neighbour
    now[place + by] = item
    focus.current = `${item}${by}`
    setMoved(text.movedTo(options[item] ?? '', place + by + 1, order.length))
    onAnswer(now)
  }
  return (
    <fieldset className="ap-radio-group">
      <legend className="ap-field-label">
        <span className="assess-question">{question}</span>
        <span className="assess-hint">{text.orderHint}</span>
      </legend>
      <ol className="assess-order" ref={list}>
        {order.map((item, place) => {
          const label = options[item] ?? ''
          return (
            <li key={item}>
              <span className="assess-order-place">{place + 1}</span>
              <span className="assess-order-text">{label}</span>
              <IconButton
                icon={chevronUpIcon}
                label={text.moveUp(label)}
                data-move={`${item}-1`}
                aria-disabled={place === 0}
                onClick={() => move(place, -1)}
              />
              <IconButton
                icon="chevron-down"
                label={text.moveDown(label)}
                data-move={`${item}1`}
                aria-disabled={place === order.length - 1}
                onClick={() => move(place, 1)}
              />
            </li>
          )
        })}
      </ol>
      <LiveRegion>{moved}</LiveRegion>
      {answer === null ? (
        <p className="assess-order-keep">
          <Button size="sm" onClick={() => onAnswer(written)}>
            {text.keepOrder}
          </Button>
        </p>
      ) : null}
    </fieldset>
  )
}
