/** When the daily mail about sales leaves. Pure. */
import { dayInMalaysia, lastTimeOfDay, startOfDay } from '@apogee/domain/malaysia-time.ts'

/** The daily mail leaves from this hour of the day in Malaysia on. */
const mailedFromHour = 8

/** Sales before this belong into the mail that is due now: those of the days that had ended by this morning. */
export const digestEnd = (now: Date): Date => startOfDay(dayInMalaysia(lastTimeOfDay(mailedFromHour, now)))
