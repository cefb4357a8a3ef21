import type { EmailChangeLink } from '@apogee/contracts/accounts/email-changes.ts'
import { confirmPasswordForm } from '@apogee/contracts/accounts/passwords.forms.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { PasswordField } from '@apogee/ui/fields/password-field.tsx'
import type { ReactNode } from 'react'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { usePageForm } from '#web/platform/forms/page-form.ts'
import { useSave, type Save } from '#web/platform/forms/use-save.ts'
import { accountsMessages } from '../messages/accounts.en.ts'
import { emailChangeLinkMessages } from '../messages/security/email-change-link.en.ts'
import { AuthFrame } from './sign-in/auth-frame.tsx'
import './accounts.css'

export type LinkOutcome = 'changed' | 'confirmed' | 'stopped' | 'undone' | 'spent'

interface LinkPage {
  token: string
  link: EmailChangeLink
  onEnd: (outcome: LinkOutcome) => void
}

/** Shows the page of a mailed link. Changes require a press on a button, because mail scanners open links. */
export function EmailChangeLinkPage({ signedInAs, ...page }: LinkPage & { signedInAs: string | null }) {
  const text = useText(emailChangeLinkMessages)
  const { kind, oldEmail, newEmail, isOwn } = page.link
  if (kind === 'undo')
    return (
      <AuthFrame title={text.undoTitle(oldEmail)} lead={text.undoLead(newEmail)}>
        <Undo {...page} />
      </AuthFrame>
    )
  const others = signedInAs === null ? '' : ` ${text.signedInAs(signedInAs)}`
  return (
    <AuthFrame
      title={text.confirmTitle(newEmail)}
      lead={isOwn ? text.confirmOwn(oldEmail) : `${text.confirmPassword(oldEmail)}${others}`}
    >
      {isOwn ? <WithoutPassword {...page} /> : <WithPassword {...page} />}
      {kind === 'old' ? <Stop {...page} /> : null}
    </AuthFrame>
  )
}

const hasCode = (error: unknown, code: ApiError['errorCode']): boolean =>
  error instanceof ApiError && error.errorCode === code

const spent = (onEnd: LinkPage['onEnd']) => (error: unknown) => {
  const isSpent = hasCode(error, 'LINK_EXPIRED')
  if (isSpent) onEnd('spent')
  return isSpent
}

type Confirmed = Awaited<ReturnType<typeof call<'confirmEmailChange'>>>

function useConfirmation({ token, onEnd }: LinkPage): Save<{ password?: string }, Confirmed> {
  const text = useText(emailChangeLinkMessages)
  const failureText = useFailureText()
  return {
    save: (proof) => call('confirmEmailChange', { body: { token, ...proof } }),
    failed: (error) =>
      hasCode(error, 'WRONG_PASSWORD') ? text.wrongPassword : failureText(error, text.confirmFailed),
    onSaved: ({ data }) => onEnd(data.isChanged ? 'changed' : 'confirmed'),
    onRefused: spent(onEnd),
  }
}

/** Shows a failure and the one button of a step. */
const OneButton = ({
  step: { busy, error, send },
  variant,
  busyLabel,
  children,
}: {
  step: { busy: boolean; error: ReactNode; send: () => void }
  variant?: 'primary'
  busyLabel: string
  children: string
}) => (
  <>
    {error ? <Notice tone="danger">{error}</Notice> : null}
    <Button variant={variant} size="lg" block busy={busy} busyLabel={busyLabel} onClick={send}>
      {children}
    </Button>
  </>
)

function WithoutPassword(page: LinkPage) {
  const text = useText(emailChangeLinkMessages)
  const { send, ...state } = useSave(useConfirmation(page))
  return (
    <div className="accounts-form">
      <OneButton step={{ ...state, send: () => void send({}) }} variant="primary" busyLabel={text.confirming}>
        {text.confirm}
      </OneButton>
    </div>
  )
}

function WithPassword(page: LinkPage) {
  const text = useText(emailChangeLinkMessages)
  const fields = useText(accountsMessages)
  const {
    field,
    clearError,
    page: form,
  } = usePageForm({
    ...useConfirmation(page),
    schema: confirmPasswordForm,
    values: { password: '' },
    recheck: 'onSubmit',
  })
  return (
    <form className="accounts-form" method="post" noValidate onSubmit={form.onSubmit} onChange={clearError}>
      {form.error ? <Notice tone="danger">{form.error}</Notice> : null}
      {page.link.kind === 'old' ? (
        // Password managers need the address of the account. Only the link to the old address contains it in full; the link to the
        // new address has it masked.
        <input type="email" autoComplete="username" value={page.link.oldEmail} readOnly hidden />
      ) : null}
      <PasswordField
        label={fields.password}
        autoComplete="current-password"
        showLabel={fields.showPassword}
        hideLabel={fields.hidePassword}
        {...field('password')}
      />
      <Button type="submit" variant="primary" size="lg" block busy={form.busy} busyLabel={text.confirming}>
        {text.confirm}
      </Button>
    </form>
  )
}

function useEnding(
  { token, onEnd }: LinkPage,
  {
    name,
    failed,
    outcome,
  }: { name: 'stopEmailChange' | 'undoEmailChange'; failed: string; outcome: LinkOutcome },
) {
  const { send, ...state } = useSave<void, unknown>({
    save: () => call(name, { body: { token } }),
    failed,
    onSaved: () => onEnd(outcome),
    onRefused: spent(onEnd),
  })
  return { ...state, send: () => void send() }
}

function Stop(page: LinkPage) {
  const text = useText(emailChangeLinkMessages)
  const step = useEnding(page, { name: 'stopEmailChange', failed: text.stopFailed, outcome: 'stopped' })
  return (
    <div className="accounts-form">
      <p className="text-sm text-secondary">{text.stopLead}</p>
      <OneButton step={step} busyLabel={text.stopping}>
        {text.stop}
      </OneButton>
    </div>
  )
}

function Undo(page: LinkPage) {
  const text = useText(emailChangeLinkMessages)
  const step = useEnding(page, { name: 'undoEmailChange', failed: text.undoFailed, outcome: 'undone' })
  return (
    <div className="accounts-form">
      <OneButton step={step} variant="primary" busyLabel={text.undoing}>
        {text.undo}
      </OneButton>
    </div>
  )
}
