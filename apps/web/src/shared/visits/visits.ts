/**
 * Reports to the server that a sales page was opened or its course put into the cart (docs/decisions/figures.md). Loads on
 * demand.
 */
import type { VisitStep } from '@apogee/contracts/operations/conversion.ts'
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { parseUrl } from '#web/platform/page/parse-url.ts'
import { rememberVisit } from './visit-memory.ts'

export interface Landing {
  /** `url` is the URL with which this document was loaded. The previous page's URL is '' when it is unknown. */
  url: string
  referrer: string
}

const salesPath = /^\/(?:sp|course)\/(\d{1,15})(?:\/|$)/

function courseOf({ pathname, searchParams }: URL): number | null {
  const id = salesPath.exec(pathname)?.[1] ?? searchParams.get('courseId')
  return id && /^\d{1,15}$/.test(id) ? Number(id) : null
}

/** A visitor who returns from these pages does not come from a new source. */
const isReturn = ({ pathname }: URL): boolean => /^\/(login|checkout)(\/|$)/.test(pathname)

/**
 * Returns the source key of a visitor to this course's page (`source-keys.ts`). Tags in a URL count only for the page to which the
 * URL leads. When a visitor continues to another course, the first course is the source.
 */
export function sourceOf(courseId: number, landing: Landing): string {
  const url = new URL(landing.url)
  const from = parseUrl(landing.referrer)
  const landed = courseOf(url)
  const isHere = landed === courseId
  const isOutside = from !== null && from.host !== url.host
  if ((isHere || landed === null) && !isReturn(url)) {
    const given: Readonly<Record<string, string | undefined>> = Object.fromEntries(url.searchParams)
    const tags = ['utm_source', 'utm_medium', 'utm_campaign'].map((name) =>
      (given[name] ?? '').replaceAll('|', ' ').slice(0, 100),
    )
    if (tags[0]?.trim()) return `tag:${tags.join('|')}`
    if (isHere && given['invite'] !== undefined) return 'invite'
    if (isHere && given['code']) return `code:${given['code'].slice(0, 100)}`
    if (isOutside) return `site:${from.hostname}`
  }
  if (isHere && (from === null || isOutside)) return 'direct'
  const before = isHere ? from && courseOf(from) : landed
  return before !== null && before !== courseId ? 'apogee:course' : 'apogee:catalogue'
}

function landingNow(): Landing {
  const [visit] = performance.getEntriesByType('navigation')
  return {
    url: parseUrl(visit?.name ?? '')?.href ?? location.href,
    referrer: document.referrer,
  }
}

type Privacy = Navigator & { globalPrivacyControl?: boolean }
const asksNotToBeCounted = ({ doNotTrack, globalPrivacyControl }: Privacy): boolean =>
  globalPrivacyControl === true || doNotTrack === '1'

/** Counts a step at most once a day for each course. It stores and sends nothing for visitors who ask not to be tracked. */
export function countVisit(courseId: number, step: VisitStep): void {
  if (asksNotToBeCounted(navigator) || document.visibilityState === 'hidden') return
  const day = dayInMalaysia(new Date())
  const { source, isFirstToday } = rememberVisit(courseId, {
    source: sourceOf(courseId, landingNow()),
    step,
    day,
  })
  if (!isFirstToday || !('sendBeacon' in navigator)) return
  const body = JSON.stringify({ courseId, step, source })
  navigator.sendBeacon('/api/visits', new Blob([body], { type: 'application/json' }))
}
