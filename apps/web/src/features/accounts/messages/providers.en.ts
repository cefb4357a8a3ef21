import { defineMessages } from '#web/platform/language/messages.ts'

export const providerMessages = defineMessages('providers', {
  signingInWith: 'Signing you in...',
  providerUnset: (provider: string) =>
    `${provider} sign-in is not set up on this site. Please use your email and password.`,
  providerCancelled: (provider: string) => `Signing in with ${provider} was cancelled.`,
  providerExpired: (provider: string) =>
    `Signing in with ${provider} took too long, or was started in another window. Please try again.`,
  providerUnverified: (provider: string) =>
    `${provider} has not verified your email address, so it cannot sign you in here. Please use your email and password.`,
  providerFailed: (provider: string) =>
    `${provider} did not answer as expected. Please try again, or use your email and password.`,
  providerBusy: 'Too many attempts. Please wait a few minutes and try again.',
})
