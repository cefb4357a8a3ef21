/** Lets superadmins decide the checks of a seller's verification (docs/decisions/sellers.md). */
import type { ChecksOfSeller, CheckKind, SellerToCheck } from '@apogee/contracts/businesses/seller-checks.ts'
import { refusals } from '@apogee/contracts/refusals.ts'
import type { CheckDecisionForm } from '@apogee/contracts/businesses/seller-checks.forms.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { pageOf, type Page, type PageRequest } from '#server/platform/pages.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import * as businesses from '../businesses.store.ts'
import type { SellerChecksDependencies } from './seller-checks.ts'
import * as store from './seller-checks.store.ts'
import { keepDocumentsSince } from './seller-documents.store.ts'
import { presentChecks, presentContact, presentDocuments, presentRegistration } from './seller-facts.ts'

export class SellerCheckDecisions {
  readonly #deps: SellerChecksDependencies

  constructor(deps: SellerChecksDependencies) {
    this.#deps = deps
  }

  async listToCheck(page: PageRequest): Promise<Page<SellerToCheck>> {
    const { rows, total } = await store.pageOfSellersToCheck(this.#deps.database.kysely, page)
    const { data, meta } = pageOf(rows, total, page)
    return { data: data.map(({ since, ...seller }) => ({ ...seller, since: since.toISOString() })), meta }
  }

  readonly read = (sellerId: number): Promise<ChecksOfSeller> =>
    this.#shown(this.#deps.database.kysely, sellerId)

  async readNumber(sellerId: number): Promise<{ number: string } | null> {
    const db = this.#deps.database.kysely
    await checkedSeller(db, sellerId)
    const { registration, number } = await this.#deps.facts.read(db, sellerId)
    if (!registration) return null
    return { number: number ?? refuse('SELLER_NUMBER_UNREADABLE') }
  }

  /** Decides a check. Verifying a check that the seller has not sent requires a note. */
  decide(
    caller: Caller,
    sellerId: number,
    { kind, outcome, note, revision }: CheckDecisionForm & { kind: CheckKind; revision: number },
  ): Promise<ChecksOfSeller> {
    const { database, clock, facts } = this.#deps
    return database.transaction(async (tx) => {
      await checkedSeller(tx, sellerId)
      const rows = await store.lockChecks(tx, sellerId)
      const check = rows.find((row) => row.kind === kind)
      if (!check || check.revision !== revision) refuse('SELLER_CHECK_CHANGED')
      const isSent = check.state === 'submitted' || check.state === 'verified'
      if (outcome === 'returned' && !isSent) refuse('SELLER_CHECK_NOT_SENT')
      // A note is required for the contact even after it was sent: it documents a phone call, which the system cannot verify.
      const needsNote = outcome === 'verified' && (!isSent || kind === 'contact')
      if (needsNote && note === '')
        refuse('SELLER_CHECK_NEEDS_NOTE', {
          issues: [{ path: 'note', message: refusals.SELLER_CHECK_NEEDS_NOTE.sentence }],
        })
      const at = clock.now()
      const snapshotEncrypted = facts.snapshot(await facts.read(tx, sellerId), kind)
      await store.decideCheck(tx, {
        sellerId,
        kind,
        outcome,
        note,
        snapshotEncrypted,
        by: caller.userId,
        at,
      })
      if (kind === 'documents' && outcome === 'verified') await keepDocumentsSince(tx, sellerId, at)
      await this.#tell(tx, caller, sellerId, { kind, outcome, note, rows })
      return this.#shown(tx, sellerId)
    })
  }

  /** Sends one mail for returned checks, and one mail when all checks are verified. */
  async #tell(
    tx: Tx,
    caller: Caller,
    sellerId: number,
    {
      kind,
      outcome,
      note,
      rows,
    }: Pick<CheckDecisionForm, 'outcome' | 'note'> & {
      kind: CheckKind
      rows: readonly store.CheckRow[]
    },
  ): Promise<void> {
    const { recordSellerChange, recordSellerActivity } = this.#deps
    if (outcome === 'returned')
      return recordSellerChange(tx, caller, sellerId, 'seller.checkReturned', { check: kind, reason: note })
    await recordSellerActivity(tx, caller, sellerId, 'seller.checkVerified', { check: kind })
    const wasVerified = rows.find((row) => row.kind === kind)?.state === 'verified'
    const isLast = rows.every((row) => row.kind === kind || row.state === 'verified')
    if (isLast && !wasVerified) await recordSellerChange(tx, caller, sellerId, 'seller.verified', {})
  }

  async #shown(db: Db, sellerId: number): Promise<ChecksOfSeller> {
    const seller = await checkedSeller(db, sellerId)
    const facts = await this.#deps.facts.read(db, sellerId)
    const decisions = await store.decisionsOf(db, sellerId)
    const { bank } = facts
    return {
      id: sellerId,
      name: seller.name,
      isRequired: this.#deps.sellersNeedApproval,
      sellerKind: seller.kind === 'business' ? 'business' : 'person',
      checks: presentChecks(facts),
      registration: presentRegistration(facts),
      contact: presentContact(facts, this.#deps.clock.now()),
      documents: presentDocuments(facts),
      bank: bank && {
        bankName: bank.bankName,
        accountEndsWith: bank.accountEndsWith,
        accountHolder: bank.accountHolder,
        savedAt: bank.savedAt.toISOString(),
      },
      nameVerdict: facts.nameVerdict,
      decisions: decisions.map(({ byId, byName, at, snapshotEncrypted, ...row }) => ({
        ...row,
        by: byId === null ? null : { id: byId, name: byName },
        at: at.toISOString(),
        facts: this.#deps.facts.shownOf(sellerId, snapshotEncrypted),
      })),
    }
  }
}

async function checkedSeller(db: Db, sellerId: number): Promise<businesses.SellerRow> {
  const seller = await businesses.sellerById(db, sellerId)
  return !seller || seller.kind === 'platform' ? refuse('SELLER_NOT_FOUND') : seller
}
