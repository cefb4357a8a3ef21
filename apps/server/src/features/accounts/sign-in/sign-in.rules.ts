import { accountEmailField, emailField, nameField } from '@apogee/contracts/accounts/accounts.forms.ts'
import * as z from 'zod/mini'

/** The attempt must come back from the provider, and its code must be exchanged, within these times in milliseconds. */
export const signInLife = { attemptMs: 10 * 60_000, codeMs: 2 * 60_000 } as const

/**
 * Returns the path if it belongs to this site, else null. It must have exactly one leading '/' and no backslash or control
 * character, also after decoding, so that no browser reads it as another host.
 */
export function ownPath(wanted: string | undefined): string | null {
  if (!wanted || wanted.length > 500 || !/^\/(?![/\\])/.test(wanted)) return null
  try {
    const plain = decodeURIComponent(wanted)
    const isOdd = (path: string) => /[\\\u0000-\u001f\u007f]/.test(path) || path.startsWith('//')
    if (isOdd(wanted) || isOdd(plain)) return null
    return new URL(wanted, 'http://own.invalid').host === 'own.invalid' ? wanted : null
  } catch {
    // The path cannot be decoded; the application never writes such a path.
    return null
  }
}

/** Returns the provider's name for the person if an account accepts it, else null. */
export const acceptableName = (name: string | null): string | null => accepted(nameField, name)
export const accountEmail = (email: string | null): string | null => accepted(accountEmailField, email)
export const isNewAddress = (email: string): boolean => accepted(emailField, email) !== null

function accepted(field: z.ZodMiniType<string>, given: string | null): string | null {
  const parsed = z.safeParse(field, given)
  return parsed.success ? parsed.data : null
}
