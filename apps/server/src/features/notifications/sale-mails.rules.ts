/** The schedule of the daily mail about sales. All functions are pure. */
import { dayInMalaysia, lastTimeOfDay, startOfDay } from '@apogee/domain/time/malaysia-time.ts'

/** The daily mail is sent from this hour in Malaysia on. */
const mailedFromHour = 8

/** Returns the end of the period that the daily mail covers: the midnight before the last 08:00 in Malaysia. */
export const digestEnd = (now: Date): Date => startOfDay(dayInMalaysia(lastTimeOfDay(mailedFromHour, now)))
