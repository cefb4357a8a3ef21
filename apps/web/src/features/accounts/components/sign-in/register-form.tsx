import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { Checkbox } from '@apogee/ui/fields/checkbox.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useEffect } from 'react'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { useRefusalText, useText } from '#web/platform/language/messages.ts'
import { usePageForm } from '#web/platform/forms/page-form.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { tabStorage } from '#web/platform/session/storage.ts'
import { accountsMessages } from '../../messages/accounts.en.ts'
import { AccountsForm } from './auth-frame.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { TermsLinks } from './social-sign-in.tsx'

const rules = () => import('./register-rules.ts').then(({ registerRules }) => registerRules)

/** Keeps the name and the address in this tab until the account exists. The password is never stored. */
const keptRegistration = {
  read: () => new URLSearchParams(tabStorage.read(storageKeys.registration) ?? ''),
  keep: (typed: Readonly<Record<string, unknown>>) => {
    const kept = new URLSearchParams()
    for (const name of ['name', 'email']) if (typeof typed[name] === 'string') kept.set(name, typed[name])
    tabStorage.write(storageKeys.registration, String(kept))
  },
  forget: () => tabStorage.remove(storageKeys.registration),
}

/** Implements docs/specification.md#user-registration-register. The route guard decides the next page. */
export function RegisterForm({ email }: { email: string }) {
  const text = useText(accountsMessages)
  const refusalText = useRefusalText()
  const { signIn } = useSession()
  const { form, field, clearError, page } = usePageForm({
    repeatsIssues: true,
    schema: rules,
    draft: keptRegistration,
    values: { name: '', email, password: '', confirmPassword: '', terms: false },
    save: ({ name, email: address, password }) =>
      call('register', { body: { name, email: address, password } }),
    failed: (error) =>
      error instanceof ApiError && error.status === 0
        ? text.unexpectedLater
        : refusalText(error, text.registrationFailed),
    onSaved: ({ data }) => signIn(data.token, data.user),
  })
  // The effect runs after hydration, because the server does not know what was typed before a reload.
  useEffect(() => {
    const kept = keptRegistration.read()
    for (const name of ['name', 'email'] as const) {
      const typed = kept.get(name)
      if (typed && form.getValues(name) === '') form.setValue(name, typed)
    }
  }, [form])
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
