import { Navigate } from '#web/platform/router/router.tsx'
import { useSession } from '#web/platform/session.tsx'
import { SecurityLogPage } from '#web/features/security-log/components/security-log-page.tsx'

export function Component() {
  const { user } = useSession()
  if (!user) return null
  const mayRead = user.role === 'superadmin' || (user.role === 'admin' && user.businessId !== null)
  return mayRead ? <SecurityLogPage user={user} /> : <Navigate to="/forbidden" replace />
}
