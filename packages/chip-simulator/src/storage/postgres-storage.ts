/** Stores the simulator's data in PostgreSQL, so that it survives restarts (tables: simulator_*). */
import type { Pool, PoolClient } from 'pg'

import type { PurchaseDocument, Settling, SimulatedPurchase } from '../purchase/purchase-document.ts'
import type {
  Delivery,
  DeliveryState,
  NewDelivery,
  PurchaseChange,
  PurchaseFilter,
  SimulatorStorage,
  Webhook,
  WebhookDocument,
} from './storage.ts'

interface PurchaseRow {
  id: string
  company_id: string
  document: PurchaseDocument
  settling: Settling | null
}

interface DeliveryRow {
  id: string
  purchase_id: string
  url: string
  body: string
  signature: string
  state: DeliveryState
  attempts: number
  scheduled_at: Date
  due_at: Date
  last_status: number | null
  event_type: string
  webhook_id: string | null
  ordered: boolean
}

interface WebhookRow {
  id: string
  company_id: string
  document: WebhookDocument
  private_key: string
}

const deliveryColumns =
  'id::text, purchase_id, url, body, signature, state, attempts, scheduled_at, due_at, last_status, event_type, webhook_id, ordered'

export class PostgresStorage implements SimulatorStorage {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  insertPurchase(purchase: SimulatedPurchase, deliveries: readonly NewDelivery[]): Promise<void> {
    return inTransaction(this.#pool, async (client) => {
      await client.query(
        `insert into simulator_purchases (id, company_id, document, settling, settles_at)
           values ($1, $2, $3, $4, $5)`,
        [purchase.id, purchase.companyId, ...changingColumns(purchase)],
      )
      await insertDeliveries(client, purchase.id, deliveries)
    })
  }

  async findPurchase(id: string): Promise<SimulatedPurchase | null> {
    const { rows } = await this.#pool.query<PurchaseRow>(
      'select id, company_id, document, settling from simulator_purchases where id = $1',
      [id],
    )
    return rows[0] ? purchaseOf(rows[0]) : null
  }

  changePurchase<ActResult>(
    id: string,
    change: (purchase: SimulatedPurchase) => PurchaseChange<ActResult>,
  ): Promise<ActResult | null> {
    return inTransaction(this.#pool, async (client) => {
      const { rows } = await client.query<PurchaseRow>(
        'select id, company_id, document, settling from simulator_purchases where id = $1 for update',
        [id],
      )
      if (!rows[0]) return null
      const { purchase, deliveries, outcome } = change(purchaseOf(rows[0]))
      await client.query(
        'update simulator_purchases set document = $2, settling = $3, settles_at = $4 where id = $1',
        [id, ...changingColumns(purchase)],
      )
      await insertDeliveries(client, id, deliveries)
      return outcome
    })
  }

  async listPurchases({ limit, status, reference, companyId }: PurchaseFilter): Promise<SimulatedPurchase[]> {
    const { rows } = await this.#pool.query<PurchaseRow>(
      `select id, company_id, document, settling from simulator_purchases
         where ($2::text is null or document->>'status' = $2)
           and ($3::text is null or document->>'reference' = $3)
           and ($4::uuid is null or company_id = $4)
         order by created_at desc, id limit $1`,
      [limit, status ?? null, reference ?? null, companyId ?? null],
    )
    return rows.map(purchaseOf)
  }

  async purchasesToSettle(now: Date): Promise<{ id: string; companyId: string }[]> {
    const { rows } = await this.#pool.query<{ id: string; company_id: string }>(
      'select id, company_id from simulator_purchases where settles_at <= $1 order by settles_at limit 100',
      [now],
    )
    return rows.map((row) => ({ id: row.id, companyId: row.company_id }))
  }

  async claimDelivery(now: Date, leaseUntil: Date): Promise<Delivery | null> {
    const { rows } = await this.#pool.query<DeliveryRow>(
      `update simulator_deliveries set attempts = attempts + 1, due_at = $2
         where id = (
           select due.id from simulator_deliveries due
           where due.state = 'waiting' and due.due_at <= $1 and (not due.ordered or not exists (
             select from simulator_deliveries earlier
             where earlier.purchase_id = due.purchase_id and earlier.state = 'waiting' and earlier.id < due.id
           ))
           order by due.due_at, due.id limit 1 for update skip locked
         )
         returning ${deliveryColumns}`,
      [now, leaseUntil],
    )
    return rows[0] ? deliveryOf(rows[0]) : null
  }

  async recordAttempt(
    id: string,
    { state, dueAt, lastStatus }: { state: DeliveryState; dueAt: Date; lastStatus: number | null },
  ): Promise<void> {
    await this.#pool.query(
      'update simulator_deliveries set state = $2, due_at = $3, last_status = $4 where id = $1',
      [id, state, dueAt, lastStatus],
    )
  }

  async deliveriesOf(purchaseId: string): Promise<Delivery[]> {
    const { rows } = await this.#pool.query<DeliveryRow>(
      `select ${deliveryColumns} from simulator_deliveries where purchase_id = $1
         order by simulator_deliveries.id`,
      [purchaseId],
    )
    return rows.map(deliveryOf)
  }

  async sendAgain(deliveryId: string, at: Date): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `update simulator_deliveries set state = 'waiting', attempts = 0, due_at = $2, scheduled_at = $2
         where id::text = $1`,
      [deliveryId, at],
    )
    return rowCount === 1
  }

  async webhooksOf(companyId: string): Promise<Webhook[]> {
    const { rows } = await this.#pool.query<WebhookRow>(
      'select id, company_id, document, private_key from simulator_webhooks where company_id = $1 order by id',
      [companyId],
    )
    return rows.map(webhookOf)
  }

  async putWebhook({ id, companyId, document, privateKey }: Webhook): Promise<void> {
    await this.#pool.query(
      `insert into simulator_webhooks (id, company_id, document, private_key) values ($1, $2, $3, $4)
         on conflict (id) do update set document = excluded.document`,
      [id, companyId, JSON.stringify(document), privateKey],
    )
  }

  async removeWebhook(companyId: string, id: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      'delete from simulator_webhooks where company_id = $1 and id = $2',
      [companyId, id],
    )
    return rowCount === 1
  }

  async replaceSigningKey(companyId: string, privateKey: string): Promise<void> {
    await this.#pool.query(
      `insert into simulator_keys (company_id, private_key) values ($1, $2)
         on conflict (company_id) do update set private_key = excluded.private_key`,
      [companyId, privateKey],
    )
  }

  async signingKey(companyId: string, generate: () => Promise<string>): Promise<string> {
    const held = await readKey(this.#pool, companyId)
    if (held !== null) return held
    await this.#pool.query(
      'insert into simulator_keys (company_id, private_key) values ($1, $2) on conflict do nothing',
      [companyId, await generate()],
    )
    const stored = await readKey(this.#pool, companyId)
    if (stored === null) throw new Error('The simulator could not keep a signing key')
    return stored
  }
}

