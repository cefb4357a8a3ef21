import * as z from 'zod/mini'
import { dayText } from '../calendar-text.ts'
import { text } from '../texts.ts'

export const accessNoteMaxLength = 500

/**
 * Sets the last day of one learner's access, a day in Malaysia. Null means access without end. The course's people alone read the
 * note.
 */
export const accessEndForm = z.object({
  endsOn: z.nullable(dayText()),
  note: z.optional(text(accessNoteMaxLength)),
})
