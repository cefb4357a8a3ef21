import * as z from 'zod/mini'
import { passkeyLimits } from '../limits.ts'
import { filledLine } from '../texts.ts'

export const passkeyForm = z.object({
  /** Tells one passkey of a person from the others. */
  name: filledLine('Name is required', passkeyLimits.nameLength),
})
