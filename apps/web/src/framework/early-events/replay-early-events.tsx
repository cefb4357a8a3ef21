import { useEffect, useLayoutEffect } from 'react'
import type { EarlyEvents } from './early-events.ts'
import type { OpenedPage } from './replay.ts'

const loadReplay = () => import(/* first wave */ './replay.ts')

let isSettled = () => true

const hasWork = ({ presses, edits }: EarlyEvents): boolean => presses.length + edits.size > 0

/** Must run before hydration. Presses wait until `isSessionKnown` returns true. */
export function prepareReplay(isSessionKnown: () => boolean): void {
  isSettled = isSessionKnown
  const early = window.apogeeEarly
  early?.read()
  // If the code for replaying fails to load, it is requested again when the page is live.
  if (early && hasWork(early)) void loadReplay().catch(() => undefined)
}

/** Asks for the answer of a search that was typed already, while the page becomes live. */
export function askForTypedSearch(page: OpenedPage): void {
  const early = window.apogeeEarly
  if (early?.edits.size)
    loadReplay()
      .then(({ askFor }) => askFor(early, page))
      // The page itself asks again and shows the failure.
      .catch((error: unknown) => console.warn(error))
}

/**
 * React sets a property with this name on every element that it has rendered or hydrated. An element rendered for an assumed viewer
 * is not live yet and will be replaced.
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

/** Renders beside the page, so that its effects run after the page's own effects. From then on, events reach React. */
export function ReplayEarlyEvents() {
  useLayoutEffect(() => window.apogeeEarly?.restore(), [])
  useEffect(beginWork, [])
  return null
}
