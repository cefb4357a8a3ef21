import type { CurrentUser } from '@apogee/contracts/accounts.ts'
import { Avatar } from '@apogee/ui/avatar.tsx'
import { Icon } from '@apogee/ui/icon.tsx'
import { useNotify } from '@apogee/ui/notice.tsx'
import { Link } from 'react-router'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { useSession } from '#web/platform/session.tsx'
import { shellMessages } from './messages.en.ts'

export function useLogout(): () => Promise<void> {
  const { signOut } = useSession()
  const notify = useNotify()
  const text = useText(platformMessages)
  return async () => {
    if (!(await signOut())) notify({ tone: 'danger', text: text.logoutNotTold })
  }
}

const menuId = 'account-menu'
const closeMenu = () => document.getElementById(menuId)?.hidePopover()

/** Avatar with Your Profile, Settings and Logout: a native popover, so that Esc and presses beside it close it. */
export function AccountMenu({ user }: { user: CurrentUser }) {
  const text = useText(shellMessages)
  const logout = useLogout()
  const name = user.name ?? user.email
  return (
    <>
      <button
        type="button"
        className="shell-avatar"
        popoverTarget={menuId}
        aria-label={text.accountMenu(name)}
      >
        <Avatar name={user.name} image={user.metadata.avatar} />
      </button>
      <div id={menuId} popover="auto" className="shell-popover">
        <p className="shell-popover-name">
          <b>{name}</b>
          <span>{user.email}</span>
        </p>
        <ul>
          <li>
            <Link to="/profile" onClick={closeMenu}>
              <Icon name="user" /> {text.yourProfile}
            </Link>
          </li>
          <li>
            <Link to="/purchases" onClick={closeMenu}>
              <Icon name="receipt" /> {text.purchases}
            </Link>
          </li>
          <li>
            <Link to="/settings" onClick={closeMenu}>
              <Icon name="settings" /> {text.settings}
            </Link>
          </li>
          <li>
            <button type="button" onClick={() => void logout()}>
              <Icon name="logout" /> {text.logout}
            </button>
          </li>
        </ul>
      </div>
    </>
  )
}
