import { Button, type ButtonProps } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { PasswordField } from '@apogee/ui/fields/password-field.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { usePageForm } from '#web/platform/forms/page-form.ts'
import { useSave, type Save } from '#web/platform/forms/use-save.ts'
import { accessMessages } from '../../messages/access.en.ts'
import { AuthFrame } from './auth-frame.tsx'
import { accountsMessages } from '../../messages/accounts.en.ts'
import '../accounts.css'

const rules = () =>
  import('@apogee/contracts/accounts/passwords.forms.ts').then(
    ({ confirmPasswordForm }) => confirmPasswordForm,
  )

interface Confirmation {
  token: string
  onDone: () => void
  /** The callback runs when the link is invalid. */
  onSpent: () => void
}

/**
 * Shows the page of the mailed link. Verification requires a press on the button and the account's session or its password, because
 * mail scanners open links.
 */
export function EmailConfirmation({
  email,
  isOwn,
  signedInAs,
  ...confirmation
}: Confirmation & {
  email: string
  isOwn: boolean
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

function useConfirmation({ token, onDone, onSpent }: Confirmation): Save<{ password?: string }, unknown> {
  const access = useText(accessMessages)
  const failureText = useFailureText()
  return {
    save: (proof) => call('verifyEmail', { body: { token, ...proof } }),
    failed: (error) =>
      hasCode(error, 'WRONG_PASSWORD')
        ? access.confirmWrongPassword
        : failureText(error, access.confirmFailed),
    onSaved: onDone,
    onRefused: (error) => {
      const isSpent = hasCode(error, 'LINK_EXPIRED')
      if (isSpent) onSpent()
      return isSpent
    },
  }
}

const hasCode = (error: unknown, code: ApiError['errorCode']): boolean =>
  error instanceof ApiError && error.errorCode === code

function OneButton(confirmation: Confirmation) {
  const { send, busy, error } = useSave(useConfirmation(confirmation))
  return (
    <div className="accounts-form">
      {error ? <Notice tone="danger">{error}</Notice> : null}
      <Confirm busy={busy} onClick={() => void send({})} />
    </div>
  )
}

function WithPassword({ email, ...confirmation }: Confirmation & { email: string }) {
  const text = useText(accountsMessages)
  const access = useText(accessMessages)
  const { field, clearError, page } = usePageForm({
    ...useConfirmation(confirmation),
    schema: rules,
    values: { password: '' },
    recheck: 'onSubmit',
  })
  return (
    <form className="accounts-form" method="post" noValidate onSubmit={page.onSubmit} onChange={clearError}>
      {page.error ? <Notice tone="danger">{page.error}</Notice> : null}
      {/* Password managers need the account of the password. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={text.password}
        autoComplete="current-password"
        showLabel={text.showPassword}
        hideLabel={text.hidePassword}
        {...field('password')}
      />
      <Confirm type="submit" busy={page.busy} />
      <p className="text-sm text-secondary">
        {access.confirmNotYou}{' '}
        <Link className="ap-link" to="/forgot-password">
          {access.confirmTakeOver}
        </Link>
      </p>
    </form>
  )
}

function Confirm(button: Pick<ButtonProps, 'type' | 'busy' | 'onClick'>) {
  const access = useText(accessMessages)
  return (
    <Button {...button} variant="primary" size="lg" block busyLabel={access.confirming}>
      {access.confirmAddress}
    </Button>
  )
}
