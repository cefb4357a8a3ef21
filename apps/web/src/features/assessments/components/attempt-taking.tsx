import './assessments.css'
import type { Assessment, Attempt } from '@apogee/contracts/assessments/assessments.ts'
import { Button } from '@apogee/ui/button.tsx'
import { ConfirmDialog } from '@apogee/ui/feedback/dialog.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { quizIcon } from '@apogee/ui/icons/more-icons.ts'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense, useEffect, useRef, useState, type RefObject } from 'react'
import { useSearchParams } from '#web/platform/router/router.tsx'
import { Head } from '#web/platform/page/head.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { AssessmentHead } from './assessment-start.tsx'
import { assessmentsMessages } from '../messages/assessments.en.ts'
import { AskAboutUploads, SaveLine, SubmitNotices, useHandIn } from './attempt-form.tsx'
import { QuestionForm } from './question-form.tsx'
import { Timer } from './timer.tsx'
import { isDone, useAnswers } from '../use-answers.ts'
import { useHandInUploads, type HandInUploads } from '../hand-in-uploads.ts'

const HandInFiles = lazyWithRetry(async () => (await import('./hand-in-files.tsx')).HandInFiles)

/** Shows one question at a time, with the server's deadline if there is one. Use the attempt's number as key. */
export function AttemptTaking({
  lesson,
  attempt,
  receivedAt,
  userId,
}: {
  lesson: Assessment['lesson']
  attempt: Attempt
  receivedAt: number
  userId: number
}) {
  const { questions } = attempt
  const answers = useAnswers(attempt, userId)
  const uploads = useHandInUploads(attempt, answers.answerTo)
  const { place, setPlace } = usePlace(
    questions.length,
    questions.findIndex((one) => !isDone(one, answers.answerTo(one.id))),
  )
  const [asks, setAsks] = useState(false)
  const { submit, handIn, end, isOver, late } = useHandIn(userId, attempt, { answers, uploads })
  const heading = useFocusOnChange(place)

  const open = questions.flatMap((one, index) => (isDone(one, answers.answerTo(one.id)) ? [] : [index + 1]))
  const question = questions[place]
  if (!question) return null
  return (
    <>
      <Head title={attempt.title} />
      {questions.some(({ filesAllowed }) => filesAllowed) ? <AskAboutUploads uploads={uploads} /> : null}
      <AssessmentHead title={attempt.title} lesson={lesson}>
        {attempt.deadline === null ? null : (
          <Timer attempt={attempt} deadline={attempt.deadline} receivedAt={receivedAt} onEnd={end} />
        )}
      </AssessmentHead>
      <div className="ap-wrap assess-body">
        <section className="ap-panel assess-panel" aria-labelledby="question-heading">
          <QuestionPanel
            question={question}
            answers={answers}
            uploads={uploads}
            heading={heading}
            place={place}
            count={questions.length}
            disabled={submit.isPending || isOver || late.waits}
            onAnswered={() => setPlace(place)}
          />
          <SubmitNotices late={late} isOver={isOver} deadline={attempt.deadline} error={submit.error} />
          <Steps
            place={place}
            isOver={isOver}
            isHandedIn={late.waits}
            isLast={place === questions.length - 1}
            isSubmitting={submit.isPending}
            onPlace={setPlace}
            onSubmit={() => {
              const failed = isOver ? -1 : uploads.failedAmong(questions)
              if (failed >= 0) setPlace(failed)
              else if (open.length > 0 && !isOver) setAsks(true)
              else handIn()
            }}
          />
        </section>
        <aside className="assess-rail">
          <Overview
            questions={questions}
            answers={answers}
            place={place}
            answeredCount={questions.length - open.length}
            onPlace={setPlace}
          />
          <SaveLine state={answers.state} isEmpty={open.length === questions.length} />
        </aside>
      </div>
      <AskToSubmit open={asks} places={open} onClose={() => setAsks(false)} onConfirm={handIn} />
    </>
  )
}

function QuestionPanel({
  question,
  answers,
  uploads,
  heading,
  place,
  count,
  disabled,
  onAnswered,
}: {
  question: Attempt['questions'][number]
  answers: ReturnType<typeof useAnswers>
  uploads: HandInUploads
  heading: RefObject<HTMLHeadingElement | null>
  place: number
  count: number
  disabled: boolean
  onAnswered: () => void
}) {
  const text = useText(assessmentsMessages)
  return (
    <>
      <header className="assess-question-head">
        <h2 id="question-heading" ref={heading} tabIndex={-1} className="ap-h4">
          {text.questionOf(place + 1, count)}
        </h2>
        <span className="text-sm text-secondary">{text.pointsOf(question.points)}</span>
      </header>
      <fieldset key={question.id} className="assess-form" disabled={disabled}>
        <QuestionForm
          question={question}
          answer={answers.answerTo(question.id)}
          onAnswer={(answer, options) => {
            answers.give(question.id, answer, options)
            onAnswered()
          }}
        />
        {question.filesAllowed ? (
          <Suspense fallback={<SkeletonRows count={1} />}>
            <HandInFiles question={question} uploads={uploads} />
          </Suspense>
        ) : null}
      </fieldset>
    </>
  )
}

