import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { logoutIcon, settingsIcon } from '@apogee/ui/icons/more-icons.ts'
import { Avatar } from '@apogee/ui/art/avatar.tsx'
import { IconLink } from '@apogee/ui/navigation/link-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '@apogee/ui/navigation/menu.tsx'
import { NavLink } from '#web/platform/router/nav-link.tsx'
import { NotificationsLink } from '#web/features/notifications/components/notifications-link.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { accountMenuMessages } from './messages/account-menu-messages.en.ts'
import { shellMessages } from './messages/messages.en.ts'
import { useLogout } from './use-logout.ts'

export function AccountMenu({ user }: { user: CurrentUser }) {
  const shell = useText(shellMessages)
  const text = useText(accountMenuMessages)
  const logout = useLogout()
  return (
    <>
      <IconLink className="shell-learning" as={NavLink} to="/learning" icon="play" label={shell.myLearning} />
      <NotificationsLink userId={user.id} />
      <Menu
        label={text.accountMenu(user.name ?? user.email)}
        triggerClassName="shell-avatar"
        trigger={<Avatar name={user.name} image={user.metadata.avatar} />}
      >
        <MenuItem as={NavLink} to="/profile" icon="user">
          {text.yourProfile}
        </MenuItem>
        <MenuItem as={NavLink} to="/community" icon="message">
          {shell.community}
        </MenuItem>
        <MenuItem as={NavLink} to="/notifications" icon="bell">
          {text.notifications}
        </MenuItem>
        <MenuItem as={NavLink} to="/purchases" icon="receipt">
          {text.purchases}
        </MenuItem>
        <MenuItem as={NavLink} to="/settings" icon={settingsIcon}>
          {text.settings}
        </MenuItem>
        {user.role === 'superadmin' ? (
          <MenuItem as={NavLink} to="/platform" icon="globe">
            {text.platform}
          </MenuItem>
        ) : null}
        <MenuSeparator />
        <MenuItem icon={logoutIcon} onClick={logout}>
          {text.logout}
        </MenuItem>
      </Menu>
    </>
  )
}
