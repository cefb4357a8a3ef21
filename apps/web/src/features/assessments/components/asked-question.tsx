import './assessments.css'
import './repetitions.css'
import type { GivenAnswer } from '@apogee/contracts/assessments/assessments.ts'
import type { Repetition, RepetitionResult } from '@apogee/contracts/assessments/repetitions.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { useState, type ReactNode } from 'react'
import { ApiError } from '#web/platform/transfer/client.ts'
import { dateInWords } from '#web/platform/language/dates.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { SavedHere } from '#web/platform/outbox/saved-here.tsx'
import { useAnswerRepetition } from '../api/answer-repetition.ts'
import { assessmentsMessages } from '../messages/assessments.en.ts'
import { repetitionsMessages } from '../messages/repetitions.en.ts'
import { AnswerText } from './answer-text.tsx'
import { PictureOf } from './picture-of.tsx'
import { QuestionForm } from './question-form.tsx'

/** Returns whether the question is already answered, by another tab or a press whose answer was lost, or its course is closed. */
const isOver = (error: Error | null): boolean =>
  error instanceof ApiError && ['QUESTION_NOT_DUE', 'QUESTION_NOT_FOUND'].includes(error.errorCode ?? '')

/** Asks one question, and shows its result and when it is asked again. */
export function AskedQuestion({
  userId,
  question,
  next,
  onCheck,
  onAnswered,
}: {
  userId: number
  question: Repetition
  /** `next` follows the result. */
  next: ReactNode
  /** The callback runs before the answer is stored. */
  onCheck?: () => void
  /** Null means that the answer waits on this device. */
  onAnswered?: (result: RepetitionResult | null) => void
}) {
  const text = useText(repetitionsMessages)
  const failureText = useFailureText()
  const [given, setGiven] = useState<GivenAnswer>(null)
  const [asksForAnswer, setAsksForAnswer] = useState(false)
  const { mutate, data, error, isPending } = useAnswerRepetition(userId, question)
  const check = () => {
    setAsksForAnswer(given === null)
    if (given === null || isPending) return
    onCheck?.()
    mutate(given, { onSuccess: (answer) => onAnswered?.(answer?.data ?? null) })
  }
  if (data) {
    return (
      <Result question={question} given={given} result={data.data}>
        {next}
      </Result>
    )
  }
  if (data === null) {
    return (
      <Kept question={question} given={given}>
        {next}
      </Kept>
    )
  }
  return (
    <>
      <QuestionForm
        question={{ ...question, points: 0, starterCode: '', functionName: null, given: null }}
        answer={given}
        onAnswer={setGiven}
      />
      {asksForAnswer && given === null ? <Notice tone="info">{text.chooseFirst}</Notice> : null}
      {error ? <Notice tone="danger">{failureText(error, text.checkFailed)}</Notice> : null}
      <div>
        {isOver(error) ? (
          next
        ) : (
          <Button variant="primary" busy={isPending} busyLabel={text.checking} onClick={check}>
            {text.check}
          </Button>
        )}
      </div>
    </>
  )
}

/** The answer waits on this device, so its result is unknown. */
function Kept({
  question,
  given,
  children,
}: {
  question: Repetition
  given: GivenAnswer
  children: ReactNode
}) {
  const text = useText(repetitionsMessages)
  const words = useText(assessmentsMessages)
  return (
    <div className="repeat-result" role="status">
      <PictureOf question={question} />
      <p className="assess-question">{question.question}</p>
      <dl className="assess-answers">
        <dt>{words.yourAnswer}</dt>
        <dd>
          <AnswerText question={question} answer={given} />
        </dd>
      </dl>
      <SavedHere />
      <p className="text-sm text-secondary">{text.checkedLater}</p>
      {children}
    </div>
  )
}

function Result({
  question,
  given,
  result: { isCorrect, correctAnswer, explanation, nextDueAt },
  children,
}: {
  question: Repetition
  given: GivenAnswer
  result: RepetitionResult
  children: ReactNode
}) {
  const text = useText(repetitionsMessages)
  const words = useText(assessmentsMessages)
  const language = useLanguage()
  return (
    <div className="repeat-result" role="status">
      <PictureOf question={question} />
      <p className="assess-question">{question.question}</p>
      <Badge tone={isCorrect ? 'positive' : 'danger'} icon={isCorrect ? 'check' : 'close'}>
        {isCorrect ? words.correct : words.wrong}
      </Badge>
      <dl className="assess-answers">
        <dt>{words.yourAnswer}</dt>
        <dd>
          <AnswerText question={question} answer={given} />
        </dd>
        {isCorrect || correctAnswer === null ? null : (
          <>
            <dt>{words.correctAnswer}</dt>
            <dd>
              <AnswerText question={question} answer={correctAnswer} />
            </dd>
          </>
        )}
        {explanation === '' ? null : (
          <>
            <dt>{words.explanation}</dt>
            <dd>{explanation}</dd>
          </>
        )}
      </dl>
      <p className="text-sm text-secondary">
        {nextDueAt === null ? text.notAskedAgain : text.askedAgain(dateInWords(nextDueAt, language))}
      </p>
      {children}
    </div>
  )
}
