/** Sets the password of the demo accounts to `DEMO_PASSWORD` or the published one. */
import { replacePasswordHashes, seededPasswordHashes } from '#server/features/accounts/accounts.store.ts'
import { publishedPassword } from '#server/features/accounts/passwords/published-password.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { Services } from '../features.ts'

/**
 * Sign-ins with codes or tokens of the former password become invalid. Accounts whose owner has chosen a password keep their own.
 */
export async function setDemoPassword(
  { accounts }: Pick<Services, 'accounts'>,
  { database, passwords, log }: Pick<Dependencies, 'database' | 'passwords' | 'log'>,
  wanted: string,
): Promise<void> {
  const former: string[] = []
  for (const { hash, isShared } of await seededPasswordHashes(database.kysely)) {
    if (await passwords.matches(hash, wanted)) continue
    // The demo school's accounts alone share a hash. A hash that was renewed at a sign-in is recognised by its password.
    if (isShared || (await passwords.matches(hash, publishedPassword))) former.push(hash)
  }
  if (former.length === 0) return
  const hash = await passwords.hash(wanted)
  const changed = await database.transaction(async (tx) => {
    const ids = await replacePasswordHashes(tx, former, hash)
    for (const id of ids) await accounts.changes.signOut(tx, id)
    return ids.length
  })
  log.info({ accounts: changed }, 'password of the demo accounts replaced, and their sessions ended')
}
