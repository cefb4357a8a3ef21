import { ApiError } from '#web/platform/client.ts'
import { outboxOf, type Kind } from './outbox.ts'

/**
 * Sends what a person waits for, or keeps it on this device when there is no answer (null). A failure that the server has answered is
 * thrown, and nothing waits: the form still has it. Its next try has the same key.
 */
export async function sendOrKeep<Payload, Answer>(
  kind: Kind<Payload, Answer>,
  { userId, key, payload }: { userId: number; key: string; payload: Payload },
): Promise<Answer | null> {
  const outbox = outboxOf(userId)
  outbox.put(kind, key, payload)
  const outcome = await outbox.send(kind, key)
  const isAnswered = outcome.kind === 'waits' && outcome.error instanceof ApiError && outcome.error.status > 0
  if (outcome.kind === 'refused' || isAnswered) {
    outbox.drop(kind, key)
    throw outcome.error
  }
  return outcome.kind === 'sent' ? outcome.answer : null
}
