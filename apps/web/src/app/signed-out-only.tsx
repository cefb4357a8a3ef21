import { Navigate, Outlet } from '#web/platform/router/router.tsx'
import { useReturnAddress } from '#web/platform/page/return-address.ts'
import { useSession } from '#web/platform/session/session.tsx'

/** Redirects signed-in users from `/`, `/login` and `/register` to the requested page or their dashboard. */
export function SignedOutOnly() {
  const { session } = useSession()
  const target = useReturnAddress()
  return session.state === 'signed-in' ? <Navigate to={target} replace /> : <Outlet />
}
