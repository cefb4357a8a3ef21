/**
 * The token of the session, which all tabs share. A proof of identity replaces it (docs/decisions/sessions.md#a-proof-makes-a-new-token).
 */
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { storage } from './storage.ts'

export const storedToken = (): string | null => storage.read(storageKeys.token)

/**
 * @param replaced the token of the same person when the proof began; null: a sign-in. The pair is written before the token, so that
 * no tab takes it for that of somebody else. Whoever signed in in another tab meanwhile is somebody else.
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

/** Whether the stored token is this one, or the one that has replaced it. */
export function isOfSameSession(token: string | null): boolean {
  const stored = storedToken()
  if (token === null || stored === null) return false
  return stored === token || storage.read(storageKeys.renewedToken) === `${token} ${stored}`
}

/** The token that this one has replaced in a proof of the same person; null: none. */
export function formerOf(token: string): string | null {
  const [former = null, successor] = storage.read(storageKeys.renewedToken)?.split(' ') ?? []
  return successor === token ? former : null
}

/** Whether another token has replaced this one in the meantime. */
export const isReplaced = (token: string | null): boolean => token !== storedToken() && isOfSameSession(token)
