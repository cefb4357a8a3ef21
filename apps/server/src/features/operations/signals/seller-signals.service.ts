/** Shows superadmins unusual patterns of sellers and takes no action by itself: docs/decisions/sellers.md. */
import type { SellerSignal } from '@apogee/contracts/operations/seller-signals.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { pageOf, type Page, type PageRequest } from '#server/platform/pages.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { SecurityLog } from '#server/features/security-log/security-log.service.ts'
import { signalsOf, signalWindows, type SellerMeasure, type Signal } from './seller-signals.rules.ts'
import * as store from './seller-signals.store.ts'

interface SellerSignalsDependencies {
  database: Database
  clock: Clock
  securityLog: Pick<SecurityLog, 'recordSecurityEvent' | 'recordActivity'>
}

export class SellerSignals {
  readonly #deps: SellerSignalsDependencies

  constructor(deps: SellerSignalsDependencies) {
    this.#deps = deps
  }

  async list(sellerId: number | null, page: PageRequest): Promise<Page<SellerSignal>> {
    const { rows, total } = await store.pageOfSignals(this.#deps.database.kysely, sellerId, page)
    const { data, meta } = pageOf(rows, total, page)
    return { data: data.map(presentSignal), meta }
  }

  close(caller: Caller, id: number, note: string): Promise<SellerSignal> {
    const { database, clock, securityLog } = this.#deps
    return database.transaction(async (tx) => {
      const { sellerId, kind } = (await store.signalById(tx, id)) ?? refuse('NOT_FOUND')
      const isClosed = await store.closeSignal(tx, { id, by: caller.userId, note, now: clock.now() })
      if (!isClosed) refuse('SIGNAL_CLOSED')
      await securityLog.recordActivity(tx, {
        kind: 'signal.closed',
        actor: caller,
        details: { signalId: id, sellerId, signal: kind, note },
      })
      return presentSignal((await store.signalById(tx, id)) ?? refuse('NOT_FOUND'))
    })
  }

  /** Measures all sellers, as a job. Idempotent: a signal that is open stays open and gets the newest figures. */
  async look(signal?: AbortSignal): Promise<void> {
    for (const measure of await this.#measures()) {
      for (const found of signalsOf(measure)) {
        if (signal?.aborted) return
        await this.#note(measure.sellerId, found)
      }
    }
  }

  readonly deleteBefore = (before: Date): Promise<void> =>
    store.deleteSignalsClosedBefore(this.#deps.database.kysely, before)

  /** Opens or updates a signal. All superadmins are notified and mailed when the signal opens, and not again. */
  async #note(sellerId: number, found: Signal): Promise<void> {
    const { database, clock, securityLog } = this.#deps
    await database.transaction(async (tx) => {
      const { id, isNew } = await store.noteSignal(tx, sellerId, found, clock.now())
      // The entry belongs to no business, so that the seller's own admins cannot read it.
      if (isNew)
        await securityLog.recordSecurityEvent(tx, {
          kind: 'signal.opened',
          actor: null,
          details: { signalId: id, sellerId, signal: found.kind },
        })
    })
  }

  async #measures(): Promise<SellerMeasure[]> {
    const { kysely } = this.#deps.database
    const now = this.#deps.clock.now()
    const ago = (ms: number) => new Date(now.getTime() - ms)
    const { salesMs, startMs, refusedMs, bankMs } = signalWindows
    const windows = {
      now,
      salesSince: ago(salesMs),
      startSince: ago(startMs),
      refusedSince: ago(refusedMs),
      bankSince: ago(bankMs),
    }
    const measures = new Map<number, SellerMeasure>()
    const add = ({ sellerId, ...figures }: Partial<SellerMeasure> & { sellerId: number }) =>
      measures.set(sellerId, { ...(measures.get(sellerId) ?? nothing(sellerId)), ...figures })
    for (const figures of await store.saleFigures(kysely, windows)) add(figures)
    for (const figures of await store.chargebackFigures(kysely, windows)) add(figures)
    for (const figures of await store.refusedFigures(kysely, windows)) add(figures)
    for (const figures of await store.bankFigures(kysely, windows)) add(figures)
    return [...measures.values()]
  }
}

const nothing = (sellerId: number): SellerMeasure => ({
  sellerId,
  paidLines: 0,
  askedBackLines: 0,
  chargebacks: 0,
  isNew: false,
  dayCents: 0,
  dayOrders: 0,
  refusedPayments: 0,
  refusedOfOneBuyer: 0,
  ownLines: 0,
  bankDays: null,
  balanceCents: 0,
})

function presentSignal(row: store.SignalRow): SellerSignal {
  const { id, sellerId, sellerName, kind, facts, openedAt, lastSeenAt, closedAt, closedBy, note } = row
  return {
    id,
    kind,
    facts,
    closedBy,
    note,
    seller: { id: sellerId, name: sellerName },
    openedAt: openedAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
  }
}
