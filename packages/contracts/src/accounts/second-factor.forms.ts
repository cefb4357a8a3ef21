import * as z from 'zod/mini'
import { limit, required } from '../texts.ts'

const code = z.string('Code is required').check(z.trim(), limit(40), required('Code is required'))

/** Six digits of the app, or a recovery code; spaces and hyphens do not count. */
export const secondFactorForm = z.object({ code })
