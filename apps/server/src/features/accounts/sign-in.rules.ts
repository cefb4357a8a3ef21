import { accountEmailField, emailField, nameField } from '@apogee/contracts/accounts/accounts.forms.ts'
import * as z from 'zod/mini'

/** How long a walk to the provider may take, and how long its code waits to be fetched, in ms. */
export const signInLife = { attemptMs: 10 * 60_000, codeMs: 2 * 60_000 } as const

/**
 * A path of this site, or null. One '/' at the front, no backslash or control character, also after unescaping: nothing
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
    // Not decodable: nothing of ours writes such a path.
    return null
  }
}

/** A provider's word for a name and an address: what an account may have, and what registration would take; null where not. */
export const acceptableName = (name: string | null): string | null => accepted(nameField, name)
export const accountEmail = (email: string | null): string | null => accepted(accountEmailField, email)
export const isNewAddress = (email: string): boolean => accepted(emailField, email) !== null

function accepted(field: z.ZodMiniType<string>, given: string | null): string | null {
  const parsed = z.safeParse(field, given)
  return parsed.success ? parsed.data : null
}
