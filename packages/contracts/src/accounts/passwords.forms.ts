import * as z from 'zod/mini'
import {
  accountEmailField,
  enteredPassword,
  newPasswordField,
  typedPassword,
  withConfirmation,
} from './accounts.forms.ts'

export const forgotPasswordForm = z.object({ email: accountEmailField })

/** The rules of registration apply to every new password (docs/specification.md#5-validation-rules). */
export const newPasswordForm = z.object({ password: newPasswordField })
export const confirmedNewPasswordForm = withConfirmation(newPasswordForm)

/** The form asks for the current password again. */
export const confirmPasswordForm = z.object({
  password: enteredPassword,
})

export const changePasswordForm = z.object({
  currentPassword: typedPassword('Current password is required', 1000),
  password: newPasswordField,
})
export const confirmedChangePasswordForm = withConfirmation(changePasswordForm)
