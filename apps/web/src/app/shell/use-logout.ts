import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useRouterHistory } from '#web/platform/router/router.tsx'
import { useSession } from '#web/platform/session/session.tsx'

/**
 * Signs out and goes to /login; reports an unreachable server. It asks for confirmation while the page would lose data
 * (docs/decisions/interface.md).
 */
export function useLogout(): () => void {
  const { signOut } = useSession()
  const router = useRouterHistory()
  const notify = useNotify()
  const text = useText(platformMessages)
  const logout = async () => {
    // The sign-in page's code loads before the session ends. Otherwise, pressing Back while it loads would show an empty page.
    await Promise.allSettled([import('../pages/account/login.tsx')])
    if (!(await signOut())) notify({ tone: 'danger', text: text.logoutNotTold })
  }
  return () => {
    if (!router.asksBefore?.(() => void logout())) void logout()
  }
}
