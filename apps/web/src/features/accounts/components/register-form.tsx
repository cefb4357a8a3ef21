import { registrationForm, withConfirmation } from '@apogee/contracts/accounts/accounts.forms.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Checkbox } from '@apogee/ui/checkbox.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import { PasswordField } from '@apogee/ui/password-field.tsx'
import { TextField } from '@apogee/ui/text-field.tsx'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { ApiError, call } from '#web/platform/client.ts'
import { showIssues, useContractForm, useFieldProps } from '#web/platform/forms.ts'
import { useFieldText, useRefusalText, useText } from '#web/platform/messages.ts'
import { useSession } from '#web/platform/session.tsx'
import { accountsMessages } from '../messages/accounts.en.ts'
import { mismatch } from '../mismatch.ts'
import { PasswordStrengthMeter } from './password-strength-meter.tsx'

const accepted = 'Please accept the Terms of Service and the Privacy Policy'
const schema = withConfirmation(
  z.object({
    ...registrationForm.shape,
    terms: z.boolean().check(z.refine((value) => value, { error: accepted })),
  }),
)

/** Registers and signs in; `problem` is why not. */
function useRegistration(email: string) {
  const text = useText(accountsMessages)
  const refusalText = useRefusalText()
  const { signIn } = useSession()
  const form = useContractForm(schema, {
    name: '',
    email,
    password: '',
    confirmPassword: '',
    terms: false,
  })
  const [problem, setProblem] = useState<string | null>(null)

  const submit = form.handleSubmit(async ({ name, email: address, password: chosen }) => {
    setProblem(null)
    try {
      const { data } = await call('register', { body: { name, email: address, password: chosen } })
      signIn(data.token, data.user)
    } catch (error) {
      showIssues(form, error)
      const neverAnswered = error instanceof ApiError && error.status === 0
      setProblem(neverAnswered ? text.unexpectedLater : refusalText(error, text.registrationFailed))
    }
  })
  return { form, problem, clearProblem: () => setProblem(null), submit }
}

type RegistrationForm = ReturnType<typeof useRegistration>['form']

/** Implements docs/specification.md#user-registration-register. The route guard decides where it leads. */
export function RegisterForm({ email }: { email: string }) {
  const text = useText(accountsMessages)
  const { form, problem, clearProblem, submit } = useRegistration(email)
  const field = useFieldProps(form)
  return (
    <form
      className="accounts-form"
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      onChange={clearProblem}
    >
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      <TextField label={text.fullName} autoComplete="name" {...field('name')} />
      <TextField
        label={text.email}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...field('email')}
      />
      <NewPassword form={form} />
      <AcceptTerms form={form} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        busy={form.formState.isSubmitting}
        busyLabel={text.creatingAccount}
      >
        {text.createAccount}
      </Button>
    </form>
  )
}

function NewPassword({ form }: { form: RegistrationForm }) {
  const text = useText(accountsMessages)
  const fieldText = useFieldText()
  const [password, confirmation] = useWatch({ control: form.control, name: ['password', 'confirmPassword'] })
  const { errors } = form.formState
  return (
    <>
      <div>
        <PasswordField
          label={text.password}
          autoComplete="new-password"
          showLabel={text.showPassword}
          hideLabel={text.hidePassword}
          error={fieldText(errors.password?.message)}
          {...form.register('password', { deps: form.formState.isSubmitted ? ['confirmPassword'] : [] })}
        />
        <PasswordStrengthMeter password={password} />
      </div>
      <PasswordField
        label={text.confirmPassword}
        autoComplete="new-password"
        showLabel={text.showPassword}
        hideLabel={text.hidePassword}
        error={fieldText(
          errors.confirmPassword?.message ??
            (form.formState.isSubmitted ? mismatch(password, confirmation) : undefined),
        )}
        {...form.register('confirmPassword')}
      />
    </>
  )
}

function AcceptTerms({ form }: { form: RegistrationForm }) {
  const text = useText(accountsMessages)
  const fieldText = useFieldText()
  return (
    <Checkbox
      label={
        <>
          {text.acceptBefore}{' '}
          <Link className="ap-link" to="/terms" target="_blank">
            {text.terms}
          </Link>{' '}
          {text.and}{' '}
          <Link className="ap-link" to="/privacy" target="_blank">
            {text.privacy}
          </Link>
        </>
      }
      required
      error={fieldText(form.formState.errors.terms?.message)}
      {...form.register('terms')}
    />
  )
}
