/** These jobs maintain the sums of the ledger (docs/decisions/figures.md). */
import type { Database, Log, Tx } from '#server/platform/database/database.ts'
import * as store from './ledger-sums.store.ts'

const postingsAtOnce = 20_000
const sellersAtOnce = 1_000

export class LedgerSums {
  readonly #database: Database
  readonly #log: Log

  constructor({ database, log }: { database: Database; log: Log }) {
    this.#database = database
    this.#log = log
  }

  /** Adds new postings to the sums. Runs every minute. */
  async add(stopping?: AbortSignal): Promise<void> {
    let taken = postingsAtOnce
    while (taken >= postingsAtOnce && !stopping?.aborted)
      taken = await this.#locked((tx) => store.addToSums(tx, postingsAtOnce))
  }

  /**
   * Recounts the sums from all entries every night. A difference is a bug in the trigger that lists unsummed postings; the job logs
   * and corrects it. Returns the number of differences.
   */
  async compare(stopping?: AbortSignal): Promise<number> {
    let differing = 0
    for (let after: number | null = 0; after !== null && !stopping?.aborted;) {
      const from: number = after
      const found = await this.#locked((tx) => store.recountSums(tx, from, sellersAtOnce))
      differing += found.differing
      after = found.last
    }
    if (differing > 0) this.#log.error({ differing }, 'sums of the ledger differed from its entries')
    return differing
  }

  readonly #locked = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    this.#database.transaction(async (tx) => {
      await store.lockSums(tx)
      return work(tx)
    })
}
