import * as z from 'zod/mini'
import { momentText } from '../calendar-text.ts'
import { atMost, filledLine, text } from '../texts.ts'

export const liveSessionLimits = {
  title: 200,
  notes: 2_000,
  link: 2_000,
  leastMinutes: 5,
  mostMinutes: 720,
  /** A course has at most this number of live sessions. */
  sessions: 200,
  /** Learners get the link this number of minutes before the start. */
  linkMinutesBefore: 15,
} as const

const lengthMessage = `Please enter a length from ${liveSessionLimits.leastMinutes} to ${liveSessionLimits.mostMinutes} minutes`
const minutes = z
  .int(lengthMessage)
  .check(
    z.minimum(liveSessionLimits.leastMinutes, lengthMessage),
    z.maximum(liveSessionLimits.mostMinutes, lengthMessage),
  )

const httpsAddress = 'Please enter an address that begins with https://'

export const liveSessionForm = z.object({
  title: filledLine('Title is required', liveSessionLimits.title),
  startsAt: momentText,
  minutes,
  link: z.string().check(
    z.trim(),
    atMost(liveSessionLimits.link),
    z.refine((given) => /^https:\/\/[^\s/?#]\S*$/i.test(given), httpsAddress),
  ),
  notes: text(liveSessionLimits.notes),
})
