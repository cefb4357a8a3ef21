/** Lets sellers enter and send the details that verification requires (docs/decisions/sellers.md). */
import {
  checkKinds,
  type CheckKind,
  type OwnSellerChecks,
} from '@apogee/contracts/businesses/seller-checks.ts'
import {
  storedNumber,
  type SellerRegistrationForm,
} from '@apogee/contracts/businesses/seller-checks.forms.ts'
import type { ActivityKind } from '@apogee/contracts/security-log/security-log.ts'
import type { SecurityDetails } from '@apogee/contracts/accounts/security.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import * as businesses from '../businesses.store.ts'
import * as store from './seller-checks.store.ts'
import {
  endOfNumber,
  presentChecks,
  presentContact,
  presentDocuments,
  presentRegistration,
  type Facts,
  type SellerFacts,
} from './seller-facts.ts'
import { deleteDocumentsOf } from './seller-documents.store.ts'
import * as registrations from './seller-registrations.store.ts'
import type { RecordSellerChange } from '../selling.ts'

export interface SellerChecksDependencies {
  database: Database
  clock: Clock
  facts: SellerFacts
  sellersNeedApproval: boolean
  sellerOf: (tx: Tx, caller: Caller) => Promise<number>
  consumeAttempt: Accounts['consumeAttempt']
  recordSellerChange: RecordSellerChange
  recordSellerActivity: (
    tx: Tx,
    actor: Caller,
    sellerId: number,
    kind: ActivityKind,
    details: SecurityDetails,
  ) => Promise<void>
}

export class SellerChecks {
  readonly #deps: SellerChecksDependencies

  constructor(deps: SellerChecksDependencies) {
    this.#deps = deps
  }

  /** Refuses the platform, which does not verify itself. */
  readonly checkedSeller = (tx: Tx, caller: Caller): Promise<number> =>
    caller.role === 'superadmin' ? refuse('SELLER_NOT_FOUND') : this.#deps.sellerOf(tx, caller)

  /**
   * Returns the checks that block payouts of this seller. The list is empty when sellers need no approval, and for the platform.
   */
  async missingChecks(db: Db, sellerId: number): Promise<CheckKind[]> {
    return (await this.missingChecksOf(db, [sellerId])).get(sellerId) ?? []
  }

  async missingChecksOf(db: Db, sellerIds: readonly number[]): Promise<ReadonlyMap<number, CheckKind[]>> {
    if (!this.#deps.sellersNeedApproval) return new Map()
    const rows = await store.verifiedChecksOf(db, sellerIds)
    return new Map(
      rows.map(({ sellerId, verified }) => [sellerId, checkKinds.filter((kind) => !verified.includes(kind))]),
    )
  }

  readonly read = (caller: Caller): Promise<OwnSellerChecks> =>
    this.#deps.database.transaction(async (tx) => this.own(tx, caller, await this.checkedSeller(tx, caller)))

  async own(tx: Tx, caller: Caller, sellerId: number): Promise<OwnSellerChecks> {
    const facts = await this.#deps.facts.read(tx, sellerId)
    const { bank } = facts
    return {
      isRequired: this.#deps.sellersNeedApproval,
      sellerKind: caller.businessId === null ? 'person' : 'business',
      checks: presentChecks(facts),
      registration: presentRegistration(facts),
      contact: presentContact(facts, this.#deps.clock.now()),
      documents: presentDocuments(facts),
      bank: bank && { bankName: bank.bankName, accountEndsWith: bank.accountEndsWith },
      suggested: await suggestedFor(tx, caller),
    }
  }

  async saveRegistration(caller: Caller, form: SellerRegistrationForm): Promise<OwnSellerChecks> {
    const { database, clock, facts, consumeAttempt, recordSellerChange } = this.#deps
    const sellerId = await database.transaction((tx) => this.checkedSeller(tx, caller))
    await consumeAttempt('payment-details.change', `registration ${sellerId}`)
    return database.transaction(async (tx) => {
      await store.lockChecks(tx, sellerId)
      const before = await facts.read(tx, sellerId)
      const { kind, legalName } = form
      const number = storedNumber(kind, form.registrationNumber)
      if (isSameRegistration(before, { kind, legalName, number })) return this.own(tx, caller, sellerId)
      const savedAt = clock.now()
      await registrations.saveRegistration(tx, {
        sellerId,
        kind,
        legalName,
        savedAt,
        numberEncrypted: facts.sealNumber(sellerId, number),
        numberEndsWith: endOfNumber(number),
      })
      await store.noteSellerChange(tx, {
        sellerId,
        kind: 'registration',
        next: 'submitted',
        at: savedAt,
      })
      if (before.registration)
        await recordSellerChange(tx, caller, sellerId, 'seller.detailsChanged', { what: 'registration' })
      return this.own(tx, caller, sellerId)
    })
  }

  /** Sends all checks together. A check that was never sent, or that was returned, must be complete. */
  send(caller: Caller): Promise<OwnSellerChecks> {
    const { database, clock, facts, recordSellerActivity } = this.#deps
    return database.transaction(async (tx) => {
      const sellerId = await this.checkedSeller(tx, caller)
      await store.lockChecks(tx, sellerId)
      const open = presentChecks(await facts.read(tx, sellerId)).filter(
        ({ state }) => state === 'missing' || state === 'returned',
      )
      const lacking = open.filter((check) => !check.isComplete)
      if (lacking.length > 0)
        refuse('SELLER_CHECKS_INCOMPLETE', {
          issues: lacking.map(({ kind }) => ({ path: kind, message: 'is missing' })),
        })
      const kinds = open.map(({ kind }) => kind)
      if (kinds.length > 0) {
        await store.submitChecks(tx, sellerId, { kinds, at: clock.now() })
        await recordSellerActivity(tx, caller, sellerId, 'seller.checksSent', { checks: kinds.join(', ') })
      }
      return this.own(tx, caller, sellerId)
    })
  }

  /** Deletes the verification data of a lone instructor. */
  readonly forget = async (tx: Tx, userId: number): Promise<void> => {
    await deleteDocumentsOf(tx, userId)
    await registrations.deleteRegistrations(tx, userId)
    await store.deleteChecks(tx, userId)
  }
}

const isSameRegistration = (
  { registration, number }: Facts,
  typed: { kind: string; legalName: string; number: string },
): boolean =>
  registration?.kind === typed.kind && registration.legalName === typed.legalName && number === typed.number

async function suggestedFor(db: Db, { businessId, name }: Caller): Promise<OwnSellerChecks['suggested']> {
  if (businessId === null) return { name: name ?? '', email: '', phone: '' }
  const profile = await businesses.profileOfBusiness(db, businessId)
  return { name: profile?.name ?? '', email: profile?.email ?? '', phone: profile?.phone ?? '' }
}
