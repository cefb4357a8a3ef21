import { ApiError } from '#web/platform/transfer/client.ts'
import { outboxOf, type Kind } from './outbox.ts'

/**
 * Sends an action whose result a person waits for. When no answer arrives, it stores the action on this device and returns null.
 * When the server answers with a failure, it throws and stores nothing, because the form still has the input. The next attempt uses
 * the same key.
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
