import { loginForm } from '@apogee/contracts/accounts/accounts.forms.ts'
import { loginHintAfterFailures, storageKeys } from '@apogee/contracts/limits.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Checkbox } from '@apogee/ui/checkbox.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import { PasswordField } from '@apogee/ui/password-field.tsx'
import { TextField } from '@apogee/ui/text-field.tsx'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { ApiError, call } from '#web/platform/client.ts'
import { showIssues, useContractForm, useFieldProps } from '#web/platform/forms.ts'
import { useRefusalText, useText } from '#web/platform/messages.ts'
import { useSession } from '#web/platform/session.tsx'
import { storage } from '#web/platform/storage.ts'
import { accountsMessages } from '../messages/accounts.en.ts'

/** Signs in; `problem` is why not, and `failures` counts the attempts. */
function useLogin() {
  const text = useText(accountsMessages)
  const refusalText = useRefusalText()
  const { signIn } = useSession()
  const form = useContractForm(loginForm, { email: '', password: '' }, 'onSubmit')
  const [remembers, setRemembers] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isLimited, setLimited] = useState(false)
  const [failures, setFailures] = useState(0)

  // After hydration only: the server does not know the remembered email.
  useEffect(() => {
    const remembered = storage.read(storageKeys.rememberedEmail)
    if (!remembered) return
    setRemembers(true)
    if (form.getValues('email') === '') form.setValue('email', remembered)
  }, [form])

  const submit = form.handleSubmit(async (credentials) => {
    setProblem(null)
    try {
      const { data } = await call('login', { body: credentials })
      if (remembers) storage.write(storageKeys.rememberedEmail, credentials.email)
      else storage.remove(storageKeys.rememberedEmail)
      signIn(data.token, data.user)
    } catch (error) {
      setFailures((count) => count + 1)
      setLimited(error instanceof ApiError && error.errorCode === 'TOO_MANY_ATTEMPTS')
      if (!showIssues(form, error)) setProblem(refusalText(error, text.loginFailed))
    }
  })

  // Errors clear when inputs change, all of them, because the answer was about both fields
  // (docs/specification.md#5-validation-rules).
  const clearErrors = () => {
    setProblem(null)
    form.clearErrors()
  }
  return { form, remembers, setRemembers, problem, isLimited, failures, submit, clearErrors }
}

/** Implements docs/specification.md#login. The route guard decides where it leads. */
export function LoginForm() {
  const text = useText(accountsMessages)
  const { form, remembers, setRemembers, problem, isLimited, failures, submit, clearErrors } = useLogin()
  const field = useFieldProps(form)
  return (
    <form
      className="accounts-form"
      // Before the scripts have loaded a submit must not put the password into the address.
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      onChange={clearErrors}
    >
      {problem ? (
        <Notice tone="danger">
          {problem} {isLimited ? <ResetInstead /> : null}
        </Notice>
      ) : null}
      {failures > loginHintAfterFailures ? (
        <Notice tone="warning">
          {text.manyAttempts}{' '}
          <Link className="ap-link" to="/contact-support">
            {text.contactSupport}
          </Link>
        </Notice>
      ) : null}
      <TextField
        label={text.email}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...field('email')}
      />
      <PasswordField
        label={text.password}
        autoComplete="current-password"
        showLabel={text.showPassword}
        hideLabel={text.hidePassword}
        {...field('password')}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Checkbox
          label={text.rememberMe}
          checked={remembers}
          onChange={(event) => setRemembers(event.target.checked)}
        />
        <Link className="ap-link text-sm" data-standalone to="/forgot-password">
          {text.forgotPassword}
        </Link>
      </div>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        busy={form.formState.isSubmitting}
        busyLabel={text.signingIn}
      >
        {text.signIn}
      </Button>
    </form>
  )
}

/** Shown after too many attempts: the owner of an attacked account can sign in right away by resetting the password. */
function ResetInstead() {
  const text = useText(accountsMessages)
  return (
    <>
      {text.tooManySignIns}{' '}
      <Link className="ap-link" to="/forgot-password">
        {text.resetInstead}
      </Link>
    </>
  )
}
