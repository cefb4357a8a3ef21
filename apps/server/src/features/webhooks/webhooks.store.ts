/** The only writer of webhook_endpoints and webhook_deliveries. */
import type { WebhookEvent } from '@apogee/contracts/webhooks/webhook-events.ts'
import type { WebhookDelivery } from '@apogee/contracts/webhooks/webhooks.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import { countLimit, newestPage, type PageRequest } from '#server/platform/pages.ts'

export interface EndpointRow {
  id: number
  businessId: number
  url: string
  events: WebhookEvent[]
  secretEncrypted: Buffer
  formerSecretEncrypted: Buffer | null
  formerValidUntil: Date | null
  isEnabled: boolean
  /** True if the endpoint is on the server's machine and was added from that machine. */
  isOnThisMachine: boolean
  failingSince: Date | null
  createdAt: Date
}

const columns = sql`
  w.id, w.business_id AS "businessId", w.url, w.events, w.secret_encrypted AS "secretEncrypted",
  w.former_secret_encrypted AS "formerSecretEncrypted", w.former_valid_until AS "formerValidUntil",
  w.is_enabled AS "isEnabled", w.is_on_this_machine AS "isOnThisMachine", w.failing_since AS "failingSince", w.created_at AS "createdAt"`

export async function endpointsOf(db: Db, businessId: number): Promise<EndpointRow[]> {
  const found = await sql<EndpointRow>`
    SELECT ${columns} FROM webhook_endpoints w WHERE w.business_id = ${businessId} ORDER BY w.id DESC`.execute(
    db,
  )
  return found.rows
}

/** Returns undefined for an endpoint of another business. */
export async function endpointOf(db: Db, businessId: number, id: number): Promise<EndpointRow | undefined> {
  const found = await sql<EndpointRow>`
    SELECT ${columns} FROM webhook_endpoints w WHERE w.id = ${id} AND w.business_id = ${businessId}`.execute(
    db,
  )
  return found.rows[0]
}

/** Locks the endpoint until the end of the transaction. */
export async function lockEndpoint(tx: Tx, businessId: number, id: number): Promise<EndpointRow | undefined> {
  const found = await sql<EndpointRow>`
    SELECT ${columns} FROM webhook_endpoints w WHERE w.id = ${id} AND w.business_id = ${businessId}
       FOR NO KEY UPDATE`.execute(tx)
  return found.rows[0]
}

