import { Button } from '@apogee/ui/button.tsx'
import { Checkbox } from '@apogee/ui/fields/checkbox.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useEffect, useState } from 'react'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { Head } from '#web/platform/page/head.tsx'
import { useRefusalText, useText } from '#web/platform/language/messages.ts'
import { PasskeyButton } from '#web/shared/account/passkey-button.tsx'
import { usePageForm } from '#web/platform/forms/page-form.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { secondFactorMessages } from '../../messages/security/second-factor.en.ts'
import { AccountsForm, AuthFrame } from '../sign-in/auth-frame.tsx'

const rules = () =>
  import('@apogee/contracts/accounts/second-factor.forms.ts').then(({ secondFactorForm }) => secondFactorForm)

/** Shows the second-factor step of a sign-in. `onExpired` receives the server's sentence for the first step. */
export function SecondStep({
  onExpired,
  onStartAgain,
}: {
  onExpired: (sentence: string) => void
  onStartAgain: () => void
}) {
  const text = useText(secondFactorMessages)
  const refusalText = useRefusalText()
  const { signIn } = useSession()
  const [rememberDevice, setRememberDevice] = useState(false)
  const { form, field, clearError, page } = usePageForm({
    schema: rules,
    values: { code: '' },
    recheck: 'onSubmit',
    save: ({ code }) => call('completeSecondFactor', { body: { code, rememberDevice } }),
    failed: (error) => refusalText(error, text.stepFailed),
    closes: true,
    onSaved: ({ data }) => signIn(data.token, data.user),
    onRefused: (error) => {
      const isExpired = error instanceof ApiError && error.errorCode === 'SIGN_IN_EXPIRED'
      if (isExpired) onExpired(refusalText(error))
      else form.setFocus('code', { shouldSelect: true })
      return isExpired
    },
  })
  const { setFocus } = form
  useEffect(() => setFocus('code'), [setFocus])
  return (
    <AuthFrame title={text.stepTitle} lead={text.stepLead}>
      <Head title={text.stepTitle} path="/login" />
      <AccountsForm
        {...page}
        onChange={() => {
          clearError()
          form.clearErrors()
        }}
        action={text.signIn}
        busyLabel={text.signingIn}
      >
        <TextField
          label={text.code}
          hint={text.codeHint}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          {...field('code')}
        />
        <Checkbox
          label={text.trust}
          checked={rememberDevice}
          onChange={(event) => setRememberDevice(event.target.checked)}
        />
      </AccountsForm>
      <PasskeyButton
        begin={async () => (await call('beginPasskeySignIn', { body: { secondStep: true } })).data}
        complete={async (credential) => {
          const { data } = await call('completePasskeySignIn', { body: { credential, rememberDevice } })
          signIn(data.token, data.user)
        }}
      />
      <div>
        <Button variant="quiet" onClick={onStartAgain}>
          {text.startAgain}
        </Button>
      </div>
    </AuthFrame>
  )
}
