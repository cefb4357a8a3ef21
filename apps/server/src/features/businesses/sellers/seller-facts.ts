/** Reads, decrypts and presents a seller's verification data for the seller, the platform, and the record of a decision. */
import type {
  CheckKind,
  SellerCheck,
  SellerRegistration,
} from '@apogee/contracts/businesses/seller-checks.ts'
import { checkKinds } from '@apogee/contracts/businesses/seller-checks.ts'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Db } from '#server/platform/database/database.ts'
import type { Keys } from '#server/platform/secrets/keys.ts'
import { resealStored, type ResealSecrets } from '#server/platform/secrets/reseal.ts'
import type { Media } from '#server/features/media/media.service.ts'
import { compareNames } from '../name-match.rules.ts'
import type { PayoutBanks } from '../payouts/payout-banks.ts'
import * as checks from './seller-checks.store.ts'
import { documentsOf, type DocumentRow } from './seller-documents.store.ts'
import * as store from './seller-registrations.store.ts'

const numberPurpose = 'seller registration number'
const snapshotPurpose = 'seller check snapshot'
const contextOf = (sellerId: number) => String(sellerId)
/** A number is shown by its last four digits. */
export const endOfNumber = (number: string) => number.slice(-4)

interface SellerFactsDependencies {
  keys: Keys
  log: Logger
  database: { kysely: Db }
  media: Pick<Media, 'filesById'>
  payoutBanks: Pick<PayoutBanks, 'openedBankOf'>
}

interface StoredDocument extends DocumentRow {
  name: string
  contentType: string
  bytes: number
  sha256: Buffer
}

export type Facts = Awaited<ReturnType<SellerFacts['read']>>

export class SellerFacts {
  readonly #deps: SellerFactsDependencies

  constructor(deps: SellerFactsDependencies) {
    this.#deps = deps
  }

  async read(db: Db, sellerId: number) {
    const registration = await store.registrationOf(db, sellerId)
    const bank = await this.#deps.payoutBanks.openedBankOf(db, sellerId)
    return {
      sellerId,
      rows: await checks.checksOf(db, sellerId),
      registration,
      number: registration ? this.#openNumber(registration) : null,
      bank,
      nameVerdict:
        registration && bank?.accountHolder != null
          ? compareNames(registration.legalName, bank.accountHolder)
          : null,
      contact: (await store.contactOf(db, sellerId)) ?? null,
      documents: await this.#documents(db, sellerId),
    }
  }

  async #documents(db: Db, sellerId: number): Promise<StoredDocument[]> {
    const rows = await documentsOf(db, sellerId)
    const files = await this.#deps.media.filesById(
      db,
      rows.map(({ mediaId }) => mediaId),
    )
    return rows.flatMap((row) => {
      const file = files.find(({ id }) => id === row.mediaId)
      if (!file) return []
      const { originalName, contentType, sizeBytes, sha256 } = file
      return [{ ...row, name: originalName, contentType, bytes: sizeBytes, sha256 }]
    })
  }

  sealNumber(sellerId: number, number: string): Buffer {
    return this.#deps.keys.seal(numberPurpose, number, contextOf(sellerId))
  }

  /** Returns null when the number was encrypted under another secret. */
  #openNumber({ sellerId, numberEncrypted }: store.RegistrationRow): string | null {
    try {
      return this.#deps.keys.open(numberPurpose, numberEncrypted, contextOf(sellerId))
    } catch (error) {
      this.#deps.log.error({ err: error, sellerId }, 'registration number was saved under another APP_SECRET')
      return null
    }
  }

  /** Returns what a check covers at this time, encrypted, for the record of a decision. */
  snapshot(facts: Facts, kind: CheckKind): Buffer {
    const plain: Snapshot = { facts: factsOf(facts, kind), full: fullFactsOf(facts, kind) }
    return this.#deps.keys.seal(snapshotPurpose, JSON.stringify(plain), contextOf(facts.sellerId))
  }

  /** Returns the lines of a snapshot that may be shown. A snapshot that cannot be decrypted has none. */
  shownOf(sellerId: number, sealed: Buffer | null): string[] {
    if (!sealed) return []
    try {
      const plain = this.#deps.keys.open(snapshotPurpose, sealed, contextOf(sellerId))
      return snapshotSchema.parse(JSON.parse(plain)).facts
    } catch (error) {
      this.#deps.log.error({ err: error, sellerId }, 'snapshot of a check cannot be opened')
      return []
    }
  }

  resealSecrets(): ResealSecrets[] {
    const { keys, database, log } = this.#deps
    const db = database.kysely
    const numbers = {
      name: 'registration number',
      rowsAfter: (id: number) => store.numbersAfter(db, id),
      reseal: async ({ id, numberEncrypted }: { id: number; numberEncrypted: Buffer }) => {
        const resealed = keys.reseal(numberPurpose, numberEncrypted, contextOf(id))
        if (resealed) await store.replaceNumber(db, id, { from: numberEncrypted, to: resealed })
        return resealed !== null
      },
    }
    const snapshots = {
      name: 'snapshot of a check',
      rowsAfter: (id: number) => checks.snapshotsAfter(db, id),
      reseal: async (row: { id: number; sellerId: number; snapshotEncrypted: Buffer }) => {
        const resealed = keys.reseal(snapshotPurpose, row.snapshotEncrypted, contextOf(row.sellerId))
        if (resealed) await checks.replaceSnapshot(db, row.id, resealed)
        return resealed !== null
      },
    }
    return [resealStored(numbers, log), resealStored(snapshots, log)]
  }
}

