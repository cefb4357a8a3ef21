import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useState } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { useText } from '#web/platform/language/messages.ts'
import { usePageForm } from '#web/platform/forms/page-form.ts'
import { accessMessages } from '../../messages/access.en.ts'
import { accountsMessages } from '../../messages/accounts.en.ts'
import { AccountsForm } from './auth-frame.tsx'

const rules = () =>
  import('@apogee/contracts/accounts/passwords.forms.ts').then(({ forgotPasswordForm }) => forgotPasswordForm)

/** Shows an answer that does not reveal whether the address is known. */
export function ForgotPasswordForm() {
  const text = useText(accountsMessages)
  const access = useText(accessMessages)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { field, clearError, page } = usePageForm({
    schema: rules,
    values: { email: '' },
    save: ({ email }) => call('forgotPassword', { body: { email } }),
    failed: access.forgotFailed,
    onSaved: (_, { email }) => setSentTo(email),
  })
  if (sentTo !== null) {
    return (
      <div className="grid gap-5">
        <Notice>
          <strong className="font-semibold">{access.linkSent}</strong>
          <br />
          {access.linkSentTo(sentTo)}
        </Notice>
        <div>
          <Button onClick={() => setSentTo(null)}>{access.otherEmail}</Button>
        </div>
      </div>
    )
  }
  return (
    <AccountsForm {...page} onChange={clearError} action={access.sendLink} busyLabel={access.sendingLink}>
      <TextField
        label={text.email}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...field('email')}
      />
    </AccountsForm>
  )
}
