/** A seller as superadmins see it: joins what several features know of it. Read-only; owns no table. */
import type { SellerOverview } from '@apogee/contracts/businesses/seller-states.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import type { Accounting } from '#server/features/accounting/accounting.service.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import type { SellerOrders } from '#server/features/sales/orders/seller-orders.service.ts'
import * as store from './seller-overview.store.ts'

const dayMs = 24 * 60 * 60_000
const windows = [30, 90] as const

export interface SellerOverviewsDependencies {
  database: Database
  clock: Clock
  accounts: { requirement: Pick<Accounts['requirement'], 'withSecondFactor'> }
  accounting: { statements: Pick<Accounting['statements'], 'readLedger'> }
  businesses: Pick<Businesses, 'sellerFacts' | 'payoutObstacles'>
  sellerOrders: Pick<SellerOrders, 'moneyOfSeller'>
}

export class SellerOverviews {
  readonly #deps: SellerOverviewsDependencies

  constructor(deps: SellerOverviewsDependencies) {
    this.#deps = deps
  }

  async read(caller: Caller, sellerId: number): Promise<SellerOverview> {
    const { kysely } = this.#deps.database
    const { people, ...facts } = await this.#deps.businesses.sellerFacts(sellerId)
    const ids = people.map(({ id }) => id)
    const [secured, courses, money, book, payoutObstacles] = await Promise.all([
      this.#deps.accounts.requirement.withSecondFactor(kysely, ids),
      store.coursesOfSeller(kysely, sellerId),
      Promise.all(windows.map((days) => this.#moneyOf(sellerId, days))),
      this.#deps.accounting.statements.readLedger(caller, { sellerId }),
      this.#deps.businesses.payoutObstacles(kysely, sellerId),
    ])
    const { enrolments, ...counted } = courses
    const { balance, reserved, payable } = book
    const inPayouts = book.payouts?.open ?? 0
    return {
      ...facts,
      people: people.map((person) => ({ ...person, hasSecondFactor: secured.has(person.id) })),
      ...{ courses: counted, enrolments, money },
      ...{ balance, reserved, inPayouts, payable, payoutObstacles },
    }
  }

  async #moneyOf<Days extends 30 | 90>(sellerId: number, days: Days) {
    const since = new Date(this.#deps.clock.now().getTime() - days * dayMs)
    return { days, ...(await this.#deps.sellerOrders.moneyOfSeller(sellerId, since)) }
  }
}
