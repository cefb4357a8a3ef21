/** Somebody who was invited and has not answered: what an admin finds under 'Add User'. */
import type { Transaction } from 'kysely'
import { replaceInvitation } from '#server/features/people/invitations.store.ts'
import type { DB } from '#server/platform/database/schema.d.ts'
import { newToken, tokenDigest } from '#server/platform/tokens.ts'

const dayMs = 24 * 3_600_000

export async function seedPeople(
  tx: Transaction<DB>,
  now: Date,
  known: { business: (key: string) => number | undefined; person: (key: string) => number | undefined },
): Promise<void> {
  const [businessId, invitedBy] = [known.business('orbit'), known.person('farid')]
  if (businessId === undefined || invitedBy === undefined) return
  await replaceInvitation(tx, {
    email: 'zarina.idris@apogee.test',
    role: 'instructor',
    businessId,
    invitedBy,
    // Nobody holds the link: its token is forgotten at once.
    tokenSha256: tokenDigest(newToken()),
    createdAt: new Date(now.getTime() - 2 * dayMs),
    expiresAt: new Date(now.getTime() + 12 * dayMs),
  })
}
