/** Delivers events to listeners at least once. The effect of each listener happens once. */
import { sql } from 'kysely'
import {
  deliverEventTask,
  eventKinds,
  type DomainEvent,
  type DomainEvents,
  type EventKind,
} from '#server/events.ts'
import type { JobsById } from '#server/feature.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import type { Features } from './features.ts'

const listenTask = 'events.listen'

export function eventJobs(features: Pick<Features, 'listenersOf'>, database: Database): JobsById {
  // Reads all listeners once, so that two listeners with the same id stop the start.
  for (const kind of eventKinds) features.listenersOf(kind)
  return {
    [deliverEventTask]: {
      run: async (payload) => {
        const { eventId } = payload as { eventId: string }
        await database.transaction(async (tx) => {
          const event = await readEvent(tx, eventId)
          for (const listener of Object.keys(event ? features.listenersOf(event.kind) : {})) {
            await enqueue(tx, listenTask, { eventId, listener })
          }
        })
      },
    },
    [listenTask]: {
      run: async (payload) => {
        const { eventId, listener } = payload as { eventId: string; listener: string }
        await database.transaction(async (tx) => {
          const event = await readEvent(tx, eventId)
          const act = event && features.listenersOf(event.kind)[listener]
          if (!act) return
          // One transaction marks the delivery and runs the listener. A repeated job finds the mark and does nothing; a failed job
          // leaves no mark.
          const first = await sql`
          INSERT INTO event_deliveries (event_id, listener) VALUES (${eventId}, ${listener})
          ON CONFLICT DO NOTHING RETURNING listener`.execute(tx)
          if (first.rows.length > 0) await act(tx, event)
        })
      },
    },
  }
}

async function readEvent(tx: Tx, id: string): Promise<DomainEvent | undefined> {
  const found = await sql<{ id: string; kind: EventKind; payload: DomainEvents[EventKind]; at: Date }>`
    SELECT id, kind, payload, at FROM domain_events WHERE id = ${id}`.execute(tx)
  return found.rows[0]
}
