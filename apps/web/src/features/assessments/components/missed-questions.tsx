import './assessments.css'
import './repetitions.css'
import type { Repetition, Repetitions } from '@apogee/contracts/assessments/repetitions.ts'
import { Button } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { dateInWords } from '#web/platform/language/dates.ts'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useOutbox } from '#web/platform/outbox/saved-here.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { repetitionsQuery, useDueAgain } from '../api/repetitions.ts'
import { notAnsweredHere } from '../late-repetitions.ts'
import { repetitionsMessages } from '../messages/repetitions.en.ts'
import { AskedQuestion } from './asked-question.tsx'

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
  const { assessmentTitle, courseTitle } = question
  const placeText = text.questionOf(place + 1, questions.length)
  const asked = (
    <section className="ap-panel assess-panel" aria-label={placeText}>
      <p className="repeat-place">
        <span>{placeText}</span>{' '}
        <span>{courseTitle === null ? assessmentTitle : text.from(assessmentTitle, courseTitle)}</span>
      </p>
      <AskedQuestion
        key={question.id}
        userId={userId}
        question={question}
        onCheck={onStart}
        onAnswered={(result) => {
          if (result === null) setSaved((sum) => sum + 1)
          else if (result.isCorrect) setCorrect((sum) => sum + 1)
        }}
        next={
          <Button variant="primary" onClick={() => setPlace(place + 1)} autoFocus>
            {place === questions.length - 1 ? text.finish : text.next}
          </Button>
        }
      />
    </section>
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
