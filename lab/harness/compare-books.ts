/** Compares the provider's records with all books of the database. */
import { brokenInvariants } from '../../apps/server/src/features/sales/model/invariants.ts'
import type { Database } from '../../apps/server/src/platform/database/database.ts'
import { findDifferences, tally } from './checks.ts'
import { loadProviderRecords } from './provider-records.ts'

export interface Comparison {
  differences: string[]
  /** `figures` is a text that tells how much was compared. */
  figures: string
}

export async function compareBooks(database: Database, truthFile: string): Promise<Comparison> {
  const client = await database.pool.connect()
  try {
    await loadProviderRecords(client, truthFile)
    const differences = [
      ...(await findDifferences(client)).map(
        ({ question, output, count }) => `${question} (${count}):\n    ${output.join('\n    ')}`,
      ),
      ...(await brokenInvariants(database)).map(
        ({ broken, ids }) => `not so: ${broken} (${ids.length}: ${ids.slice(0, 5).join(', ')})`,
      ),
    ]
    const figures = Object.entries(await tally(client)).map(([what, figure]) => `${what} ${figure}`)
    return { differences, figures: figures.join(', ') }
  } finally {
    // The temporary table with the records ends with its connection, so the connection is closed.
    client.release(true)
  }
}
