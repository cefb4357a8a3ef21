/** Stored secrets are sealed under the current secret: docs/decisions/secrets.md. */
import type { Logger } from 'pino'

export interface Resealed {
  resealed: number
  /** Rows that no accepted secret opens. */
  unreadable: number
}

/** Seals what a feature stores under the current secret. Ends early when the signal says so; it can begin again. */
export type ResealSecrets = (signal: AbortSignal) => Promise<Resealed>

export interface StoredSecrets<Row extends { id: number }> {
  /** Names the rows in the log. */
  name: string
  /** Rows with a greater id, in its order, a bounded number; none after the last. */
  rowsAfter: (id: number) => Promise<readonly Row[]>
  /** Saves the row's secrets under the current secret, unless the row has changed meanwhile. False: nothing was to do. */
  reseal: (row: Row) => Promise<boolean>
}

/** A row that cannot be opened is logged and does not stop the others. */
export const resealStored =
  <Row extends { id: number }>({ name, rowsAfter, reseal }: StoredSecrets<Row>, log: Logger): ResealSecrets =>
  async (signal) => {
    const done: Resealed = { resealed: 0, unreadable: 0 }
    let rows = await rowsAfter(0)
    while (rows.length > 0 && !signal.aborted) {
      for (const row of rows)
        try {
          if (await reseal(row)) done.resealed += 1
        } catch (error) {
          done.unreadable += 1
          log.error({ err: error, id: row.id }, `a stored secret cannot be sealed anew: ${name}`)
        }
      rows = await rowsAfter(rows.at(-1)?.id ?? 0)
    }
    return done
  }
