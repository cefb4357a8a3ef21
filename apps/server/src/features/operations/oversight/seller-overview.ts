/** Presents a seller to superadmins with facts from several features. Reads tables of other features and owns none. */
import type { SellerOverview } from '@apogee/contracts/businesses/seller-states.ts'
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import {
  moneyByDay,
  moneyOf,
  type Accounting,
  type NetMoney,
} from '#server/features/accounting/accounting.service.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import * as store from './seller-overview.store.ts'

const windows = [30, 90] as const

export interface SellerOverviewsDependencies {
  database: Database
  clock: Clock
  accounts: { requirement: Pick<Accounts['requirement'], 'withSecondFactor'> }
  accounting: { statements: Pick<Accounting['statements'], 'readLedger'> }
  businesses: Pick<Businesses, 'sellerFacts' | 'payoutObstacles'>
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
      this.#moneyOf(sellerId),
      this.#deps.accounting.statements.readLedger(caller, { sellerId }),
      this.#deps.businesses.payoutObstacles(kysely, sellerId),
    ])
    const { enrolments, ...counted } = courses
    const { balance, reserved, payable } = book
    const inPayouts = book.payouts?.open ?? 0
    return {
      ...facts,
      people: people.map((person) => ({ ...person, hasSecondFactor: secured.has(person.id) })),
      courses: counted,
      enrolments,
      money,
      balance,
      reserved,
      inPayouts,
      payable,
      payoutObstacles,
    }
  }

  async #moneyOf(sellerId: number): Promise<SellerOverview['money']> {
    const { kysely } = this.#deps.database
    const today = dayInMalaysia(this.#deps.clock.now())
    const [days, all] = await Promise.all([
      moneyByDay(kysely, { sellerId }, { today, days: windows[1] }),
      moneyOf(kysely, { sellerId }),
    ])
    const sumOf = (length: number): Shown => days.slice(-length).map(shown).reduce(added)
    return [
      ...windows.map((length) => ({ days: length, ...shown(sumOf(length)) })),
      { days: null, ...shown(all) },
    ]
  }
}

type Shown = Omit<NetMoney, 'revenue'>

const added = (one: Shown, other: Shown): Shown => ({
  sales: one.sales + other.sales,
  refunds: one.refunds + other.refunds,
  chargebacks: one.chargebacks + other.chargebacks,
  fees: one.fees + other.fees,
  net: one.net + other.net,
})
const shown = ({ sales, refunds, chargebacks, fees, net }: Shown): Shown => ({
  sales,
  refunds,
  chargebacks,
  fees,
  net,
})
