import { defineMessages } from '#web/platform/language/messages.ts'

export const identitiesMessages = defineMessages('identities', {
  lead: 'Accounts elsewhere that sign you in here.',
  failed: 'Your linked accounts could not be loaded',
  none: 'No Google or GitHub account is linked',
  noneHint: 'To link one, log out and sign in with it. Its email address must be the one of this account.',
  linked: (day: string) => `Linked on ${day}`,
  remove: 'Remove link',
  removeNamed: (provider: string) => `Remove the link with ${provider}`,
  removeTitle: (provider: string) => `Remove the link with ${provider}?`,
  removeText: (provider: string) =>
    `${provider} no longer signs you in, and your other devices are signed out. Signing in with a ${provider} account that has your email address links it again.`,
  removing: 'Removing...',
  removeFailed: 'The link could not be removed. Please try again.',
  removed: (provider: string) => `Link removed: ${provider}`,
})