function Steps({
  place,
  isLast,
  isOver,
  isHandedIn,
  isSubmitting,
  onPlace,
  onSubmit,
}: {
  place: number
  isLast: boolean
  isOver: boolean
  isHandedIn: boolean
  isSubmitting: boolean
  onPlace: (place: number) => void
  onSubmit: () => void
}) {
  const text = useText(assessmentsMessages)
  return (
    <footer className="assess-steps">
      <Button variant="quiet" icon="arrow-left" disabled={place === 0} onClick={() => onPlace(place - 1)}>
        {text.previous}
      </Button>
      <Button
        className="assess-submit"
        variant={isLast || isOver ? 'primary' : 'secondary'}
        disabled={isHandedIn}
        busy={isSubmitting}
        busyLabel={text.submitting}
        onClick={onSubmit}
      >
        {text.submit}
      </Button>
      <Button
        variant={isLast || isOver ? 'secondary' : 'primary'}
        iconEnd="arrow-right"
        disabled={isLast}
        onClick={() => onPlace(place + 1)}
      >
        {text.next}
      </Button>
    </footer>
  )
}

function Overview({
  questions,
  answers,
  place,
  answeredCount,
  onPlace,
}: {
  questions: Attempt['questions']
  answers: ReturnType<typeof useAnswers>
  place: number
  answeredCount: number
  onPlace: (place: number) => void
}) {
  const text = useText(assessmentsMessages)
  return (
    <nav className="ap-panel" aria-label={text.overview}>
      <p className="assess-panel-title">{text.answeredOf(answeredCount, questions.length)}</p>
      <ol className="assess-overview">
        {questions.map((question, index) => {
          const { id, points } = question
          const hasAnswer = isDone(question, answers.answerTo(id))
          return (
            <li key={id}>
              <button
                type="button"
                aria-current={index === place ? 'step' : undefined}
                data-answered={hasAnswer || undefined}
                onClick={() => onPlace(index)}
              >
                <Icon name={hasAnswer ? 'check-circle' : quizIcon} />
                <span>{text.goTo(index + 1)}</span>
                <span className="assess-overview-points">
                  {hasAnswer ? text.answered : text.notAnswered} · {text.pointsOf(points)}
                </span>
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

/**
 * Returns the current question, counted from 0. The address holds its number, so that a reload shows it again and Back leads to the
 * question before. Without a number in the address, the first question is `firstOpen`.
 */
function usePlace(count: number, firstOpen: number) {
  const [address, setAddress] = useSearchParams()
  const [first] = useState(Math.max(0, firstOpen))
  const kept = Number(address.get('question'))
  const isKept = Number.isInteger(kept) && kept >= 1 && kept <= count
  const place = isKept ? kept - 1 : first
  return {
    place,
    setPlace: (chosen: number) => {
      // Back leads to the previous question; opening the first one adds no history entry.
      if (kept === chosen + 1) return
      // The entry that is left keeps its question, because after a reload another one may be the first open one.
      if (!isKept && chosen !== place) setAddress({ question: String(place + 1) }, { replace: true })
      setAddress({ question: String(chosen + 1) }, { replace: chosen === place })
    },
  }
}

/** Moves the focus to a new question's heading for screen readers, except to the first one. */
function useFocusOnChange(place: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(place)
  useEffect(() => {
    if (shown.current === place) return
    shown.current = place
    heading.current?.focus()
  }, [place])
  return heading
}

function AskToSubmit({
  open,
  places,
  onClose,
  onConfirm,
}: {
  open: boolean
  places: readonly number[]
  onClose: () => void
  onConfirm: () => void
}) {
  const text = useText(assessmentsMessages)
  const { close } = useText(platformMessages)
  return (
    <ConfirmDialog
      open={open}
      tone="secondary"
      title={text.unansweredTitle}
      text={text.unansweredText(places.join(', '), places.length)}
      confirmLabel={text.submitAnyway}
      cancelLabel={text.keepAnswering}
      closeLabel={close}
      onClose={onClose}
      onConfirm={() => {
        onClose()
        onConfirm()
      }}
    />
  )
}
