/** The closed list of what can have happened, and how it is told: in the transaction that made it true. */
import { sql, type Transaction } from 'kysely'
import type { DB } from './platform/database/schema.d.ts'
import { enqueue } from './platform/jobs/jobs.ts'

export interface DomainEvents {
  'account.registered': { userId: number }
  'account.emailVerified': { userId: number }
  'enrolment.granted': {
    userId: number
    courseId: number
    source: 'free' | 'purchase' | 'invitation' | 'granted'
  }
  'enrolment.revoked': { userId: number; courseId: number }
  'lesson.completed': { userId: number; courseId: number; resourceId: number }
  'order.settled': { orderId: number; buyerId: number }
  'order.refunded': { orderId: number; buyerId: number }
  'course.archived': { courseId: number }
}
export type EventKind = keyof DomainEvents

export interface DomainEvent<K extends EventKind = EventKind> {
  id: string
  kind: K
  payload: DomainEvents[K]
}

export const deliverEventTask = 'events.deliver'

/** Records the event and the one job that tells every listener; both vanish when the transaction does. */
export async function emit<K extends EventKind>(
  tx: Transaction<DB>,
  kind: K,
  payload: DomainEvents[K],
): Promise<void> {
  const inserted = await sql<{ id: string }>`
    INSERT INTO domain_events (kind, payload) VALUES (${kind}, ${JSON.stringify(payload)}::jsonb) RETURNING id`.execute(
    tx,
  )
  const eventId = inserted.rows[0]?.id
  if (!eventId) throw new Error('an event was not stored')
  await enqueue(tx, deliverEventTask, { eventId })
}
