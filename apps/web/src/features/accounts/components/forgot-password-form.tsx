import { forgotPasswordForm } from '@apogee/contracts/accounts/passwords.forms.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import { TextField } from '@apogee/ui/text-field.tsx'
import { useState } from 'react'
import { call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { showIssues, useContractForm } from '#web/platform/forms.ts'
import { useFieldText, useText } from '#web/platform/messages.ts'
import { accessMessages } from '../messages/access.en.ts'
import { accountsMessages } from '../messages/accounts.en.ts'

/** The answer does not reveal whether the address is known. */
export function ForgotPasswordForm() {
  const text = useText(accountsMessages)
  const access = useText(accessMessages)
  const fieldText = useFieldText()
  const failureText = useFailureText()
  const form = useContractForm(forgotPasswordForm, { email: '' })
  const [problem, setProblem] = useState<string | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ email }) => {
    setProblem(null)
    try {
      await call('forgotPassword', { body: { email } })
      setSentTo(email)
    } catch (error) {
      if (!showIssues(form, error)) setProblem(failureText(error, access.forgotFailed))
    }
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
    <form
      className="accounts-form"
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      onChange={() => setProblem(null)}
    >
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      <TextField
        label={text.email}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={fieldText(errors.email?.message)}
        {...form.register('email')}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        busy={isSubmitting}
        busyLabel={access.sendingLink}
      >
        {access.sendLink}
      </Button>
    </form>
  )
}
