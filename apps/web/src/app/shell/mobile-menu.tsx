import { Drawer } from '@apogee/ui/feedback/dialog.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { logoutIcon, settingsIcon } from '@apogee/ui/icons/more-icons.ts'
import { NavLink } from '#web/platform/router/nav-link.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { useLogout } from './use-logout.ts'
import { useDestinations, type Destination } from './destinations.ts'
import { DisplayPreferences } from './display-preferences.tsx'
import { accountMenuMessages } from './messages/account-menu-messages.en.ts'
import { shellMessages } from './messages/messages.en.ts'
import './mobile-menu.css'

export function MobileMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const text = { ...useText(shellMessages), ...useText(accountMenuMessages) }
  const { close } = useText(platformMessages)
  const { user } = useSession()
  const logout = useLogout()
  const destinations = usePhoneDestinations()
  return (
    <Drawer open={open} onClose={onClose} title={text.menu} closeLabel={close}>
      <nav aria-label={text.mainNavigation}>
        <ul className="shell-menu">
          {destinations.map(({ to, label, icon }) => (
            <li key={to}>
              <NavLink to={to} end onClick={onClose}>
                <Icon name={icon} /> {label}
              </NavLink>
            </li>
          ))}
          {user ? (
            <li>
              <button
                type="button"
                onClick={() => {
                  onClose()
                  logout()
                }}
              >
                <Icon name={logoutIcon} /> {text.logout}
              </button>
            </li>
          ) : null}
        </ul>
      </nav>
      <DisplayPreferences />
    </Drawer>
  )
}

function usePhoneDestinations(): Destination[] {
  const shell = useText(shellMessages)
  const text = useText(accountMenuMessages)
  const { user } = useSession()
  const { own, visitor: front, management } = useDestinations()
  const [marketplace, courses, store] = front
  if (!user)
    return [
      courses,
      marketplace,
      { ...store, label: shell.courseStore },
      { to: '/login', label: shell.signIn, icon: 'user' },
      { to: '/register', label: text.signUp, icon: 'plus' },
    ]
  return [
    ...own,
    courses,
    marketplace,
    { ...store, label: shell.courseStore },
    { to: '/community', label: shell.community, icon: 'message' },
    { to: '/profile', label: shell.profile, icon: 'user' },
    { to: '/purchases', label: text.purchases, icon: 'receipt' },
    { to: '/notifications', label: text.notifications, icon: 'bell' },
    ...management,
    { to: '/settings', label: text.settings, icon: settingsIcon },
    ...(user.role === 'superadmin'
      ? [{ to: '/platform', label: text.platform, icon: 'globe' as const }]
      : []),
  ]
}
