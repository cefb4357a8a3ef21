import { useEffect, useLayoutEffect } from 'react'
import type { EarlyEvents } from './early-events.ts'

const loadReplay = () => import('./replay.ts')

let isSettled = () => true

const hasWork = ({ presses, edits }: EarlyEvents): boolean => presses.length + edits.size > 0

/** Call before hydration. Presses wait until `isSessionKnown`. */
export function prepareReplay(isSessionKnown: () => boolean): void {
  isSettled = isSessionKnown
  const early = window.apogeeEarly
  early?.read()
  // Loaded when the page is live, or requested again then.
  if (early && hasWork(early)) void loadReplay().catch(() => undefined)
}

/**
 * React sets a property of this name on every element that it has rendered or hydrated. One that is drawn for an assumed
 * viewer does nothing yet; another will take its place.
 */
const isTaken = (part: Element): boolean =>
  !part.matches('[data-assumed]') && Object.keys(part).some((name) => name.startsWith('__reactProps'))

function beginWork(): void {
  const early = window.apogeeEarly
  if (!early || early.work) return
  let isWorking = false
  early.isTaken = isTaken
  early.work = () => {
    if (isWorking || !hasWork(early)) return
    isWorking = true
    void loadReplay()
      .then(({ replay }) => replay(early, isSettled), early.fail)
      .finally(() => (isWorking = false))
  }
  early.work()
}

/** Rendered beside the page, so that its effects run after the page's own: from then on events reach React. */
export function ReplayEarlyEvents() {
  useLayoutEffect(() => window.apogeeEarly?.restore(), [])
  useEffect(beginWork, [])
  return null
}
