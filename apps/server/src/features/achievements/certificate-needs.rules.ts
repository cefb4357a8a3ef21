/** What a certificate needs besides completed lessons. Pure (docs/decisions/certificate-rules.md). */
import type { CertificateNeeds, CertificateRule } from '@apogee/contracts/achievements/achievements.ts'

/** A published video or quiz of the course, in its order. */
export interface NeededItem {
  resourceId: number
  courseContentId: number
  title: string
  fileType: string
  /** Length of a video; null: not known. */
  seconds: number | null
  watchedSeconds: number
}

const mostListed = 10

/** Whether the rule names more than the completed lessons. */
export const hasRequirements = ({ watchedPercent, quizPercent }: CertificateRule): boolean =>
  watchedPercent !== null || quizPercent !== null

/** Whole percent of the length that was watched, at most 100; a video of unknown length needs nothing. */
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

/** `best`: the best percentage in each quiz, by resource. */
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

/** Whether nothing is missing. */
export const isFulfilled = ({ isOn, lessons, videos, quizzes }: CertificateNeeds): boolean =>
  isOn &&
  lessons.total > 0 &&
  lessons.done >= lessons.total &&
  [videos, quizzes].every((need) => need === null || need.done === need.total)
