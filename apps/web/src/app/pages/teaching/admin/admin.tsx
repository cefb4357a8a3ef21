import { AdminDashboard } from './admin-dashboard.tsx'
import { useSession } from '#web/platform/session/session.tsx'

export function Component() {
  const { user } = useSession()
  return user ? <AdminDashboard user={user} /> : null
}
