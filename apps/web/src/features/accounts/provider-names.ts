import type { SignInProviderName } from '@apogee/contracts/accounts/sign-in.ts'

/** The providers' own names, in every language. */
export const providerNames = { google: 'Google', github: 'GitHub' } as const satisfies Record<
  SignInProviderName,
  string
>
