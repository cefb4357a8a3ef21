import type { SignInProviderName } from '@apogee/contracts/accounts/sign-in.ts'

/** As they write themselves, in every language. */
export const providerNames = { google: 'Google', github: 'GitHub' } as const satisfies Record<
  SignInProviderName,
  string
>
