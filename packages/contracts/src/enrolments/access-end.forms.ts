import * as z from 'zod/mini'
import { dayText } from '../calendar-text.ts'
import { text } from '../texts.ts'

export const accessNoteMaxLength = 500

/** The last day of one learner's access in Malaysia; null: for ever. The note is for the people of the course. */
export const accessEndForm = z.object({
  endsOn: z.nullable(dayText()),
  note: z.optional(text(accessNoteMaxLength)),
})
