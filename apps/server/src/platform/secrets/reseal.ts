/** Seals stored secrets again under the current secret: docs/decisions/secrets.md. */
import type { Logger } from 'pino'

export interface Resealed {
  resealed: number
  /** No accepted secret opens this many rows. */
  unreadable: number
}

/** Seals a feature's stored secrets under the current secret. Stops early when the signal aborts; a later run can start again. */
export type ResealSecrets = (signal: AbortSignal) => Promise<Resealed>

export interface StoredSecrets<Row extends { id: number }> {
  /** The log calls the rows by this name. */
  name: string
  /** Returns a limited number of rows with a greater id, in ascending order. An empty result ends the loop. */
  rowsAfter: (id: number) => Promise<readonly Row[]>
  /**
   * Saves the row's secrets under the current secret, unless the row has changed meanwhile. Returns false if nothing had to change.
   */
  reseal: (row: Row) => Promise<boolean>
}

/** Seals the secrets of all rows again. A row that cannot be opened is logged, and the others continue. */
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
