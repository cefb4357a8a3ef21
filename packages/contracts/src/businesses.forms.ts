import * as z from 'zod/mini'

const both = 'Both CHIP Secret Key and Brand ID are required'
const credential = z.string(both).check(
  z.refine((value) => value.trim() !== '', { error: both, abort: true }),
  z.trim(),
  z.maxLength(500),
)

/** Spec §5: payment credentials, both required. */
export const chipCredentialsForm = z.object({ chipSecret: credential, chipBrandId: credential })