const snapshotSchema = z.object({ facts: z.array(z.string()), full: z.unknown() })
type Snapshot = z.infer<typeof snapshotSchema>

const masked = (end: string) => `••••${end}`

/**
 * Returns what a check covers as readable lines. Numbers are cut to their last digits, because reading this list needs no
 * re-authentication.
 */
function factsOf({ registration, bank, contact, documents }: Facts, kind: CheckKind): string[] {
  switch (kind) {
    case 'registration':
      return registration ? [registration.legalName, masked(registration.numberEndsWith)] : []
    case 'bank':
      return bank ? [`${bank.bankName} ${masked(bank.accountEndsWith)}`, bank.accountHolder ?? ''] : []
    case 'contact':
      return contact ? [contact.email, contact.phone] : []
    case 'documents':
      return documents.map(({ name }) => name)
  }
}

function fullFactsOf(
  { registration, number, bank, nameVerdict, contact, documents }: Facts,
  kind: CheckKind,
) {
  switch (kind) {
    case 'registration':
      return registration && { kind: registration.kind, legalName: registration.legalName, number }
    case 'bank':
      return bank && { ...bank, legalName: registration?.legalName ?? null, nameVerdict }
    case 'contact':
      return contact && { email: contact.email, phone: contact.phone, provenAt: contact.provenAt }
    case 'documents':
      return documents.map(({ name, purpose, bytes, sha256 }) => ({
        name,
        purpose,
        bytes,
        sha256: sha256.toString('hex'),
      }))
  }
}

/** Returns whether all details that a check requires are entered. */
function isComplete({ registration, bank, contact, documents }: Facts, kind: CheckKind): boolean {
  switch (kind) {
    case 'registration':
      return registration !== undefined
    case 'bank':
      return bank !== null
    case 'contact':
      return contact?.provenAt != null
    case 'documents':
      return documents.length > 0
  }
}

export function presentChecks(facts: Facts): SellerCheck[] {
  return checkKinds.map((kind) => {
    const row = facts.rows.find((found) => found.kind === kind)
    return {
      kind,
      state: row?.state ?? 'missing',
      isComplete: isComplete(facts, kind),
      reason: row?.reason ?? null,
      submittedAt: row?.submittedAt?.toISOString() ?? null,
      decidedAt: row?.decidedAt?.toISOString() ?? null,
      revision: row?.revision ?? 0,
    }
  })
}

/** Presents the registration with the last digits of the identity card number instead of the full number. */
export function presentRegistration({ registration, number }: Facts): SellerRegistration | null {
  if (!registration) return null
  const { kind, legalName, numberEndsWith, savedAt } = registration
  return {
    kind,
    legalName,
    numberEndsWith,
    savedAt: savedAt.toISOString(),
    number: kind === 'individual' ? null : number,
  }
}

export function presentContact({ contact }: Facts, now: Date) {
  if (!contact) return null
  const { email, phone, provenAt, codeExpiresAt } = contact
  const isCodeAlive = codeExpiresAt !== null && codeExpiresAt > now
  return {
    email,
    phone,
    provenAt: provenAt?.toISOString() ?? null,
    codeUntil: isCodeAlive ? codeExpiresAt.toISOString() : null,
  }
}

export const presentDocuments = ({ documents }: Facts) =>
  documents.map(({ id, purpose, name, contentType, bytes, addedAt }) => ({
    id,
    purpose,
    name,
    contentType,
    bytes,
    addedAt: addedAt.toISOString(),
  }))
