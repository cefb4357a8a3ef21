import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { ErrorState } from '@apogee/ui/feedback/state.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { accountsMessages } from '#web/features/accounts/messages/accounts.en.ts'
import { Head } from '#web/platform/page/head.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useSession } from '#web/platform/session/session.tsx'

export function Component() {
  const text = useText(accountsMessages)
  const { user } = useSession()
  return (
    <div className="ap-wrap ap-section">
      <Head title={text.accessDenied} />
      <ErrorState
        page
        titleAs="h1"
        title={text.accessDenied}
        joint=". "
        text={text.accessDeniedHint}
        action={
          <>
            <LinkButton as={Link} to="/login">
              {text.backToLogin}
            </LinkButton>
            {user ? (
              <>
                <LinkButton as={Link} to="/dashboard">
                  {text.goToDashboard}
                </LinkButton>
                <p className="w-full text-sm text-secondary">{text.deniedTo(user.name ?? user.email)}</p>
              </>
            ) : null}
          </>
        }
      />
    </div>
  )
}
