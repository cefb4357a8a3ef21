import type { Attempt } from '@apogee/contracts/assessments/assessments.ts'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { LiveRegion } from '@apogee/ui/feedback/live-region.tsx'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { assessmentsMessages } from '../messages/assessments.en.ts'
import './assessments.css'

const tickMs = 250
/** The values are minutes before the end that are announced. */
const announced = [5, 1]

/** Formats `60:00`, `4:05`; hours are shown as minutes. */
export const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Returns in ms how far the server's clock is ahead of this page's, because the device's clock may be wrong or change. */
function aheadBy(attempt: Pick<Attempt, 'now'>, receivedAt: number): number {
  return Date.parse(attempt.now) + (Date.now() - receivedAt) - performance.now()
}

/** Counts down to the server's deadline; announces five minutes and one minute, and ends once. */
export function Timer({
  attempt,
  receivedAt,
  onEnd,
}: {
  attempt: Attempt
  /** The value is when the attempt was received, by this device's clock. */
  receivedAt: number
  onEnd: () => void
}) {
  const text = useText(assessmentsMessages)
  const ahead = useMemo(() => aheadBy(attempt, receivedAt), [attempt, receivedAt])
  const left = () => Math.max(0, Math.ceil((Date.parse(attempt.deadline) - performance.now() - ahead) / 1000))
  const [seconds, setSeconds] = useState(left)
  const tick = useEffectEvent(() => {
    const now = left()
    setSeconds(now)
    if (now > 0) return false
    onEnd()
    return true
  })
  useEffect(() => {
    const ticking = setInterval(() => {
      if (tick()) clearInterval(ticking)
    }, tickMs)
    return () => clearInterval(ticking)
  }, [attempt.deadline])
  const total = (Date.parse(attempt.deadline) - Date.parse(attempt.startedAt)) / 1000
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
