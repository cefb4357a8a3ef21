/** Manages files that prove a seller's identity. Browsers can only download them; no page shows them. */
import {
  sellerDocumentLimits,
  type SellerDocumentPurpose,
} from '@apogee/contracts/businesses/seller-kinds.ts'
import type { OwnSellerChecks } from '@apogee/contracts/businesses/seller-checks.ts'
import type { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { SealedAddresses } from '#server/platform/secrets/sealed-address.ts'
import type { Keys } from '#server/platform/secrets/keys.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { sessionOf, type Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { SellerChecks, SellerChecksDependencies } from './seller-checks.ts'
import { lockChecks, noteSellerChange } from './seller-checks.store.ts'
import * as store from './seller-documents.store.ts'

interface SellerDocumentsDependencies extends SellerChecksDependencies {
  keys: Keys
  checks: SellerChecks
  media: Pick<Media, 'resolveUpload' | 'fileById' | 'openFile'>
  isSessionLive: Accounts['sessions']['isLive']
}

export const sellerDocumentPath = '/seller-documents'

/** A download address contains these fields in encrypted form. */
const sealedAddress = z.object({
  sellerId: z.int(),
  documentId: z.int(),
  userId: z.int(),
  /** The address expires with the session. */
  sessionId: z.int(),
})

export interface OpenedDocument {
  name: string
  contentType: string
  bytes: number
  content: Readable
}

export class SellerDocuments {
  readonly #deps: SellerDocumentsDependencies
  readonly #addresses

  constructor(deps: SellerDocumentsDependencies) {
    this.#deps = deps
    this.#addresses = new SealedAddresses(deps, {
      path: sellerDocumentPath,
      purpose: 'seller document',
      lifetimeMs: 60_000,
      content: sealedAddress,
    })
  }

  /** Adds a file. Adding the same file again has no effect. */
  add(
    caller: Caller,
    { url, purpose }: { url: string; purpose: SellerDocumentPurpose },
  ): Promise<OwnSellerChecks> {
    const { database, clock, checks, media } = this.#deps
    return database.transaction(async (tx) => {
      const sellerId = await this.#openSeller(tx, caller)
      const file = await media.resolveUpload(tx, caller, url, ['seller-document'], 'url')
      const present = await store.documentsOf(tx, sellerId)
      if (present.some(({ mediaId }) => mediaId === file.id)) return checks.own(tx, caller, sellerId)
      if (present.length >= sellerDocumentLimits.most) refuse('SELLER_DOCUMENTS_FULL')
      const addedAt = clock.now()
      // The file is already a document of another seller.
      if (!(await store.insertDocument(tx, { sellerId, mediaId: file.id, purpose, addedAt })))
        refuse('FILE_NOT_AN_UPLOAD')
      await noteSellerChange(tx, { sellerId, kind: 'documents', next: 'submitted', at: addedAt })
      return checks.own(tx, caller, sellerId)
    })
  }

  remove(caller: Caller, id: number): Promise<OwnSellerChecks> {
    const { database, clock, checks } = this.#deps
    return database.transaction(async (tx) => {
      const sellerId = await this.#openSeller(tx, caller, id)
      if (!(await store.deleteDocument(tx, sellerId, id))) refuse('NOT_FOUND')
      await noteSellerChange(tx, { sellerId, kind: 'documents', next: 'submitted', at: clock.now() })
      return checks.own(tx, caller, sellerId)
    })
  }

  /** Returns the caller's seller. Refuses while the seller's documents are being checked, and after they were verified. */
  async #openSeller(tx: Tx, caller: Caller, documentId?: number): Promise<number> {
    const sellerId = await this.#deps.checks.checkedSeller(tx, caller)
    const rows = await lockChecks(tx, sellerId)
    if (documentId !== undefined && !(await store.documentOf(tx, sellerId, documentId))) refuse('NOT_FOUND')
    const state = rows.find(({ kind }) => kind === 'documents')?.state
    if (state === 'submitted' || state === 'verified') refuse('SELLER_DOCUMENTS_CLOSED')
    return sellerId
  }

  readonly openOwn = (caller: Caller, id: number): Promise<{ url: string }> =>
    this.#deps.database.transaction(async (tx) =>
      this.#addressOf(tx, caller, await this.#deps.checks.checkedSeller(tx, caller), id),
    )

  readonly openOfSeller = (caller: Caller, sellerId: number, id: number): Promise<{ url: string }> =>
    this.#addressOf(this.#deps.database.kysely, caller, sellerId, id)

  async #addressOf(db: Db, caller: Caller, sellerId: number, documentId: number): Promise<{ url: string }> {
    if (!(await store.documentOf(db, sellerId, documentId))) refuse('NOT_FOUND')
    const { userId } = caller
    const content = { sellerId, documentId, userId, sessionId: sessionOf(caller) }
    return { url: this.#addresses.addressOf(content) }
  }

  /** Opens a document. Refuses NOT_FOUND for a forged or expired address, and for a person who may no longer read the document. */
  async open(key: string): Promise<OpenedDocument> {
    const { database, isSessionLive, media } = this.#deps
    const { sellerId, documentId, userId, sessionId } = this.#addresses.open(key) ?? refuse('NOT_FOUND')
    const db = database.kysely
    if (!(await isSessionLive(userId, sessionId))) refuse('NOT_FOUND')
    if (!(await store.mayReadDocuments(db, userId, sellerId))) refuse('NOT_FOUND')
    const document = (await store.documentOf(db, sellerId, documentId)) ?? refuse('NOT_FOUND')
    const file = (await media.fileById(db, document.mediaId)) ?? refuse('NOT_FOUND')
    const { originalName, contentType, sizeBytes, storageKey } = file
    const content = await media.openFile(storageKey)
    return { name: originalName, contentType, bytes: sizeBytes, content }
  }

  readonly deleteBefore = (before: Date): Promise<void> =>
    store.deleteDocumentsBefore(this.#deps.database.kysely, before)
}
