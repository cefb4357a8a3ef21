import type { Repetition } from '@apogee/contracts/assessments/repetitions.ts'
import { Button } from '@apogee/ui/button.tsx'
import { quizIcon } from '@apogee/ui/icons/more-icons.ts'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { dateInWords } from '#web/platform/language/dates.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { SavedHere, useOutbox } from '#web/platform/outbox/saved-here.tsx'
import { recallQuery } from '../api/recall.ts'
import { waitingAnswers } from '../late-repetitions.ts'
import { recallMessages } from '../messages/recall.en.ts'
import { AskedQuestion } from '../components/asked-question.tsx'
import './recall.css'

/**
 * Offers the question about a video that was watched, unless its picture asks it. The question opens with a press, so that nothing
 * below it moves by itself.
 * Use the lesson as key.
 */
export function LessonRecall({
  userId,
  resourceId,
  isWatched,
  isOnPicture,
}: {
  userId: number
  resourceId: number
  /** True when the video has ended or the lesson is completed. */
  isWatched: boolean
  /** True while the picture of the video asks the question. */
  isOnPicture: boolean
}) {
  const text = useText(recallMessages)
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  // Replaying the video takes nothing back.
  const [wasWatched, setWasWatched] = useState(isWatched)
  if (isWatched && !wasWatched) setWasWatched(true)
  /** The question stays while its result is read, although it is not due any more. */
  const [asked, setAsked] = useState<Repetition | null>(null)
  // The pressed button disappears when the question opens.
  useEffect(() => place.current?.focus(), [asked])
  const query = useQuery({ ...recallQuery(userId, resourceId), enabled: wasWatched && asked === null })
  if (query.data && query.data.question === null && query.data.nextDueAt === null && !asked) return null
  return (
    <section
      className="ap-panel recall-panel"
      data-on-picture={isOnPicture || undefined}
      aria-labelledby={`${id}-title`}
    >
      <div className="recall-row">
        <Icon name={quizIcon} />
        <div className="recall-words">
          <h3 id={`${id}-title`} className="font-semibold">
            {text.title}
          </h3>
          <RecallState
            query={query}
            isWatched={wasWatched}
            isOpen={asked !== null || isOnPicture}
            onOpen={setAsked}
          />
        </div>
      </div>
      {asked ? (
        <div tabIndex={-1} ref={place} className="recall-question">
          <AskedQuestion
            userId={userId}
            question={asked}
            // The pressed button disappears with the form.
            onAnswered={() => place.current?.focus()}
            next={<p className="text-sm text-secondary">{text.repeated}</p>}
          />
        </div>
      ) : null}
    </section>
  )
}

function RecallState({
  query: { data, error, refetch, isFetching },
  isWatched,
  isOpen,
  onOpen,
}: {
  query: Pick<
    ReturnType<typeof useQuery<{ question: Repetition | null; nextDueAt: string | null }>>,
    'data' | 'error' | 'refetch' | 'isFetching'
  >
  isWatched: boolean
  isOpen: boolean
  onOpen: (question: Repetition) => void
}) {
  const text = useText(recallMessages)
  const { tryAgain } = useText(platformMessages)
  const failureText = useFailureText()
  const language = useLanguage()
  const waiting = waitingAnswers(useOutbox())
  const question = data?.question ?? null
  if (isOpen) return <p className="text-sm text-secondary">{text.lead}</p>
  if (!isWatched) return <p className="text-sm text-secondary">{text.later}</p>
  if (question && waiting.has(question.id)) return <SavedHere />
  if (question) {
    return (
      <>
        <p className="text-sm text-secondary">{text.lead}</p>
        <Button size="sm" onClick={() => onOpen(question)}>
          {text.answer}
        </Button>
      </>
    )
  }
  if (data) {
    const date = data.nextDueAt === null ? '' : dateInWords(data.nextDueAt, language)
    return <p className="text-sm text-secondary">{text.answered(date)}</p>
  }
  if (!error) return <p className="text-sm text-secondary">{text.lead}</p>
  return (
    <>
      <p className="text-sm text-secondary">{failureText(error, text.loadFailed)}</p>
      <Button size="sm" variant="quiet" busy={isFetching} onClick={() => void refetch()}>
        {tryAgain}
      </Button>
    </>
  )
}
