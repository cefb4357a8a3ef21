import { loginForm } from '@apogee/contracts/accounts/accounts.forms.ts'
import { loginHintAfterFailures } from '@apogee/contracts/limits.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { Checkbox } from '@apogee/ui/fields/checkbox.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { PasswordField } from '@apogee/ui/fields/password-field.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useEffect, useState } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { useRefusalText, useText } from '#web/platform/language/messages.ts'
import { usePageForm } from '#web/platform/forms/page-form.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { storage } from '#web/platform/session/storage.ts'
import { accountsMessages } from '../../messages/accounts.en.ts'
import { AccountsForm } from './auth-frame.tsx'

/** Signs in, or calls `onSecondStep` when a second factor is needed; `failures` counts the failed attempts. */
function useLogin(onSecondStep: () => void) {
  const text = useText(accountsMessages)
  const refusalText = useRefusalText()
  const { signIn } = useSession()
  const [remembers, setRemembers] = useState(false)
  const [isLimited, setLimited] = useState(false)
  const [failures, setFailures] = useState(0)
  const rememberEmail = (email: string) => {
    if (remembers) storage.write(storageKeys.rememberedEmail, email)
    else storage.remove(storageKeys.rememberedEmail)
  }
  const { form, field, clearError, page } = usePageForm({
    schema: loginForm,
    values: { email: '', password: '' },
    recheck: 'onSubmit',
    save: (credentials) => call('login', { body: credentials }),
    failed: (error) => refusalText(error, text.loginFailed),
    onSaved: ({ data }, { email }) => {
      rememberEmail(email)
      signIn(data.token, data.user)
    },
    onRefused: (error) => {
      if (error instanceof ApiError && error.errorCode === 'SECOND_FACTOR_REQUIRED') {
        rememberEmail(form.getValues('email').trim())
        onSecondStep()
        return true
      }
      setFailures((count) => count + 1)
      setLimited(error instanceof ApiError && error.errorCode === 'TOO_MANY_ATTEMPTS')
      return false
    },
  })

  // The effect runs after hydration, because the server does not know the remembered email.
  useEffect(() => {
    const remembered = storage.read(storageKeys.rememberedEmail)
    if (!remembered) return
    setRemembers(true)
    if (form.getValues('email') === '') form.setValue('email', remembered)
  }, [form])

  // A changed input clears all errors, because the answer concerned both fields (docs/specification.md#5-validation-rules).
  const clearErrors = () => {
    clearError()
    form.clearErrors()
  }
  return { field, page, remembers, setRemembers, isLimited, failures, clearErrors }
}

/** Implements docs/specification.md#login. The route guard decides the next page. */
export function LoginForm({ onSecondStep }: { onSecondStep: () => void }) {
  const text = useText(accountsMessages)
  const { field, page, remembers, setRemembers, isLimited, failures, clearErrors } = useLogin(onSecondStep)
  const error = page.error ? (
    <>
      {page.error} {isLimited ? <ResetInstead /> : null}
    </>
  ) : null
  return (
    <AccountsForm
      {...page}
      error={error}
      onChange={clearErrors}
      action={text.signIn}
      busyLabel={text.signingIn}
    >
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
        autoComplete="username webauthn"
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
    </AccountsForm>
  )
}

/** Appears after too many attempts: the owner of an attacked account can sign in immediately by resetting the password. */
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
