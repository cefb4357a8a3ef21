import type { Repetition } from '@apogee/contracts/assessments/repetitions.ts'
import { Button } from '@apogee/ui/button.tsx'
import { pressedKey } from '@apogee/ui/pressed-key.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { useWindowWidth } from '#web/platform/page/window-width.ts'
import { useOutbox } from '#web/platform/outbox/saved-here.tsx'
import { recallQuery } from '../api/recall.ts'
import { AskedQuestion } from '../components/asked-question.tsx'
import { waitingAnswers } from '../late-repetitions.ts'
import { recallMessages } from '../messages/recall.en.ts'
import './recall.css'

/**
 * Asks the question of a video over its picture when it has ended, and moves nothing on the page. The picture of a phone has no room
 * for the question, which opens there with a press over what is below. It renders nothing, and calls `onOver`, when there is nothing
 * to ask. Use the lesson as key.
 */
export function RecallCover({
  userId,
  resourceId,
  next,
  onOver,
}: {
  userId: number
  resourceId: number
  /** The link to the next lesson, which stays reachable. */
  next: ReactNode
  onOver: () => void
}) {
  const text = useText(recallMessages)
  const queries = useQueryClient()
  const id = useId()
  const cover = useRef<HTMLElement>(null)
  const { asked, hasNone } = useAsked(userId, resourceId)
  const [isAnswered, setIsAnswered] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const isOpen = useWindowWidth() !== 'phone' || wasOpened
  const over = useEffectEvent(onOver)
  useEffect(() => {
    if (hasNone) over()
  }, [hasNone])
  useEffect(() => {
    if (asked) takeFocus(cover.current)
  }, [asked])
  const toCover = () => cover.current?.focus({ preventScroll: true })
  const open = () => {
    setWasOpened(true)
    // The pressed button disappears.
    toCover()
  }
  const close = () => {
    const player = cover.current?.closest('.learn-media')?.querySelector<HTMLElement>('.ap-player')
    onOver()
    // The row below the picture says when the question comes back.
    if (isAnswered) void queries.invalidateQueries({ queryKey: recallQuery(userId, resourceId).queryKey })
    player?.focus({ preventScroll: true })
  }
  return (
    <>
      {/* The focus may be elsewhere on the page, and stays there. */}
      <p className="vh" role="status">
        {asked ? text.title : null}
      </p>
      {asked ? (
        <section
          ref={cover}
          className="recall-cover"
          data-theme="space"
          aria-labelledby={`${id}-title`}
          tabIndex={-1}
          data-open={isOpen || undefined}
          onKeyDown={(event) => {
            if (pressedKey(event) === 'Escape' && !document.fullscreenElement) close()
          }}
        >
          <div className="recall-question">
            <div>
              <h3 id={`${id}-title`} className="font-semibold">
                {text.title}
              </h3>
              <p className="text-sm text-secondary">{text.lead}</p>
            </div>
            {isOpen ? (
              <AskedQuestion
                userId={userId}
                question={asked}
                onAnswered={() => {
                  setIsAnswered(true)
                  toCover()
                }}
                next={<p className="text-sm text-secondary">{text.repeated}</p>}
              />
            ) : null}
          </div>
          <CoverWays isAnswered={isAnswered} next={next} onOpen={isOpen ? null : open} onClose={close} />
        </section>
      ) : null}
    </>
  )
}

/** Returns the question to ask; `hasNone` is true when it is known that there is none. */
function useAsked(userId: number, resourceId: number): { asked: Repetition | null; hasNone: boolean } {
  const { data, isError } = useQuery(recallQuery(userId, resourceId))
  const waiting = waitingAnswers(useOutbox())
  /** The question stays while its result is read, although it is not due any more. */
  const [asked, setAsked] = useState<Repetition | null>(null)
  const due = data?.question && !waiting.has(data.question.id) ? data.question : null
  if (due && !asked) setAsked(due)
  return { asked, hasNone: !asked && (isError || (data !== undefined && due === null)) }
}

function CoverWays({
  isAnswered,
  next,
  onOpen,
  onClose,
}: {
  isAnswered: boolean
  next: ReactNode
  /** Null means that the question is open. */
  onOpen: (() => void) | null
  onClose: () => void
}) {
  const text = useText(recallMessages)
  return (
    <div className="recall-cover-ways">
      {onOpen ? (
        <Button variant="primary" onClick={onOpen}>
          {text.answer}
        </Button>
      ) : null}
      {next}
      <Button variant="quiet" onClick={onClose}>
        {isAnswered ? text.close : text.notNow}
      </Button>
    </div>
  )
}

/** Moves the focus to the cover from the player, which it hides. A person who is elsewhere on the page stays there. */
function takeFocus(cover: HTMLElement | null): void {
  const { activeElement, body } = document
  const isHere = activeElement === null || activeElement === body || activeElement.closest('.learn-media')
  if (isHere) cover?.focus({ preventScroll: true })
}
