/** Sets the password of the demo accounts to `DEMO_PASSWORD` or the published one. */
import { replacePasswordHashes, seededPasswordHashes } from '#server/features/accounts/accounts.store.ts'
import { publishedPassword } from '#server/features/accounts/passwords/published-password.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { Services } from '../features.ts'

/**
 * Sets the password of the demo accounts. Sign-ins with codes or tokens of the former password become invalid. An account whose
 * owner has chosen a password keeps it.
 */
export async function setDemoPassword(
  { accounts }: Pick<Services, 'accounts'>,
  { database, passwords, log }: Pick<Dependencies, 'database' | 'passwords' | 'log'>,
  wanted: string,
): Promise<void> {
  const former: string[] = []
  for (const { hash, isShared } of await seededPasswordHashes(database.kysely)) {
    if (await passwords.matches(hash, wanted)) continue
    // If several accounts share a hash, it is that of the demo school. A hash that a sign-in renewed is recognised by its password.
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
