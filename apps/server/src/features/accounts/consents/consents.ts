/** Records which version of the terms and the privacy policy a person accepted or was shown (docs/decisions/personal-data.md). */
import type { Consent, ConsentWay } from '@apogee/contracts/accounts/consents.ts'
import { newestDocuments, type DocumentVersion } from '@apogee/contracts/accounts/legal-documents.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import { lockUser } from '../accounts.store.ts'
import * as store from './consents.store.ts'

interface ConsentsDependencies {
  database: Database
  clock: Clock
}

export class Consents {
  readonly #deps: ConsentsDependencies

  constructor(deps: ConsentsDependencies) {
    this.#deps = deps
  }

  /** Must run in the transaction that opens the account. The server sets the versions and ignores the client's. */
  async recordNewest(tx: Tx, userId: number, way: ConsentWay): Promise<void> {
    const at = this.#deps.clock.now()
    await store.insertConsents(tx, { userId, documents: newestDocuments, way, at })
  }

  async record({ userId }: Caller, documents: readonly DocumentVersion[], way: ConsentWay): Promise<void> {
    const at = this.#deps.clock.now()
    await this.#deps.database.transaction(async (tx) => {
      // The account may be erased while the request is under way.
      if (!(await lockUser(tx, userId))) refuse('UNAUTHENTICATED')
      await store.insertConsents(tx, { userId, documents, way, at })
    })
  }

  async list({ userId }: Caller): Promise<Consent[]> {
    const found = await store.consentsOf(this.#deps.database.kysely, userId)
    return found.map(({ at, ...consent }) => ({ ...consent, at: at.toISOString() }))
  }

  async newTo(db: Db, userId: number): Promise<readonly DocumentVersion[]> {
    return unanswered(await store.answeredDocumentsOf(db, userId))
  }
}

/** @param answered the documents whose newest version the person has answered */
export const unanswered = (answered: readonly string[]): readonly DocumentVersion[] =>
  newestDocuments.filter(({ document }) => !answered.includes(document))
