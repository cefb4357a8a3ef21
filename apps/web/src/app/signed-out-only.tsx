import { Navigate, Outlet, useSearchParams } from '#web/platform/router/router.tsx'
import { safeRedirect } from '#web/platform/page/safe-redirect.ts'
import { useSession } from '#web/platform/session/session.tsx'

/** Redirects signed-in users from `/`, `/login` and `/register` to the requested page or their dashboard. */
export function SignedOutOnly() {
  const { session } = useSession()
  const [search] = useSearchParams()
  if (session.state === 'signed-in') return <Navigate to={safeRedirect(search.get('redirect'))} replace />
  return <Outlet />
}
