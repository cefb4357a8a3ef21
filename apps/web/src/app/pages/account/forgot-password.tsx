import { Link } from '#web/platform/router/router.tsx'
import { accessMessages } from '#web/features/accounts/messages/access.en.ts'
import { AuthFrame } from '#web/features/accounts/components/sign-in/auth-frame.tsx'
import { ForgotPasswordForm } from '#web/features/accounts/components/sign-in/forgot-password-form.tsx'
import { Head } from '#web/platform/page/head.tsx'
import { useText } from '#web/platform/language/messages.ts'

export function Component() {
  const text = useText(accessMessages)
  return (
    <AuthFrame title={text.forgotTitle} lead={text.forgotLead}>
      <Head title={text.forgotTitle} description={text.forgotLead} path="/forgot-password" />
      <ForgotPasswordForm />
      <p className="text-sm text-secondary">
        {text.remembered}{' '}
        <Link className="ap-link" to="/login">
          {text.backToLogin}
        </Link>
      </p>
    </AuthFrame>
  )
}
