/** Shows the results of a completed course, then the rating and the next courses. The component loads on demand. */
import '#web/features/achievements/components/finish.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { finishQuery } from '#web/features/achievements/api/own-certificate.ts'
import { FinishDialog } from '#web/features/achievements/components/finish-dialog.tsx'
import { finishMessages } from '#web/features/achievements/messages/finish.en.ts'
import { salesQuery } from '#web/features/catalogue/api/catalogue.ts'
import { NextCourses } from '#web/features/catalogue/components/next-courses.tsx'
import { useReviews } from '#web/features/reviews/api/reviews.ts'
import { ReviewInvitation } from '#web/features/reviews/components/review-invitation.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLocation } from '#web/platform/router/router.tsx'

const mostNext = 3

export function CourseFinish({
  certificateId,
  userId,
  courseId,
  onClose,
}: {
  certificateId: string
  userId: number
  courseId: number
  onClose: () => void
}) {
  const text = useText(finishMessages)
  const { data: finish } = useQuery(finishQuery(userId, certificateId))
  const reviews = useReviews(courseId)
  const sales = useQuery(salesQuery(courseId, userId))
  const mayInterrupt = useMayInterrupt()
  useCloseOnNavigation(onClose)
  const [isOpen, setIsOpen] = useState(false)
  // The dialog opens when everything has loaded, so that its content does not move. Reviews or courses that fail to load are
  // omitted.
  const isLoading = reviews.isPending || reviews.isPlaceholderData || sales.isPending
  // Once open, the dialog stays open while a query is fetched again.
  if (!isOpen && finish && !isLoading && mayInterrupt) setIsOpen(true)
  if (!isOpen || !finish) return null
  const next = (sales.data?.data.related ?? []).filter(({ isEnrolled }) => !isEnrolled).slice(0, mostNext)
  return (
    <FinishDialog finish={finish} userId={userId} courseId={courseId} onClose={onClose}>
      <ReviewInvitation courseId={courseId} lead={text.review} />
      {next.length > 0 ? (
        <section className="finish-next">
          <h3 className="finish-heading">{text.next}</h3>
          <NextCourses courses={next} />
        </section>
      ) : null}
    </FinishDialog>
  )
}

const isPlaying = () => [...document.querySelectorAll('video')].some(({ paused, ended }) => !paused && !ended)

/**
 * Returns true from the first moment at which no video plays, and stays true. A video counts as completed before its end, so the
 * dialog must not interrupt it.
 */
function useMayInterrupt(): boolean {
  const [may, setMay] = useState(() => !isPlaying())
  useEffect(() => {
    if (may) return
    const look = () => {
      if (!isPlaying()) setMay(true)
    }
    const occasions = ['pause', 'ended', 'emptied'] as const
    for (const occasion of occasions) document.addEventListener(occasion, look, { capture: true })
    return () => {
      for (const occasion of occasions) document.removeEventListener(occasion, look, { capture: true })
    }
  }, [may])
  return may
}

/** Closes the dialog on navigation, because its links may lead to another part of the same page. */
function useCloseOnNavigation(onClose: () => void): void {
  const { pathname, search } = useLocation()
  const address = pathname + search
  const openedAt = useRef(address)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (address !== openedAt.current) close()
  }, [address])
}
