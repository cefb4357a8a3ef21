import * as z from 'zod/mini'
import { passkeyLimits } from '../limits.ts'
import { filledLine } from '../texts.ts'

export const passkeyForm = z.object({
  /** The name distinguishes one passkey of a person from the others. */
  name: filledLine('Name is required', passkeyLimits.nameLength),
})
