import type { SignInProviderName } from '@apogee/contracts/accounts/sign-in.ts'

/** The providers' own names are the same in every language. */
export const providerNames = { google: 'Google', github: 'GitHub' } as const satisfies Record<
  SignInProviderName,
  string
>
