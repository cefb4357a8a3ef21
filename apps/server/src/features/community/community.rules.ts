/** Computes when a person may write again, and shortens texts for lists. Pure functions. */
import { cutText } from '@apogee/domain/text/cut-text.ts'
const hour = 3_600_000

/** Each person may write this much within a time. Deleted texts count. */
export const writingLimits = {
  /** The limit covers discussions and replies together. */
  posts: { most: 20, withinMs: hour },
  groups: { most: 5, withinMs: hour },
  reports: { most: 20, withinMs: hour },
} as const
export type WritingLimit = (typeof writingLimits)[keyof typeof writingLimits]

/** Describes what a person has written within the time of a limit: how many texts, and when the first one. */
export interface WritingFacts {
  count: number
  oldest: Date | null
}

/** Returns the seconds until the next text is allowed. Null means that it is allowed immediately. */
export function waitFor(written: WritingFacts, limit: WritingLimit, now: Date): number | null {
  if (written.count < limit.most || written.oldest === null) return null
  return Math.max(1, Math.ceil((written.oldest.getTime() + limit.withinMs - now.getTime()) / 1000))
}

const excerptLength = 240

/** Returns the beginning of a text on one line, for lists. */
export function excerptOf(body: string): string {
  const line = body.replace(/\s+/g, ' ').trim()
  if (line.length <= excerptLength) return line
  const cut = cutText(line, excerptLength)
  const end = cut.lastIndexOf(' ')
  return `${end > excerptLength / 2 ? cut.slice(0, end) : cut}…`
}
