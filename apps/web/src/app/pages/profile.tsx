import { Profile } from '#web/features/settings/profile.tsx'
import { useSession } from '#web/platform/session.tsx'

export function Component() {
  const { user } = useSession()
  return user ? <Profile user={user} /> : null
}
