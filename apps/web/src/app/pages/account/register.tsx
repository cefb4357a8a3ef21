import { Link, useLocation } from '#web/platform/router/router.tsx'
import { AuthFrame } from '#web/features/accounts/components/sign-in/auth-frame.tsx'
import { accountsMessages } from '#web/features/accounts/messages/accounts.en.ts'
import { registrationMessages } from '#web/features/accounts/messages/registration.en.ts'
import { RegisterForm } from '#web/features/accounts/components/sign-in/register-form.tsx'
import { SocialSignIn } from '#web/features/accounts/components/sign-in/social-sign-in.tsx'
import { Head } from '#web/platform/page/head.tsx'
import { useText } from '#web/platform/language/messages.ts'

/**
 * Reads the invited e-mail address from the state of the history entry, which an invitation's page sets, or from the fragment of a
 * mailed link, which browsers do not send to servers.
 */
function invitedAddress(state: unknown, hash: string): string {
  const isNamed = typeof state === 'object' && state !== null && 'email' in state
  if (isNamed && typeof state.email === 'string') return state.email
  return new URLSearchParams(hash.slice(1)).get('email') ?? ''
}

export function Component() {
  const text = useText(accountsMessages)
  const registration = useText(registrationMessages)
  // The query keeps the address of a purchase to which the person returns after registering.
  const { search, state, hash } = useLocation()
  return (
    <AuthFrame title={text.registerTitle} lead={text.registerDescription} line={text.registerLine}>
      <Head title={text.registerTitle} description={text.registerDescription} path="/register" />
      <RegisterForm email={invitedAddress(state, hash)} />
      <SocialSignIn>
        <p className="text-xs text-secondary">{registration.consentAbove}</p>
      </SocialSignIn>
      <p className="text-sm text-secondary">
        {text.haveAccount}{' '}
        <Link className="ap-link" to={{ pathname: '/login', search }} state={state}>
          {text.signInLink}
        </Link>
      </p>
    </AuthFrame>
  )
}
