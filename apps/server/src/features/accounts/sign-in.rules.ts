import { accountEmailField, emailField, nameField } from '@apogee/contracts/accounts/accounts.forms.ts'
import * as z from 'zod/mini'

/** Time limits of a sign-in at the provider and of fetching its code, in ms. */
export const signInLife = { attemptMs: 10 * 60_000, codeMs: 2 * 60_000 } as const

/**
 * A path of this site, or null. One leading '/', no backslash or control character, also after unescaping: nothing
 * that a browser would read as another host.
 */
export function ownPath(wanted: string | undefined): string | null {
  if (!wanted || wanted.length > 500 || !/^\/(?![/\\])/.test(wanted)) return null
  try {
    const plain = decodeURIComponent(wanted)
    const isOdd = (path: string) => /[\\\u0000-\u001f\u007f]/.test(path) || path.startsWith('//')
    if (isOdd(wanted) || isOdd(plain)) return null
    return new URL(wanted, 'http://own.invalid').host === 'own.invalid' ? wanted : null
  } catch {
    // Not decodable: we never write such a path.
    return null
  }
}

/** A provider's name and address as an account accepts them; null otherwise. */
export const acceptableName = (name: string | null): string | null => accepted(nameField, name)
export const accountEmail = (email: string | null): string | null => accepted(accountEmailField, email)
export const isNewAddress = (email: string): boolean => accepted(emailField, email) !== null

function accepted(field: z.ZodMiniType<string>, given: string | null): string | null {
  const parsed = z.safeParse(field, given)
  return parsed.success ? parsed.data : null
}
