import { Checkbox } from '@apogee/ui/fields/checkbox.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { useRefusalText, useText } from '#web/platform/language/messages.ts'
import { useDraft } from '#web/platform/drafts/use-draft.ts'
import { usePageForm } from '#web/platform/forms/page-form.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { accountsMessages } from '../../messages/accounts.en.ts'
import { AccountsForm } from './auth-frame.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { TermsLinks } from './social-sign-in.tsx'

const rules = () => import('./register-rules.ts').then(({ registerRules }) => registerRules)

/** Implements docs/specification.md#user-registration-register. The route guard decides the next page. */
export function RegisterForm({ email }: { email: string }) {
  const text = useText(accountsMessages)
  const refusalText = useRefusalText()
  const { signIn } = useSession()
  const { fields, keep, forget } = useDraft('register', { name: '', email: '' }, null)
  const { form, field, clearError, page } = usePageForm({
    repeatsIssues: true,
    schema: rules,
    // The password is never stored.
    draft: { keep: ({ name, email: address }) => keep({ name, email: address }), forget },
    values: {
      name: fields.name,
      email: email === '' ? fields.email : email,
      password: '',
      confirmPassword: '',
      terms: false,
    },
    save: ({ name, email: address, password }) =>
      call('register', { body: { name, email: address, password } }),
    failed: (error) =>
      error instanceof ApiError && error.status === 0
        ? text.unexpectedLater
        : refusalText(error, text.registrationFailed),
    onSaved: ({ data }) => signIn(data.token, data.user),
  })
  return (
    <AccountsForm
      {...page}
      onChange={clearError}
      action={text.createAccount}
      busyLabel={text.creatingAccount}
    >
      <TextField label={text.fullName} autoComplete="name" {...field('name')} />
      <TextField
        label={text.email}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...field('email')}
      />
      <NewPasswordFields form={form} label={text.password} />
      <Checkbox label={<TermsLinks before={text.acceptBefore} />} required {...field('terms')} />
    </AccountsForm>
  )
}