async function readKey(pool: Pool, companyId: string): Promise<string | null> {
  const { rows } = await pool.query<{ private_key: string }>(
    'select private_key from simulator_keys where company_id = $1',
    [companyId],
  )
  return rows[0]?.private_key ?? null
}

async function insertDeliveries(
  client: PoolClient,
  purchaseId: string,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  for (const delivery of deliveries) {
    await client.query(
      `insert into simulator_deliveries
         (purchase_id, url, body, signature, state, scheduled_at, due_at, event_type, webhook_id, ordered)
       values ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9)`,
      [
        purchaseId,
        delivery.url,
        delivery.body,
        delivery.signature,
        delivery.state,
        delivery.dueAt,
        delivery.eventType,
        delivery.webhookId,
        delivery.ordered,
      ],
    )
  }
}

function webhookOf(row: WebhookRow): Webhook {
  return { id: row.id, companyId: row.company_id, document: row.document, privateKey: row.private_key }
}

function changingColumns({ document, settling }: SimulatedPurchase) {
  return [
    JSON.stringify(document),
    settling && JSON.stringify(settling),
    settling && new Date(settling.at * 1000),
  ]
}

function purchaseOf(row: PurchaseRow): SimulatedPurchase {
  return { id: row.id, companyId: row.company_id, document: row.document, settling: row.settling }
}

function deliveryOf(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    purchaseId: row.purchase_id,
    url: row.url,
    body: row.body,
    signature: row.signature,
    state: row.state,
    attempts: row.attempts,
    scheduledAt: row.scheduled_at,
    dueAt: row.due_at,
    lastStatus: row.last_status,
    eventType: row.event_type,
    webhookId: row.webhook_id,
    ordered: row.ordered,
  }
}

async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}
