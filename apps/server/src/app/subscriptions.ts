/** Who listens to what has happened. Each listener gets each event at least once and acts on it once. */
import { sql, type Transaction } from 'kysely'
import { deliverEventTask, type DomainEvent, type DomainEvents, type EventKind } from '../events.ts'
import type { Database } from '../platform/database/database.ts'
import type { DB } from '../platform/database/schema.d.ts'
import { enqueue, type TaskHandler } from '../platform/jobs/jobs.ts'
import type { Services } from './services.ts'

type Listener<K extends EventKind> = (tx: Transaction<DB>, event: DomainEvent<K>) => Promise<void>
type Subscriptions = { [K in EventKind]?: Record<string, Listener<K>> }

/** One table: event → listeners by name. A name is part of the queue's data: renaming one delivers again. */
export function createSubscriptions({ accounts, enrolments }: Services): Subscriptions {
  return {
    'account.registered': {
      'ask to verify the e-mail': (tx, { payload }) => accounts.askToVerifyEmail(tx, payload.userId),
    },
    'account.emailVerified': {
      'enrol where a place waits': async (tx, { payload }) => {
        await enrolments.claimWaiting(tx, payload.userId)
      },
    },
  }
}

const listenTask = 'events.listen'

export function eventTasks(subscriptions: Subscriptions, database: Database): Record<string, TaskHandler> {
  const listenersOf = (kind: EventKind) => (subscriptions[kind] ?? {}) as Record<string, Listener<EventKind>>
  return {
    async [deliverEventTask](payload) {
      const { eventId } = payload as { eventId: string }
      await database.transaction(async (tx) => {
        const event = await readEvent(tx, eventId)
        for (const listener of Object.keys(event ? listenersOf(event.kind) : {})) {
          await enqueue(tx, listenTask, { eventId, listener })
        }
      })
    },
    async [listenTask](payload) {
      const { eventId, listener } = payload as { eventId: string; listener: string }
      await database.transaction(async (tx) => {
        const event = await readEvent(tx, eventId)
        const act = event && listenersOf(event.kind)[listener]
        if (!act) return
        // The same transaction marks and acts: a repeated job finds the mark, a failed one leaves none.
        const first = await sql`
          INSERT INTO event_deliveries (event_id, listener) VALUES (${eventId}, ${listener})
          ON CONFLICT DO NOTHING RETURNING listener`.execute(tx)
        if (first.rows.length > 0) await act(tx, event)
      })
    },
  }
}

async function readEvent(tx: Transaction<DB>, id: string): Promise<DomainEvent | undefined> {
  const found = await sql<{ id: string; kind: EventKind; payload: DomainEvents[EventKind] }>`
    SELECT id, kind, payload FROM domain_events WHERE id = ${id}`.execute(tx)
  return found.rows[0]
}
