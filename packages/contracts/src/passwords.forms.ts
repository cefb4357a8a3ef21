import * as z from 'zod/mini'
import { accountEmailField, newPasswordField } from './accounts.forms.ts'
import { atMost } from './text-length.ts'

export const forgotPasswordForm = z.object({ email: accountEmailField })

/** Spec §5: the rules of registration hold for every password chosen later. */
export const newPasswordForm = z.object({ password: newPasswordField })

/** The password one has, asked for once more. */
export const confirmPasswordForm = z.object({
  password: z.string('Password is required').check(
    z.refine((value) => value !== '', { error: 'Password is required', abort: true }),
    atMost(1000),
  ),
})

export const changePasswordForm = z.object({
  currentPassword: z.string('Current password is required').check(
    z.refine((value) => value !== '', { error: 'Current password is required', abort: true }),
    atMost(1000),
  ),
  password: newPasswordField,
})
