import { registrationForm, withConfirmation } from '@apogee/contracts/accounts/accounts.forms.ts'
import * as z from 'zod/mini'

const accepted = 'Please accept the Terms of Service and the Privacy Policy'

/** Holds the fields of a registration and what never leaves the browser: the confirmation and the acceptance. */
export const registerRules = withConfirmation(
  z.object({
    ...registrationForm.shape,
    terms: z.boolean().check(z.refine((value) => value, { error: accepted })),
  }),
)
