import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense } from 'react'
import { Link, useNavigate } from '#web/platform/router/router.tsx'
import { AuthFrame } from '#web/features/accounts/components/sign-in/auth-frame.tsx'
import { BusinessWizard } from '#web/features/accounts/components/sign-in/business-wizard.tsx'
import { accountsMessages } from '#web/features/accounts/messages/accounts.en.ts'
import { Head } from '#web/platform/page/head.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useSession } from '#web/platform/session/session.tsx'

// Visitors who register a business do not need this component, so it loads on demand.
const AddUser = lazyWithRetry(async () => (await import('../add-user.tsx')).AddUser)

/**
 * The page is open to everyone. An admin who comes from 'Add User' first sees how to invite a person
 * (docs/product-choices.md#accounts).
 */
export function Component() {
  const text = useText(accountsMessages)
  const { loading } = useText(platformMessages)
  const { user } = useSession()
  const wizard = (
    <>
      {user ? <SignsInAnew user={user} /> : null}
      <Wizard />
    </>
  )
  if (user?.role === 'admin' || user?.role === 'superadmin') {
    return (
      <Suspense
        fallback={
          <Loading label={loading} className="ap-wrap ap-section">
            <Skeleton shape="title" width={40} />
            <Skeleton shape="block" />
          </Loading>
        }
      >
        <AddUser user={user}>{wizard}</AddUser>
      </Suspense>
    )
  }
  return (
    <AuthFrame title={text.adminTitle} lead={text.adminLead} line={text.adminLine} wide>
      <Head title={text.adminTitle} description={text.adminLead} path="/admin/register" />
      {wizard}
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

function SignsInAnew({ user }: { user: CurrentUser }) {
  const text = useText(accountsMessages)
  return (
    <Notice tone="info" quiet>
      {text.signedInAs(user.name ?? user.email)}
    </Notice>
  )
}

function Wizard() {
  const { signIn } = useSession()
  const navigate = useNavigate()
  return (
    <BusinessWizard
      onDone={(token, founder) => {
        signIn(token, founder)
        navigate('/admin')
      }}
    />
  )
}
