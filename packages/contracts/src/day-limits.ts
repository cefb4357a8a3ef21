/** Builds the sentences that refuse a call for the rest of a day, with the limit and the time of the next possible call. */
import { monthNames } from '@apogee/domain/languages.ts'
import { malaysiaOffsetMs } from '@apogee/domain/time/malaysia-time.ts'

export interface DayLimit {
  most: number
  /** The next call is possible from this instant in UTC. */
  from: string
}

/** Returns `18 Nov 2026, 14:05` in Malaysian time, in English. */
function timeInEnglish(instant: string): string {
  const at = new Date(new Date(instant).getTime() + malaysiaOffsetMs)
  const day = `${at.getUTCDate()} ${monthNames.en.inDate[at.getUTCMonth()]} ${at.getUTCFullYear()}`
  return `${day}, ${at.toISOString().slice(11, 16)}`
}

export const dayLimitSentences = {
  LIMIT_OF_DAY: ({ most, from }: DayLimit) =>
    `This can be done ${most} times within a day. Please try again after ${timeInEnglish(from)}.`,
  COURSES_OF_DAY: ({ most, from }: DayLimit) =>
    `You can make ${most} courses within a day. Please make further ones after ${timeInEnglish(from)}.`,
} as const
export type DayLimitCode = keyof typeof dayLimitSentences

/** A refusal has this sentence when it does not state the limit. */
export const dayLimitRefusals = {
  LIMIT_OF_DAY: {
    status: 429,
    sentence: 'This has been done as often as is possible within a day. Please try again tomorrow.',
  },
} as const
