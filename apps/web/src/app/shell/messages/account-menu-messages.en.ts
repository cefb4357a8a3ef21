/** The texts belong to the menus of the account and of the phone, which load after the page. */
import { defineMessages } from '#web/platform/language/messages.ts'

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
