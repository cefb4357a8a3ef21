import { Drawer } from '@apogee/ui/dialog.tsx'
import { Icon } from '@apogee/ui/icon.tsx'
import { logoutIcon, settingsIcon } from '@apogee/ui/more-icons.ts'
import { NavLink } from '#web/platform/router/nav-link.tsx'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { useSession } from '#web/platform/session.tsx'
import { useLogout } from './use-logout.ts'
import { useDestinations, type Destination } from './destinations.ts'
import { DisplayPreferences } from './display-preferences.tsx'
import { shellMessages } from './messages.en.ts'
import './mobile-menu.css'

/** The phone's menu: every destination, Course Store included, and the display settings. */
export function MobileMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const text = useText(shellMessages)
  const { close } = useText(platformMessages)
  const { user } = useSession()
  const logout = useLogout()
  const destinations: Destination[] = [
    ...useDestinations().phone,
    ...(user
      ? [
          { to: '/settings', label: text.settings, icon: settingsIcon },
          ...(user.role === 'superadmin'
            ? [{ to: '/platform', label: text.platform, icon: 'globe' as const }]
            : []),
        ]
      : [
          { to: '/login', label: text.signIn, icon: 'user' as const },
          { to: '/register', label: text.signUp, icon: 'plus' as const },
        ]),
  ]
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
                  void logout()
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
