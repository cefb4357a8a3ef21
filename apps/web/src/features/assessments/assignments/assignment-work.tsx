import type { Attempt } from '@apogee/contracts/assessments/assessments.ts'
import { codeMaxLength } from '@apogee/contracts/limits.ts'
import { Button } from '@apogee/ui/button.tsx'
import { FieldError } from '@apogee/ui/fields/field.tsx'
import { TextArea } from '@apogee/ui/fields/text-field.tsx'
import { useEffect, useRef, useState } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { useStore } from '#web/platform/session/store.ts'
import { AskAboutUploads, SaveLine, SubmitNotices, useHandIn } from '../components/attempt-form.tsx'
import { HandInFiles } from '../components/hand-in-files.tsx'
import { useHandInUploads } from '../hand-in-uploads.ts'
import { assignmentsMessages } from '../messages/assignments.en.ts'
import { isDone, useAnswers } from '../use-answers.ts'
import '../components/assessments.css'
import './assignments.css'

/** Edits the work of an open try and hands it in. Use the try as key. */
export function AssignmentWork({
  attempt,
  userId,
  isClosed,
  takesFocus,
  onHandedIn,
}: {
  attempt: Attempt
  userId: number
  isClosed: boolean
  /** True when the button that had the focus gave way to this form. */
  takesFocus: boolean
  onHandedIn: () => void
}) {
  const text = useText(assignmentsMessages)
  const answers = useAnswers(attempt, userId)
  const uploads = useHandInUploads(attempt, answers.answerTo)
  const { submit, handIn, isOver, late } = useHandIn(userId, attempt, {
    answers,
    uploads,
    onSubmitted: onHandedIn,
  })
  const form = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (takesFocus) form.current?.querySelector<HTMLElement>('textarea, button')?.focus()
  }, [takesFocus])
  const [isChecked, setChecked] = useState(false)
  const pending = useStore(uploads.pending)
  const [question] = attempt.questions
  if (!question) return null
  const answer = answers.answerTo(question.id)
  const hasFile = pending.some(({ error }) => error === null)
  const isEmpty = !isDone(question, answer) && !hasFile
  const empty = isChecked && isEmpty ? (question.isFilesOnly ? text.filesOnly : text.nothingYet) : undefined
  return (
    <div className="assignment-part">
      <AskAboutUploads uploads={uploads} />
      <fieldset
        ref={form}
        className="assess-form"
        disabled={submit.isPending || isOver || late.waits || isClosed}
      >
        {question.isFilesOnly ? (
          <p className="ap-h4">{text.yourWork}</p>
        ) : (
          <TextArea
            label={text.yourWork}
            hint={text.workHint}
            rows={10}
            maxLength={codeMaxLength}
            value={typeof answer === 'string' ? answer : ''}
            onChange={({ target }) =>
              answers.give(question.id, target.value === '' ? null : target.value, { isTyping: true })
            }
          />
        )}
        {question.filesAllowed ? <HandInFiles question={question} uploads={uploads} /> : null}
      </fieldset>
      {empty ? <FieldError>{empty}</FieldError> : null}
      <SubmitNotices late={late} isOver={isOver} deadline={null} error={submit.error} />
      <div className="assignment-head">
        {isClosed ? null : (
          <Button
            variant="primary"
            disabled={late.waits}
            busy={submit.isPending}
            busyLabel={text.handingIn}
            onClick={() => {
              setChecked(true)
              if (!isEmpty && uploads.failedAmong(attempt.questions) < 0) handIn()
            }}
          >
            {text.handIn}
          </Button>
        )}
        <SaveLine state={answers.state} isEmpty={isEmpty} />
      </div>
    </div>
  )
}
