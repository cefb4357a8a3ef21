import * as z from 'zod/mini'
import { accountEmailField, newPasswordField } from './accounts.forms.ts'
import { atMost } from '../text-length.ts'

export const forgotPasswordForm = z.object({ email: accountEmailField })

/** The rules of registration apply to every new password (docs/specification.md#5-validation-rules). */
export const newPasswordForm = z.object({ password: newPasswordField })

/** The current password, asked again. */
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
