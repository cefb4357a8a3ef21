/** Validates the texts that superadmins write about sellers, in the browser and on the server. */
import * as z from 'zod/mini'
import { parseRinggit } from '@apogee/domain/money/typed-ringgit.ts'
import { atMost, filledText, text } from '../texts.ts'
import { sellerNoteMaxLength, sellerReason } from './seller-notes.ts'

/** Holds the least and the most that a limited seller may be allowed to sell in 24 hours, in sen. */
export const dailyLimit = { min: 100, max: 100_000_000 } as const

const reasonNeeded = 'Please give the seller a reason of at least 10 characters'
const limitNeeded = 'Please enter an amount from RM 1.00 to RM 1,000,000.00'

/** The first approval also has a call of its own. */
export const sellerStatesToSet = ['approved', 'limited', 'suspended'] as const

const noteForUs = text(sellerNoteMaxLength)
const isLimit = (cents: number | null | undefined): boolean =>
  cents !== null && cents !== undefined && cents >= dailyLimit.min && cents <= dailyLimit.max

export const sellerStateFields = {
  state: z.enum(sellerStatesToSet),
  /** The seller reads this reason. */
  reason: z
    .string(reasonNeeded)
    .check(z.trim(), atMost(sellerReason.max), z.minLength(sellerReason.min, reasonNeeded)),
  /** Superadmins alone read the note. '' means no note. */
  note: z.optional(noteForUs),
  /**
   * The field belongs to the state `limited` alone. At most this amount in sen may be sold through the platform’s account in 24
   * hours.
   */
  dailyLimit: z.optional(
    z.int(limitNeeded).check(z.minimum(dailyLimit.min, limitNeeded), z.maximum(dailyLimit.max, limitNeeded)),
  ),
}

/** Requires a limit for a limited seller and refuses one for other states. */
export const hasLimitIfLimited = z.refine<{ state: string; dailyLimit?: number | undefined }>(
  ({ state, dailyLimit: limit }) => (state === 'limited') === (limit !== undefined),
  { error: limitNeeded, path: ['dailyLimit'] },
)

export const sellerStateForm = z.object(sellerStateFields).check(hasLimitIfLimited)
export type SellerStateForm = z.infer<typeof sellerStateForm>

export const typedStateForm = z.object({ reason: sellerStateFields.reason, note: noteForUs })
/** Holds the limit as typed, in ringgit. */
export const typedLimitForm = z.object({
  ...typedStateForm.shape,
  amount: z.string().check(z.refine((typed) => isLimit(parseRinggit(typed)), limitNeeded)),
})

export const clearedBrandForm = z.object({ reason: sellerStateFields.reason })
export type ClearedBrandForm = z.infer<typeof clearedBrandForm>

export const sellerNoteForm = z.object({
  text: filledText('Please write a note', sellerNoteMaxLength),
})
export type SellerNoteForm = z.infer<typeof sellerNoteForm>
