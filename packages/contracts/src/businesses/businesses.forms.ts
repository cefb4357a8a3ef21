import * as z from 'zod/mini'
import { atMost } from '../text-length.ts'

const both = 'Both CHIP Secret Key and Brand ID are required'
const credential = z.string(both).check(
  z.refine((value) => value.trim() !== '', { error: both, abort: true }),
  z.trim(),
  atMost(500),
)

/** Payment credentials, both required (docs/specification.md#5-validation-rules). */
export const chipCredentialsForm = z.object({ chipSecret: credential, chipBrandId: credential })
