import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { ErrorState } from '@apogee/ui/feedback/state.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { accountsMessages } from '#web/features/accounts/messages/accounts.en.ts'
import { forbiddenMessages } from '#web/features/accounts/messages/forbidden.en.ts'
import { Head } from '#web/platform/page/head.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useSession } from '#web/platform/session/session.tsx'

export function Component() {
  const text = useText(forbiddenMessages)
  const { backToLogin, goToDashboard } = useText(accountsMessages)
  const { user } = useSession()
  return (
    <div className="ap-wrap ap-section">
      <Head title={text.title} />
      <ErrorState
        page
        titleAs="h1"
        title={text.title}
        joint=". "
        text={text.hint}
        action={
          <>
            <LinkButton as={Link} to="/login">
              {backToLogin}
            </LinkButton>
            {user ? (
              <>
                <LinkButton as={Link} to="/dashboard">
                  {goToDashboard}
                </LinkButton>
                <p className="w-full text-sm text-secondary">{text.signedInAs(user.name ?? user.email)}</p>
              </>
            ) : null}
          </>
        }
      />
    </div>
  )
}
