import { newPasswordForm } from '@apogee/contracts/accounts/passwords.forms.ts'
import { withConfirmation } from '@apogee/contracts/accounts/accounts.forms.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import { useState } from 'react'
import { ApiError, call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { showIssues, useContractForm } from '#web/platform/forms.ts'
import { useText } from '#web/platform/messages.ts'
import { accessMessages } from '../messages/access.en.ts'
import { NewPasswordFields } from './new-password-fields.tsx'

const schema = withConfirmation(newPasswordForm)

/** Target of the mailed link: sets one new password, once. */
export function ResetPasswordForm({
  token,
  onDone,
  onSpent,
}: {
  token: string
  onDone: () => void
  /** The link is no longer valid. */
  onSpent: () => void
}) {
  const access = useText(accessMessages)
  const failureText = useFailureText()
  const form = useContractForm(schema, { password: '', confirmPassword: '' })
  const [failure, setFailure] = useState<unknown>(null)

  const submit = form.handleSubmit(async ({ password }) => {
    setFailure(null)
    try {
      await call('resetPassword', { body: { token, password } })
      onDone()
    } catch (error) {
      if (error instanceof ApiError && error.errorCode === 'LINK_EXPIRED') onSpent()
      else if (!showIssues(form, error)) setFailure(error)
    }
  })

  return (
    <form
      className="accounts-form"
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      onChange={() => setFailure(null)}
    >
      {failure === null ? null : <Notice tone="danger">{failureText(failure, access.resetFailed)}</Notice>}
      <NewPasswordFields form={form} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        busy={form.formState.isSubmitting}
        busyLabel={access.resetting}
      >
        {access.resetPassword}
      </Button>
    </form>
  )
}
