import { defineMessages } from '../../platform/language/messages.ts'

export const invitationMessages = defineMessages('invitation', {
  invitedAddress: (email: string) => `The invitation is for ${email}.`,
  createAccount: 'Create Account',
  signIn: 'Sign In',
  otherAccount: (email: string) =>
    `You are signed in as ${email}. Log out first, then sign in with the invited address.`,
  logout: 'Logout',
  accept: 'Accept invitation',
  accepting: 'Accepting...',
  acceptFailed: 'The invitation could not be accepted. Please try again.',
  invalidTitle: 'This invitation link is no longer valid',
  readFailed: 'The invitation could not be loaded',
  goToMarketplace: 'Browse the marketplace',
})