/** Locks the webhooks of a business until the transaction ends, so that concurrent calls cannot exceed their number. */
export async function lockBusinessWebhooks(tx: Tx, businessId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`webhooks|${businessId}`}, 0))`.execute(tx)
}

export interface NewEndpoint {
  businessId: number
  url: string
  events: readonly WebhookEvent[]
  createdBy: number
  createdAt: Date
  isOnThisMachine: boolean
  /** Encrypts the secret. The encryption is bound to the id of the endpoint. */
  seal: (id: number) => Buffer
}

export async function insertEndpoint(tx: Tx, { seal, ...given }: NewEndpoint): Promise<EndpointRow> {
  const reserved = await sql<{ id: number }>`
    INSERT INTO webhook_endpoints (business_id, url, events, secret_encrypted, created_by, created_at,
                                   is_on_this_machine)
    VALUES (${given.businessId}, ${given.url}, ${[...given.events]}::text[], '', ${given.createdBy}, ${given.createdAt},
            ${given.isOnThisMachine})
    RETURNING id`.execute(tx)
  const { id } = onlyRow(reserved)
  const inserted = await sql<EndpointRow>`
    UPDATE webhook_endpoints AS w SET secret_encrypted = ${seal(id)} WHERE id = ${id} RETURNING ${columns}`.execute(
    tx,
  )
  return onlyRow(inserted)
}

export async function changeEndpoint(
  tx: Tx,
  id: number,
  { events, isEnabled }: { events: readonly WebhookEvent[] | null; isEnabled: boolean | null },
): Promise<EndpointRow> {
  const changed = await sql<EndpointRow>`
    UPDATE webhook_endpoints AS w
       SET events = coalesce(${events && [...events]}::text[], w.events),
           is_enabled = coalesce(${isEnabled}::boolean, w.is_enabled),
           failing_since = CASE WHEN ${isEnabled}::boolean THEN NULL ELSE w.failing_since END
     WHERE id = ${id} RETURNING ${columns}`.execute(tx)
  return onlyRow(changed)
}

export async function replaceSecret(
  tx: Tx,
  id: number,
  { sealed, formerUntil }: { sealed: Buffer; formerUntil: Date },
): Promise<EndpointRow> {
  const changed = await sql<EndpointRow>`
    UPDATE webhook_endpoints AS w
       SET former_secret_encrypted = w.secret_encrypted, former_valid_until = ${formerUntil}, secret_encrypted = ${sealed}
     WHERE id = ${id} RETURNING ${columns}`.execute(tx)
  return onlyRow(changed)
}

export interface SealedEndpoint {
  id: number
  secretEncrypted: Buffer
  formerSecretEncrypted: Buffer | null
}

/** Returns the next 200 endpoints of all businesses after `id`, by id. */
export async function sealedEndpointsAfter(db: Db, id: number): Promise<SealedEndpoint[]> {
  const { rows } = await sql<SealedEndpoint>`
    SELECT w.id, w.secret_encrypted AS "secretEncrypted", w.former_secret_encrypted AS "formerSecretEncrypted"
      FROM webhook_endpoints w WHERE w.id > ${id} ORDER BY w.id LIMIT 200`.execute(db)
  return rows
}

/** Does nothing if the stored secrets have changed since `from` was read. */
export async function replaceSealed(db: Db, from: SealedEndpoint, to: SealedEndpoint): Promise<void> {
  await sql`
    UPDATE webhook_endpoints
       SET secret_encrypted = ${to.secretEncrypted}, former_secret_encrypted = ${to.formerSecretEncrypted}
     WHERE id = ${from.id} AND secret_encrypted = ${from.secretEncrypted}
       AND former_secret_encrypted IS NOT DISTINCT FROM ${from.formerSecretEncrypted}::bytea`.execute(db)
}

export async function deleteEndpoint(tx: Tx, id: number): Promise<void> {
  await sql`DELETE FROM webhook_endpoints WHERE id = ${id}`.execute(tx)
}

/** Returns the ids of a business's endpoints that subscribe to the event and are turned on. */
export async function endpointsFor(tx: Tx, businessId: number, event: WebhookEvent): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT id FROM webhook_endpoints
     WHERE business_id = ${businessId} AND is_enabled AND ${event} = ANY(events) ORDER BY id`.execute(tx)
  return found.rows.map(({ id }) => id)
}

export interface NewDelivery {
  publicId: string
  endpointId: number
  eventType: string
  body: string
  userId: number | null
  createdAt: Date
}

export async function insertDelivery(tx: Tx, delivery: NewDelivery): Promise<DeliveryRow> {
  const { publicId, endpointId, eventType, body, userId, createdAt } = delivery
  const inserted = await sql<DeliveryRow>`
    INSERT INTO webhook_deliveries AS d (public_id, endpoint_id, event_type, body, user_id, created_at, next_attempt_at)
    VALUES (${publicId}, ${endpointId}, ${eventType}, ${body}, ${userId}, ${createdAt}, ${createdAt})
    RETURNING ${deliveryColumns}`.execute(tx)
  return onlyRow(inserted)
}

export interface DeliveryRow {
  id: number
  messageId: string
  type: string
  state: WebhookDelivery['state']
  attempts: number
  attemptsBefore: number
  createdAt: Date
  nextAttemptAt: Date | null
  lastAttemptAt: Date | null
  responseStatus: number | null
  responseText: string | null
  failure: string | null
  durationMs: number | null
  body: string
}

const deliveryColumns = sql`
  d.id, d.public_id AS "messageId", d.event_type AS type, d.state, d.attempts, d.attempts_before AS "attemptsBefore",
  d.created_at AS "createdAt", d.next_attempt_at AS "nextAttemptAt", d.last_attempt_at AS "lastAttemptAt",
  d.response_status AS "responseStatus", d.response_text AS "responseText", d.failure, d.duration_ms AS "durationMs", d.body`

