/** Superadmins approve, limit, suspend and restore sellers, and write notes: docs/decisions/sellers.md. */
import type { SellingState } from '@apogee/contracts/businesses/selling-states.ts'
import type { SellerNote, SellerStateChange } from '@apogee/contracts/businesses/seller-states.ts'
import type { SellerNoteForm, SellerStateForm } from '@apogee/contracts/businesses/seller-states.forms.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import { pageOf, type Page, type PageRequest } from '#server/platform/pages.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import * as sellers from '../businesses.store.ts'
import { kindOfChange, statesAfter } from './seller-states.rules.ts'
import * as store from './seller-states.store.ts'
import type { RecordSellerChange } from '../selling.ts'

const shownChanges = 100

interface SellerStatesDependencies {
  database: Database
  clock: Clock
  recordSellerChange: RecordSellerChange
}

export interface StateChange extends SellerStateForm {
  expectedState: SellingState
  expectedChangeId: number | null
}

export class SellerStates {
  readonly #deps: SellerStatesDependencies

  constructor(deps: SellerStatesDependencies) {
    this.#deps = deps
  }

  /**
   * Changes a seller's state. Repeating one's own change has no effect. The change is refused if the present state is not the one
   * that the caller saw, so that two superadmins do not undo each other's changes.
   */
  changeState(
    caller: Caller,
    sellerId: number,
    change: StateChange,
  ): Promise<{ state: SellingState; changeId: number | null }> {
    const { state: to, reason } = change
    const dailyLimitCents = change.dailyLimit ?? null
    return this.#deps.database.transaction(async (tx) => {
      await store.lockCoursesOf(tx, sellerId)
      const { state: from, dailyLimitCents: limitBefore } = await this.#locked(tx, sellerId)
      const [newest] = await store.stateChangesOf(tx, sellerId, 1)
      const isSame = from === to && limitBefore === dailyLimitCents
      const note = change.note || null
      const isRepeated = newest?.byId === caller.userId && newest.reason === reason && newest.note === note
      if (isSame && isRepeated) return { state: to, changeId: newest.id }
      const changeId = newest?.id ?? null
      if (from !== change.expectedState || changeId !== change.expectedChangeId)
        refuse('SELLER_STATE_CHANGED')
      if (isSame || !statesAfter[from].includes(to)) refuse('SELLER_STATE_NOT_ALLOWED')
      const at = this.#deps.clock.now()
      await sellers.setSellingState(tx, sellerId, { state: to, dailyLimitCents, at, by: caller.userId })
      const id = await store.insertStateChange(tx, {
        sellerId,
        from,
        to,
        dailyLimitCents,
        reason,
        note,
        by: caller.userId,
        at,
      })
      const details = { reason, ...(dailyLimitCents !== null && { cents: dailyLimitCents }) }
      await this.#deps.recordSellerChange(tx, caller, sellerId, kindOfChange(from, to), details)
      return { state: to, changeId: id }
    })
  }

  /** Approves an applicant, which needs no reason. Repeated or concurrent approvals are recorded and notified once. */
  readonly approveSeller = (caller: Caller, sellerId: number): Promise<{ state: SellingState }> =>
    this.#deps.database.transaction(async (tx) => {
      const seller = await this.#locked(tx, sellerId)
      if (seller.state === 'approved') return { state: 'approved' as const }
      if (seller.state !== 'applied') refuse('SELLER_STATE_NOT_ALLOWED')
      const at = this.#deps.clock.now()
      await sellers.setSellingState(tx, sellerId, {
        state: 'approved',
        dailyLimitCents: null,
        at,
        by: caller.userId,
      })
      await store.insertStateChange(tx, {
        sellerId,
        from: 'applied',
        to: 'approved',
        dailyLimitCents: null,
        reason: null,
        note: null,
        by: caller.userId,
        at,
      })
      await this.#deps.recordSellerChange(tx, caller, sellerId, 'seller.approved', {})
      return { state: 'approved' as const }
    })

  /** Locks the seller. Refuses the platform, which has no state. */
  readonly #locked = async (tx: Tx, sellerId: number): Promise<sellers.SellingStateRow> => {
    const found = await sellers.lockSellingState(tx, sellerId)
    return !found || found.isPlatform ? refuse('SELLER_NOT_FOUND') : found
  }

  /** Returns the newest change first. */
  async history(db: Db, sellerId: number): Promise<SellerStateChange[]> {
    const rows = await store.stateChangesOf(db, sellerId, shownChanges)
    return rows.map(({ byId: _, at, ...row }) => ({ ...row, at: at.toISOString() }))
  }

  async listNotes(sellerId: number, page: PageRequest): Promise<Page<SellerNote>> {
    const { kysely } = this.#deps.database
    await refuseUnknown(kysely, sellerId)
    const { rows, total } = await store.pageOfNotes(kysely, sellerId, page)
    const { data, meta } = pageOf(rows, total, page)
    return { data: data.map(presentNote), meta }
  }

  writeNote(
    caller: Caller,
    sellerId: number,
    { text, key }: SellerNoteForm & { key: string },
  ): Promise<SellerNote> {
    return this.#deps.database.transaction(async (tx) => {
      await refuseUnknown(tx, sellerId)
      const at = this.#deps.clock.now()
      return presentNote(await store.insertNote(tx, { sellerId, text, key, by: caller.userId, at }))
    })
  }
}

async function refuseUnknown(db: Db, sellerId: number): Promise<void> {
  const seller = await sellers.sellerById(db, sellerId)
  if (!seller || seller.kind === 'platform') refuse('SELLER_NOT_FOUND')
}

const presentNote = ({ at, ...note }: store.NoteRow): SellerNote => ({ ...note, at: at.toISOString() })
