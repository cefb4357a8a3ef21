/** What really happened to the money, asked of the provider itself, behind all weather. */
import type pg from 'pg'
import type { MadePurchase } from './provider-line.ts'

interface Told {
  id: string
  reference: string
  status: string
  purchase: { total: number; currency: string }
  payment: { amount: number; currency: string } | null
  refundable_amount: number
}

/** Fills the table `truth` on this connection with every purchase that exists. */
export async function loadTruth(
  client: pg.PoolClient,
  provider: string,
  made: readonly MadePurchase[],
): Promise<void> {
  await client.query(
    `CREATE TEMP TABLE truth (
       id text PRIMARY KEY, reference text NOT NULL, status text NOT NULL, total bigint NOT NULL,
       paid bigint NOT NULL, given_back bigint NOT NULL)`,
  )
  const waiting = [...made]
  const told: Told[] = []
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const response = await fetch(`${provider}/api/v1/purchases/${next.id}/`, {
        headers: { authorization: `Bearer ${next.secret}` },
      })
      if (!response.ok) throw new Error(`the provider does not know its purchase ${next.id}`)
      told.push((await response.json()) as Told)
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  await client.query(
    `INSERT INTO truth
     SELECT id, reference, status, total, paid, given_back FROM jsonb_to_recordset($1::jsonb)
       AS given (id text, reference text, status text, total bigint, paid bigint, given_back bigint)`,
    [JSON.stringify(told.map((each) => rowOf(each)))],
  )
  await client.query('CREATE INDEX ON truth (reference)')
  await client.query('ANALYZE truth')
}

function rowOf({ id, reference, status, purchase, payment, refundable_amount: refundable }: Told) {
  const paid = payment?.amount ?? 0
  return { id, reference, status, total: purchase.total, paid, given_back: payment ? paid - refundable : 0 }
}
