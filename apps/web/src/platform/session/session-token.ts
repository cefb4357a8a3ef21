/** Stores the session's token, which all tabs share. A re-authentication replaces the token (docs/decisions/accounts.md). */
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { storage } from './storage.ts'

export const storedToken = (): string | null => storage.read(storageKeys.token)

/**
 * @param replaced the same person's token at the start of the re-authentication; null means a sign-in. The pair is written before
 * the token, so that no tab attributes the token to another person. A person who signed in in another tab meanwhile counts as
 * another person.
 */
export function storeToken(next: string, replaced: string | null): void {
  const stored = storedToken()
  if (!isOfSameSession(replaced)) storage.remove(storageKeys.renewedToken)
  else if (stored !== next) storage.write(storageKeys.renewedToken, `${stored} ${next}`)
  storage.write(storageKeys.token, next)
}

export function removeToken(): void {
  storage.remove(storageKeys.token)
  storage.remove(storageKeys.renewedToken)
}

/** Returns whether the stored token is this one or its replacement. */
export function isOfSameSession(token: string | null): boolean {
  const stored = storedToken()
  if (token === null || stored === null) return false
  return stored === token || storage.read(storageKeys.renewedToken) === `${token} ${stored}`
}

/** Returns the token that this one has replaced in a re-authentication; null means none. */
export function formerOf(token: string): string | null {
  const [former = null, successor] = storage.read(storageKeys.renewedToken)?.split(' ') ?? []
  return successor === token ? former : null
}

/** Returns whether another token has replaced this one in the meantime. */
export const isReplaced = (token: string | null): boolean => token !== storedToken() && isOfSameSession(token)
