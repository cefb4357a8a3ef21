import * as z from 'zod/mini'

const code = z.string('Code is required').check(
  z.trim(),
  z.refine((value) => value !== '', { error: 'Code is required', abort: true }),
  z.maxLength(40),
)

/** Six digits of the app, or a recovery code; spaces and hyphens do not count. */
export const secondFactorForm = z.object({ code })
