import * as z from 'zod/mini'
import { limit, required } from '../texts.ts'

const code = z.string('Code is required').check(z.trim(), limit(40), required('Code is required'))

/** The code is six digits of the app or a recovery code; spaces and hyphens are ignored. */
export const secondFactorForm = z.object({ code })
