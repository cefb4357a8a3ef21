/** Builds the rows of the privacy page in each language, with the periods that the sweeps apply. */
import type { Language } from '@apogee/domain/languages.ts'
import { personalDataTexts, type PersonalDataTexts } from '#server/texts/personal-data.ts'
import { retention, type PeriodId } from './retention.ts'

export type TopicId = keyof PersonalDataTexts['topics']

export interface TopicOnPage {
  what: string
  why: string
  howLong: string
  /** The text names these periods, in this order. */
  periods: readonly PeriodId[]
}

/** Returns the ids in the order in which the page lists them. */
export const topicIds = (language: Language): readonly TopicId[] =>
  Object.keys(personalDataTexts(language).topics) as TopicId[]

const dayMs = 24 * 3_600_000
/** A period of years may be longer than 365 days a year by at most this many days: one for a year, and two for seven years. */
const leapDays = 2

export function periodInWords(period: PeriodId, language: Language): string {
  const { days: inDays, years: inYears } = personalDataTexts(language)
  const days = retention[period].keepMs / dayMs
  const years = Math.floor(days / 365)
  return years > 0 && days - years * 365 <= leapDays ? inYears(years) : inDays(days)
}

export function topicText(id: TopicId, language: Language): TopicOnPage {
  const periods: PeriodId[] = []
  const text = personalDataTexts(language).topics[id]((period) => {
    if (!isPeriod(period)) throw new Error(`the topic ${id} names the unknown period ${period}`)
    periods.push(period)
    return periodInWords(period, language)
  })
  return { ...text, periods }
}

const isPeriod = (id: string): id is PeriodId => id in retention
