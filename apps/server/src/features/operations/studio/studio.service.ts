/**
 * The home page of people who teach or sell: docs/decisions/interface.md. Each figure comes from the same source as on other screens.
 */
import { studioDays, type Studio as StudioAnswer } from '@apogee/contracts/operations/studio.ts'
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { sql } from 'kysely'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import { moneySeenBy } from '#server/policy/seller-scope.ts'
import { moneyByDay, type Accounting } from '#server/features/accounting/accounting.service.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import type { SellerOrders } from '#server/features/sales/orders/seller-orders.service.ts'
import type { Inbox } from '../inbox/inbox.service.ts'
import { readDays } from '../insights/days.store.ts'
import { insightScope } from '../insights/insights.rules.ts'
import { coursesOf } from '../insights/insights.store.ts'
import * as store from './studio.store.ts'

interface StudioDependencies {
  database: Database
  clock: Clock
  accounting: {
    receipts: Pick<Accounting['receipts'], 'readReceiptDetails'>
  }
  businesses: Pick<Businesses, 'chipAccount' | 'ownMoneyBack' | 'payoutBanks'>
  sellerOrders: Pick<SellerOrders, 'newestOrders'>
  inbox: Pick<Inbox, 'counts'>
}

type Checklist = NonNullable<StudioAnswer['checklist']>

const shownRows = 5

export class Studio {
  readonly #deps: StudioDependencies

  constructor(deps: StudioDependencies) {
    this.#deps = deps
  }

  async read(caller: Caller): Promise<StudioAnswer> {
    const scope = insightScope(caller)
    const sells = moneySeenBy(caller) !== null
    const { kysely } = this.#deps.database
    const facts = await store.courseFacts(kysely, scope)
    const [days, waiting, orders, enrolments, checklist] = await Promise.all([
      this.daysOf(caller),
      this.#deps.inbox.counts(caller),
      sells ? this.#deps.sellerOrders.newestOrders(caller, shownRows) : null,
      store.newestEnrolments(kysely, scope, shownRows),
      this.#checklist(caller, sells, facts),
    ])
    return {
      scope: scope.kind,
      sells,
      days,
      waiting,
      orders,
      enrolments: enrolments.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
      checklist: checklist?.every(({ isDone }) => isDone) ? null : checklist,
    }
  }

  readonly forget = store.forgetChecklist

  readonly dismissChecklist = (caller: Caller): Promise<void> =>
    store.dismissChecklist(this.#deps.database.kysely, caller.userId, this.#deps.clock.now())

  /** Returns the figures of the last days, oldest day first. The last day is today. */
  readonly daysOf = async (caller: Caller): Promise<StudioAnswer['days']> => {
    const { kysely } = this.#deps.database
    const scope = insightScope(caller)
    const seller = moneySeenBy(caller)
    const range = { today: dayInMalaysia(this.#deps.clock.now()), days: studioDays }
    const courses =
      scope.kind === 'platform'
        ? sql`SELECT 0::bigint AS id`
        : sql`SELECT c.id FROM course_cards c JOIN seller_cards s ON s.id = c.seller_id WHERE ${coursesOf(scope)}`
    const [rows, money] = await Promise.all([
      readDays(kysely, { courses, ...range }),
      seller && moneyByDay(kysely, seller, range),
    ])
    const sold = new Map(money?.map((day) => [day.day, day]))
    return rows.map(({ day, enrolments }) => {
      const booked = sold.get(day)
      if (!booked) return { day, enrolments, money: null }
      const { orders, invoices, sales, refunds, chargebacks, fees, net } = booked
      return { day, enrolments, money: { orders, invoices, sales, refunds, chargebacks, fees, net } }
    })
  }

  /**
   * Returns the steps of the checklist. Null means that the person has dismissed the checklist or, as a superadmin, has none. An
   * instructor of a business has no steps about money.
   */
  async #checklist(caller: Caller, sells: boolean, facts: store.CourseFacts): Promise<Checklist | null> {
    if (caller.role === 'superadmin') return null
    if (await store.isDismissed(this.#deps.database.kysely, caller.userId)) return null
    const inCourse = facts.newestId === null ? {} : { courseId: facts.newestId }
    const inTaught = facts.taughtId === null ? inCourse : { courseId: facts.taughtId }
    const course: Checklist[number] = { step: 'course', isDone: facts.hasLesson, ...inCourse }
    const published: Checklist = [
      { step: 'publish', isDone: facts.hasOpenLesson, ...inTaught },
      { step: 'share', isDone: facts.hasLearner },
    ]
    if (!sells) return [course, ...published]
    const [details, chip, bank, moneyBack] = await Promise.all([
      this.#deps.accounting.receipts.readReceiptDetails(caller),
      this.#deps.businesses.chipAccount(caller),
      this.#deps.businesses.payoutBanks.payoutBank(caller),
      this.#deps.businesses.ownMoneyBack(caller),
    ])
    const isPaid = chip.connected !== null || bank !== null
    const hasPromise = moneyBack.chosenAt !== null
    return [
      course,
      { step: 'price', isDone: facts.hasPrice && hasPromise, lacksTerms: !hasPromise, ...inCourse },
      { step: 'paid', isDone: isPaid && details.isSaved, lacksTerms: !details.isSaved },
      ...published,
    ]
  }
}
