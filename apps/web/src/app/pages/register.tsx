import { Link, useLocation } from 'react-router'
import { AuthFrame } from '#web/features/accounts/auth-frame.tsx'
import { accountsMessages } from '#web/features/accounts/messages.en.ts'
import { RegisterForm } from '#web/features/accounts/register-form.tsx'
import { SocialSignIn } from '#web/features/accounts/social-sign-in.tsx'
import { Head } from '#web/platform/head.tsx'
import { useText } from '#web/platform/messages.ts'

export function Component() {
  const text = useText(accountsMessages)
  // who came to buy something still goes back to it
  const { search } = useLocation()
  return (
    <AuthFrame title={text.registerTitle} lead={text.registerDescription}>
      <Head title={text.registerTitle} description={text.registerDescription} path="/register" />
      <RegisterForm />
      <SocialSignIn />
      <p className="text-sm text-secondary">
        {text.haveAccount}{' '}
        <Link className="ap-link" to={{ pathname: '/login', search }}>
          {text.signInLink}
        </Link>
      </p>
    </AuthFrame>
  )
}
