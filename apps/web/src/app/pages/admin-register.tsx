import { Notice } from '@apogee/ui/notice.tsx'
import { Link, useNavigate } from 'react-router'
import { AuthFrame } from '#web/features/accounts/auth-frame.tsx'
import { BusinessWizard } from '#web/features/accounts/business-wizard.tsx'
import { accountsMessages } from '#web/features/accounts/messages.en.ts'
import { Head } from '#web/platform/head.tsx'
import { useText } from '#web/platform/messages.ts'
import { useSession } from '#web/platform/session.tsx'

/** Open to everyone; an admin who comes here from 'Add User' is told that it changes who is signed in (design §3). */
export function Component() {
  const text = useText(accountsMessages)
  const { user, signIn } = useSession()
  const navigate = useNavigate()
  const manages = user !== null && user.role !== 'student'
  return (
    <AuthFrame title={text.adminTitle} lead={text.adminLead} wide>
      <Head title={text.adminTitle} description={text.adminLead} path="/admin/register" />
      {user ? (
        <Notice
          tone="info"
          quiet
          link={
            manages ? (
              <Link className="ap-link" to="/admin">
                {text.backToAdmin}
              </Link>
            ) : undefined
          }
        >
          {text.signedInAs(user.name ?? user.email)}
        </Notice>
      ) : null}
      <BusinessWizard
        onDone={(token, founder) => {
          signIn(token, founder)
          void navigate('/admin')
        }}
      />
      {user ? null : (
        <p className="text-sm text-secondary">
          {text.regularUser}{' '}
          <Link className="ap-link" to="/register">
            {text.registerAsUser}
          </Link>
        </p>
      )}
    </AuthFrame>
  )
}
