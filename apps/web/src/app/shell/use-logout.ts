import { useNotify } from '@apogee/ui/notice.tsx'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { useSession } from '#web/platform/session.tsx'

/** Signs out and goes to /login; reports when the server could not be reached. */
export function useLogout(): () => Promise<void> {
  const { signOut } = useSession()
  const notify = useNotify()
  const text = useText(platformMessages)
  return async () => {
    // Before the session ends: Back pressed while that code loads would show an empty page.
    await Promise.allSettled([import('../pages/login.tsx')])
    if (!(await signOut())) notify({ tone: 'danger', text: text.logoutNotTold })
  }
}
