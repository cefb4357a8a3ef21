/** Texts of the account's menu and of the phone's menu, which load after the page. */
import { defineMessages } from '#web/platform/messages.ts'

export const accountMenuMessages = defineMessages('accountMenu', {
  signUp: 'Create account',
  accountMenu: (name: string) => `Account of ${name}`,
  yourProfile: 'Your Profile',
  platform: 'Platform',
  notifications: 'Notifications',
  purchases: 'My purchases',
  settings: 'Settings',
  logout: 'Logout',
})
