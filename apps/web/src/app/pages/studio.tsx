import { StudioHome } from '#web/features/operations/components/studio-home.tsx'
import { useSession } from '#web/platform/session.tsx'

export function Component() {
  const { user } = useSession()
  return user ? <StudioHome user={user} /> : null
}