export async function pageOfDeliveries(
  db: Db,
  endpointId: number,
  state: WebhookDelivery['state'] | null,
  page: PageRequest,
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const wanted = sql`d.endpoint_id = ${endpointId} AND (${state}::text IS NULL OR d.state = ${state})`
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (SELECT FROM webhook_deliveries d WHERE ${wanted} ${countLimit}) counted`.execute(
    db,
  )
  const found = await sql<DeliveryRow>`
    SELECT ${deliveryColumns} FROM webhook_deliveries d WHERE ${wanted} AND ${newestPage('d.id', page)}`.execute(
    db,
  )
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

/**
 * Schedules a message again, with its id, as if no attempt had been made. Returns undefined if this endpoint has no such message.
 */
export async function sendAgain(
  tx: Tx,
  endpointId: number,
  id: number,
  now: Date,
): Promise<DeliveryRow | undefined> {
  const changed = await sql<DeliveryRow>`
    UPDATE webhook_deliveries AS d SET state = 'waiting', attempts_before = d.attempts, next_attempt_at = ${now}
     WHERE d.id = ${id} AND d.endpoint_id = ${endpointId} RETURNING ${deliveryColumns}`.execute(tx)
  return changed.rows[0]
}

export interface DueDelivery extends DeliveryRow {
  endpoint: EndpointRow
}

/** Returns a message that waits for this attempt. Undefined means that another run of the job has made the attempt. */
export async function dueDelivery(db: Db, id: number, attempt: number): Promise<DueDelivery | undefined> {
  const found = await sql<DeliveryRow & { endpointId: number }>`
    SELECT ${deliveryColumns}, d.endpoint_id AS "endpointId" FROM webhook_deliveries d
     WHERE d.id = ${id} AND d.state = 'waiting' AND d.attempts = ${attempt - 1}`.execute(db)
  const [delivery] = found.rows
  if (!delivery) return undefined
  const endpoints = await sql<EndpointRow>`
    SELECT ${columns} FROM webhook_endpoints w WHERE w.id = ${delivery.endpointId}`.execute(db)
  return { ...delivery, endpoint: onlyRow(endpoints) }
}

export interface AttemptResult {
  state: WebhookDelivery['state']
  at: Date
  nextAttemptAt: Date | null
  responseStatus: number | null
  responseText: string | null
  failure: string | null
  durationMs: number | null
}

/** Records an attempt. Returns false if another run of the job has recorded it. */
export async function recordAttempt(
  tx: Tx,
  { id, attempts }: DeliveryRow,
  result: AttemptResult,
): Promise<boolean> {
  const recorded = await sql<{ id: number }>`
    UPDATE webhook_deliveries
       SET state = ${result.state}, attempts = attempts + 1, last_attempt_at = ${result.at},
           next_attempt_at = ${result.nextAttemptAt}, response_status = ${result.responseStatus},
           response_text = ${result.responseText}, failure = ${result.failure}, duration_ms = ${result.durationMs}
     WHERE id = ${id} AND attempts = ${attempts} AND state = 'waiting' RETURNING id`.execute(tx)
  return recorded.rows.length > 0
}

/** Returns the time since when the endpoint has failed. Null means that the last attempt succeeded. */
export async function recordHealth(tx: Tx, endpointId: number, failedAt: Date | null): Promise<Date | null> {
  const changed = await sql<{ failingSince: Date | null }>`
    UPDATE webhook_endpoints
       SET failing_since = CASE WHEN ${failedAt}::timestamptz IS NOT NULL THEN coalesce(failing_since, ${failedAt}) END
     WHERE id = ${endpointId} RETURNING failing_since AS "failingSince"`.execute(tx)
  return changed.rows[0]?.failingSince ?? null
}

/** Turns an endpoint off. Returns whether it was on. */
export async function turnOff(tx: Tx, endpointId: number): Promise<boolean> {
  const changed = await sql<{ id: number }>`
    UPDATE webhook_endpoints SET is_enabled = false WHERE id = ${endpointId} AND is_enabled RETURNING id`.execute(
    tx,
  )
  return changed.rows.length > 0
}

export async function deleteDeliveriesBefore(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM webhook_deliveries WHERE created_at < ${before}`.execute(db)
}

export async function deleteDeliveriesOf(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM webhook_deliveries WHERE user_id = ${userId}`.execute(tx)
}
