import { ApiError, call } from '#web/platform/transfer/client.ts'
import { useText } from '#web/platform/language/messages.ts'
import { usePageForm } from '#web/platform/forms/page-form.ts'
import { accessMessages } from '../../messages/access.en.ts'
import { AccountsForm } from './auth-frame.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'

const rules = () =>
  import('@apogee/contracts/accounts/passwords.forms.ts').then((forms) => forms.confirmedNewPasswordForm)

/** Handles the mailed link, which sets a new password once. */
export function ResetPasswordForm({
  token,
  onDone,
  onSpent,
}: {
  token: string
  onDone: () => void
  /** The callback runs when the link is invalid. */
  onSpent: () => void
}) {
  const access = useText(accessMessages)
  const { form, clearError, page } = usePageForm({
    schema: rules,
    values: { password: '', confirmPassword: '' },
    save: ({ password }) => call('resetPassword', { body: { token, password } }),
    failed: access.resetFailed,
    onSaved: onDone,
    onRefused: (error) => {
      const isSpent = error instanceof ApiError && error.errorCode === 'LINK_EXPIRED'
      if (isSpent) onSpent()
      return isSpent
    },
  })
  return (
    <AccountsForm {...page} onChange={clearError} action={access.resetPassword} busyLabel={access.resetting}>
      <NewPasswordFields form={form} label={access.newPassword} />
    </AccountsForm>
  )
}
