/** The inbox of the demo school's platform. Nobody is mailed about messages that were never sent. */
import type { Transaction } from 'kysely'
import { demoMessages } from '../../../demo/messages.ts'
import { userById } from '#server/features/accounts/accounts.store.ts'
import { insertMessage } from '#server/features/messages/messages.store.ts'
import type { DB } from '#server/platform/database/schema.d.ts'

const dayMs = 24 * 3_600_000

export async function seedMessages(
  tx: Transaction<DB>,
  now: Date,
  person: (key: string) => number | undefined,
): Promise<void> {
  for (const { from, topic, state, daysAgo, body } of demoMessages) {
    const senderId = person(from)
    const sender = senderId === undefined ? undefined : await userById(tx, senderId)
    // A school for tests may be without some of the people.
    if (!sender) continue
    const written = { topic, state, body, name: sender.name ?? sender.email, email: sender.email }
    await insertMessage(tx, {
      ...written,
      senderId: sender.id,
      looksAutomated: false,
      addressDigest: null,
      createdAt: new Date(now.getTime() - daysAgo * dayMs),
    })
  }
}
