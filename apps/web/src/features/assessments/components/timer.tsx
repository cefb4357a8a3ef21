import type { Attempt } from '@apogee/contracts/assessments/assessments.ts'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { LiveRegion } from '@apogee/ui/feedback/live-region.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { assessmentsMessages } from '../messages/assessments.en.ts'
import './assessments.css'

const tickMs = 250
/** The remaining time is announced at these numbers of minutes before the end. */
const announced = [5, 1]

/** Formats `60:00`, `4:05`; hours are shown as minutes. */
export const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Returns by how many ms the server's time is ahead of `performance.now()`, which changes of the device's clock do not affect. */
function aheadBy(attempt: Pick<Attempt, 'now'>, receivedAt: number): number {
  return Date.parse(attempt.now) + (Date.now() - receivedAt) - performance.now()
}

/** `ahead` is the difference between `Date.now()` and `performance.now()` in ms. It grows while the device sleeps. */
const clocksSince = (receivedAt: number) => ({ receivedAt, ahead: Date.now() - performance.now() })

/** A smaller growth of the difference between the two clocks, in ms, does not count as sleep. */
const shortestSleepMs = 1000
/** The timer waits at most this long for the server's answer, in ms. After that, the device's clock decides. */
const longestQuestionMs = 5000

/**
 * Returns for how long, in ms, the device slept since the attempt was received: `performance.now()` stands still meanwhile. The
 * person may also have changed the clock, so the server is asked for the time before the attempt can end.
 */
function useSleep(attempt: Attempt, receivedAt: number): { slept: number; isAsking: boolean } {
  const queries = useQueryClient()
  const start = useMemo(() => clocksSince(receivedAt), [receivedAt])
  const [sleep, setSleep] = useState({ start, slept: 0, isAsking: false })
  const wake = useEffectEvent(() => {
    const slept = Math.max(0, Date.now() - performance.now() - start.ahead)
    const known = sleep.start === start ? sleep.slept : 0
    if (document.hidden || slept - known < shortestSleepMs) return
    setSleep({ start, slept, isAsking: true })
    const asked = queries.refetchQueries({ queryKey: ['attempt', attempt.assessmentId] })
    const late = new Promise((resolve) => setTimeout(resolve, longestQuestionMs))
    void Promise.race([asked, late]).finally(() => setSleep({ start, slept, isAsking: false }))
  })
  useEffect(() => {
    const woken = () => wake()
    document.addEventListener('visibilitychange', woken)
    addEventListener('pageshow', woken)
    addEventListener('focus', woken)
    return () => {
      document.removeEventListener('visibilitychange', woken)
      removeEventListener('pageshow', woken)
      removeEventListener('focus', woken)
    }
  }, [])
  return sleep.start === start ? sleep : { slept: 0, isAsking: false }
}

/** Counts down to the server's deadline; announces five minutes and one minute, and ends once. */
export function Timer({
  attempt,
  deadline,
  receivedAt,
  onEnd,
}: {
  attempt: Attempt
  deadline: string
  /** The attempt was received at this time by the device's clock. */
  receivedAt: number
  onEnd: () => void
}) {
  const text = useText(assessmentsMessages)
  const ahead = useMemo(() => aheadBy(attempt, receivedAt), [attempt, receivedAt])
  const { slept, isAsking } = useSleep(attempt, receivedAt)
  const left = () => Math.max(0, Math.ceil((Date.parse(deadline) - performance.now() - ahead - slept) / 1000))
  const [seconds, setSeconds] = useState(left)
  const tick = useEffectEvent(() => {
    const now = left()
    setSeconds(now)
    if (now > 0 || isAsking) return false
    onEnd()
    return true
  })
  useEffect(() => {
    const ticking = setInterval(() => {
      if (tick()) clearInterval(ticking)
    }, tickMs)
    return () => clearInterval(ticking)
  }, [deadline])
  const total = (Date.parse(deadline) - Date.parse(attempt.startedAt)) / 1000
  // An attempt shorter than five minutes does not announce five minutes.
  const message = announced.filter((minutes) => total > minutes * 60 && seconds <= minutes * 60).at(-1)
  return (
    <div className="assess-timer" data-low={seconds <= 60 || undefined}>
      <Icon name="clock" />
      <span className="assess-timer-label">{text.timeLeft}</span>
      <span role="timer" aria-label={text.timeLeft} aria-live="off" className="assess-timer-clock">
        {clockOf(seconds)}
      </span>
      <LiveRegion>
        {seconds === 0 ? text.timeUp : message === undefined ? '' : text.minutesLeft(message)}
      </LiveRegion>
    </div>
  )
}
