/** Reads the provider's own records of money, which the provider writes line by line as payments and refunds happen. */
import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import type { PurchaseLogLine } from '@apogee/chip-simulator/purchase/purchase-log.ts'

/** Fills the table `truth` on this connection with every existing purchase. */
export async function loadProviderRecords(client: pg.PoolClient, truthFile: string): Promise<void> {
  await client.query(
    `CREATE TEMP TABLE truth (
       id text PRIMARY KEY, reference text NOT NULL, status text NOT NULL, total bigint NOT NULL,
       paid bigint NOT NULL, given_back bigint NOT NULL)`,
  )
  const purchases = new Map<string, ReturnType<typeof rowOf>>()
  for (const text of (await readFile(truthFile, 'utf8')).split('\n')) {
    if (text === '') continue
    const line = JSON.parse(text) as PurchaseLogLine
    purchases.set(line.purchase, rowOf(line, purchases.get(line.purchase)))
  }
  await client.query(
    `INSERT INTO truth
     SELECT id, reference, status, total, paid, "givenBack" FROM jsonb_to_recordset($1::jsonb)
       AS given (id text, reference text, status text, total bigint, paid bigint, "givenBack" bigint)`,
    [JSON.stringify([...purchases.values()])],
  )
  await client.query('CREATE INDEX ON truth (reference)')
  await client.query('ANALYZE truth')
}

/** Converts a record to a row. A paid purchase stays paid, and money that the provider no longer holds counts as refunded. */
function rowOf(line: PurchaseLogLine, before: { paid: number } | undefined) {
  const { purchase: id, reference, status, total, held } = line
  const paid = Math.max(before?.paid ?? 0, held)
  return { id, reference, status, total, paid, givenBack: paid - held }
}
