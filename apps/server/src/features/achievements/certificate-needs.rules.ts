/** Computes what a certificate requires besides completed lessons. Pure functions (docs/decisions/achievements.md). */
import type { CertificateNeeds, CertificateRule } from '@apogee/contracts/achievements/achievements.ts'

/** A published video or quiz of the course. Items are in course order. */
export interface NeededItem {
  resourceId: number
  courseContentId: number
  title: string
  fileType: string
  /** The length of a video; null means unknown. */
  seconds: number | null
  watchedSeconds: number
}

const mostListed = 10

/** Tells whether the rule requires more than the completed lessons. */
export const hasRequirements = ({ watchedPercent, quizPercent }: CertificateRule): boolean =>
  watchedPercent !== null || quizPercent !== null

/** Returns the watched share of the length in whole percent, at most 100. A video of unknown length requires nothing. */
const watchedPercentOf = ({ seconds, watchedSeconds }: NeededItem): number =>
  seconds === null || seconds <= 0 ? 100 : Math.min(100, Math.floor((100 * watchedSeconds) / seconds))

function requirement(
  percent: number | null,
  items: readonly NeededItem[],
  percentOf: (item: NeededItem) => number,
): CertificateNeeds['videos'] {
  if (percent === null) return null
  const missing = items
    .map((item) => ({ ...placeOf(item), percent: percentOf(item) }))
    .filter((item) => item.percent < percent)
  return {
    percent,
    done: items.length - missing.length,
    total: items.length,
    missing: missing.slice(0, mostListed),
  }
}

const placeOf = ({ resourceId, courseContentId, title }: NeededItem) => ({
  resourceId,
  courseContentId,
  title,
})

/** `best` maps each quiz's resource id to the best percentage. */
export function certificateNeeds(
  { isOn, watchedPercent, quizPercent }: CertificateRule,
  lessons: CertificateNeeds['lessons'],
  items: readonly NeededItem[],
  best: ReadonlyMap<number, number>,
): CertificateNeeds {
  const ofType = (type: string) => items.filter(({ fileType }) => fileType === type)
  return {
    isOn,
    lessons,
    videos: requirement(watchedPercent, ofType('video'), watchedPercentOf),
    quizzes: requirement(quizPercent, ofType('quiz'), ({ resourceId }) => best.get(resourceId) ?? 0),
  }
}

export const isFulfilled = ({ isOn, lessons, videos, quizzes }: CertificateNeeds): boolean =>
  isOn &&
  lessons.total > 0 &&
  lessons.done >= lessons.total &&
  [videos, quizzes].every((need) => need === null || need.done === need.total)
