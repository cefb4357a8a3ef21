import { confirmPasswordForm } from '@apogee/contracts/accounts/passwords.forms.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import { PasswordField } from '@apogee/ui/password-field.tsx'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ApiError, call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { useContractForm } from '#web/platform/forms.ts'
import { useFieldText, useText } from '#web/platform/messages.ts'
import { accessMessages } from '../messages/access.en.ts'
import { AuthFrame } from './auth-frame.tsx'
import { accountsMessages } from '../messages/accounts.en.ts'

interface Confirmation {
  token: string
  onDone: () => void
  /** The link is no longer valid. */
  onSpent: () => void
}

/**
 * The page of the mailed link. Only pressing the button verifies the address: with the account's session or its
 * password.
 */
export function EmailConfirmation({
  email,
  isOwn,
  signedInAs,
  ...confirmation
}: Confirmation & {
  email: string
  isOwn: boolean
  /** The signed-in person's address. */
  signedInAs: string | null
}) {
  const access = useText(accessMessages)
  const others = signedInAs === null ? '' : ` ${access.confirmSignedInAs(signedInAs)}`
  return (
    <AuthFrame
      title={access.confirmEmail(email)}
      lead={isOwn ? access.confirmOwnLead : `${access.confirmPasswordLead}${others}`}
    >
      {isOwn ? <OneButton {...confirmation} /> : <WithPassword email={email} {...confirmation} />}
    </AuthFrame>
  )
}

function useConfirm({ token, onDone, onSpent }: Confirmation) {
  return useMutation({
    mutationFn: (password: string | null) =>
      call('verifyEmail', { body: password === null ? { token } : { token, password } }),
    onSuccess: onDone,
    onError: (error) => {
      if (error instanceof ApiError && error.errorCode === 'LINK_EXPIRED') onSpent()
    },
  })
}

function OneButton(confirmation: Confirmation) {
  const access = useText(accessMessages)
  const confirm = useConfirm(confirmation)
  return (
    <div className="accounts-form">
      <Failure error={confirm.error} />
      <Button
        variant="primary"
        size="lg"
        block
        busy={confirm.isPending}
        busyLabel={access.confirming}
        onClick={() => confirm.mutate(null)}
      >
        {access.confirmAddress}
      </Button>
    </div>
  )
}

function WithPassword({ email, ...confirmation }: Confirmation & { email: string }) {
  const text = useText(accountsMessages)
  const access = useText(accessMessages)
  const fieldText = useFieldText()
  const form = useContractForm(confirmPasswordForm, { password: '' }, 'onSubmit')
  const confirm = useConfirm(confirmation)
  const submit = form.handleSubmit(({ password }) => confirm.mutate(password))
  return (
    <form
      className="accounts-form"
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      onChange={() => confirm.reset()}
    >
      <Failure error={confirm.error} />
      {/* For password managers: the account of the password. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={text.password}
        autoComplete="current-password"
        showLabel={text.showPassword}
        hideLabel={text.hidePassword}
        error={fieldText(form.formState.errors.password?.message)}
        {...form.register('password')}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        busy={confirm.isPending}
        busyLabel={access.confirming}
      >
        {access.confirmAddress}
      </Button>
      <p className="text-sm text-secondary">
        {access.confirmNotYou}{' '}
        <Link className="ap-link" to="/forgot-password">
          {access.confirmTakeOver}
        </Link>
      </p>
    </form>
  )
}

function Failure({ error }: { error: Error | null }) {
  const access = useText(accessMessages)
  const failureText = useFailureText()
  if (error === null) return null
  const isWrong = error instanceof ApiError && error.errorCode === 'WRONG_PASSWORD'
  return (
    <Notice tone="danger">
      {isWrong ? access.confirmWrongPassword : failureText(error, access.confirmFailed)}
    </Notice>
  )
}
