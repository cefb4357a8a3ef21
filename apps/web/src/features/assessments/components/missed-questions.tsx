import './assessments.css'
import './repetitions.css'
import type { GivenAnswer } from '@apogee/contracts/assessments/assessments.ts'
import type { Repetition, RepetitionResult, Repetitions } from '@apogee/contracts/assessments/repetitions.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { ApiError } from '#web/platform/transfer/client.ts'
import { dateInWords } from '#web/platform/language/dates.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { SavedHere, useOutbox } from '#web/platform/outbox/saved-here.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { useAnswerRepetition } from '../api/answer-repetition.ts'
import { repetitionsQuery, useDueAgain } from '../api/repetitions.ts'
import { assessmentsMessages } from '../messages/assessments.en.ts'
import { notAnsweredHere } from '../late-repetitions.ts'
import { repetitionsMessages } from '../messages/repetitions.en.ts'
import { AnswerText } from './answer-text.tsx'
import { PictureOf } from './picture-of.tsx'
import { QuestionForm } from './question-form.tsx'

/** Shows the due questions one after the other, each with its result, and a summary at the end. */
export function MissedQuestions({ userId }: { userId: number }) {
  const text = useText(repetitionsMessages)
  const list = useQuery(repetitionsQuery(userId))
  const readAgain = useDueAgain(userId)
  /** The questions of a round do not change. Questions that load meanwhile belong to the next round. */
  const [round, setRound] = useState<Repetitions | null>(null)
  const unsent = useOutbox()
  return (
    <LoadStates query={list} skeleton={<Skeleton shape="block" />} failed={text.loadFailed}>
      {(data) => {
        const questions = notAnsweredHere(data.questions, unsent)
        const shown = round ?? {
          ...data,
          questions,
          due: data.due - data.questions.length + questions.length,
        }
        const [first] = shown.questions
        if (!first) return <NoneDue nextDueAt={shown.nextDueAt} isSavedHere={data.questions.length > 0} />
        return (
          <Round
            key={first.id}
            userId={userId}
            questions={shown.questions}
            more={shown.due - shown.questions.length}
            onStart={() => setRound(shown)}
            onGoOn={() => void readAgain().then(() => setRound(null))}
          />
        )
      }}
    </LoadStates>
  )
}

function NoneDue({ nextDueAt, isSavedHere }: { nextDueAt: string | null; isSavedHere: boolean }) {
  const text = useText(repetitionsMessages)
  const language = useLanguage()
  if (isSavedHere)
    return <EmptyState title={text.done} titleAs="h2" text={text.savedHere} action={<ToLearning />} />
  return (
    <EmptyState
      title={text.noneDue}
      titleAs="h2"
      text={nextDueAt === null ? text.noneWaits : text.nextDue(dateInWords(nextDueAt, language))}
      action={<ToLearning />}
    />
  )
}

function ToLearning() {
  const text = useText(repetitionsMessages)
  return (
    <LinkButton as={Link} to="/learning">
      {text.learning}
    </LinkButton>
  )
}

function Round({
  userId,
  questions,
  more,
  onStart,
  onGoOn,
}: {
  userId: number
  questions: readonly Repetition[]
  /** `more` counts the due questions that are not in this round. */
  more: number
  onStart: () => void
  onGoOn: () => void
}) {
  const text = useText(repetitionsMessages)
  const [place, setPlace] = useState(0)
  const [correct, setCorrect] = useState(0)
  const [saved, setSaved] = useState(0)
  const question = questions[place]
  if (!question) {
    return (
      <FocusTarget>
        <EmptyState
          title={text.done}
          titleAs="h2"
          text={[
            ...(saved < questions.length ? [text.correctOf(correct, questions.length - saved)] : []),
            ...(saved > 0 ? [text.savedOf(saved)] : []),
            ...(more > 0 ? [text.moreDue(more)] : []),
          ].join(' ')}
          action={more > 0 ? <Button onClick={onGoOn}>{text.goOn}</Button> : <ToLearning />}
        />
      </FocusTarget>
    )
  }
  const asked = (
    <Question
      key={question.id}
      userId={userId}
      question={question}
      place={text.questionOf(place + 1, questions.length)}
      isLast={place === questions.length - 1}
      onCheck={onStart}
      onAnswered={(result) => {
        if (result === null) setSaved((sum) => sum + 1)
        else if (result.isCorrect) setCorrect((sum) => sum + 1)
      }}
      onNext={() => setPlace(place + 1)}
    />
  )
  return place === 0 ? asked : <FocusTarget key={question.id}>{asked}</FocusTarget>
}

/** Takes the focus when it appears, because the pressed button has disappeared. */
function FocusTarget({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div tabIndex={-1} ref={place}>
      {children}
    </div>
  )
}

/** Returns whether the question is already answered, by another tab or a press whose answer was lost, or its course is closed. */
const isOver = (error: Error | null): boolean =>
  error instanceof ApiError && ['QUESTION_NOT_DUE', 'QUESTION_NOT_FOUND'].includes(error.errorCode ?? '')

function Question({
  userId,
  question,
  place,
  isLast,
  onCheck,
  onAnswered,
  onNext,
}: {
  userId: number
  question: Repetition
  place: string
  isLast: boolean
  /** The callback runs before the answer is stored. */
  onCheck: () => void
  /** Null means that the answer waits on this device. */
  onAnswered: (result: RepetitionResult | null) => void
  onNext: () => void
}) {
  const text = useText(repetitionsMessages)
  const failureText = useFailureText()
  const [given, setGiven] = useState<GivenAnswer>(null)
  const [asksForAnswer, setAsksForAnswer] = useState(false)
  const { mutate, data, error, isPending } = useAnswerRepetition(userId, question)
  const { assessmentTitle, courseTitle } = question
  const source = courseTitle === null ? assessmentTitle : text.from(assessmentTitle, courseTitle)
  const check = () => {
    setAsksForAnswer(given === null)
    if (given === null || isPending) return
    onCheck()
    mutate(given, { onSuccess: (answer) => onAnswered(answer?.data ?? null) })
  }
  const next = (
    <Button variant="primary" onClick={onNext} autoFocus>
      {isLast ? text.finish : text.next}
    </Button>
  )
  return (
    <section className="ap-panel assess-panel" aria-label={place}>
      <p className="repeat-place">
        <span>{place}</span> <span>{source}</span>
      </p>
      {data ? (
        <Result question={question} given={given} result={data.data}>
          {next}
        </Result>
      ) : data === null ? (
        <Kept question={question} given={given}>
          {next}
        </Kept>
      ) : (
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
      )}
    </section>
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
