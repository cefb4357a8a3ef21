import { Link } from 'react-router'
import { AuthFrame } from '#web/features/accounts/auth-frame.tsx'
import { accountsMessages } from '#web/features/accounts/messages.en.ts'
import { RegisterForm } from '#web/features/accounts/register-form.tsx'
import { Head } from '#web/platform/head.tsx'
import { useText } from '#web/platform/messages.ts'

export function Component() {
  const text = useText(accountsMessages)
  return (
    <AuthFrame title={text.registerTitle} lead={text.registerDescription}>
      <Head title={text.registerTitle} description={text.registerDescription} path="/register" />
      <RegisterForm />
      <p className="text-sm text-secondary">
        {text.haveAccount}{' '}
        <Link className="ap-link" to="/login">
          {text.signInLink}
        </Link>
      </p>
    </AuthFrame>
  )
}
