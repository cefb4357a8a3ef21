import * as z from 'zod/mini'
import { dayText } from '../calendar-text.ts'
import { text } from '../texts.ts'

export const accessNoteMaxLength = 500

/** The last day of one learner's access is a day in Malaysia. Null means for ever. Only the course's staff read the note. */
export const accessEndForm = z.object({
  endsOn: z.nullable(dayText()),
  note: z.optional(text(accessNoteMaxLength)),
})
