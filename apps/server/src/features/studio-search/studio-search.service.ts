/** Finds what the caller may see in the studio, with the lists of the features that own it. */
import { stateOfOrder } from '@apogee/contracts/sales/order-states.ts'
import type { StudioFindings } from '@apogee/contracts/studio-search/studio-search.ts'
import type { Database } from '#server/platform/database/database.ts'
import { pageRequest } from '#server/platform/pages.ts'
import type { Caller } from '#server/policy/caller.ts'
import { moneySeenBy } from '#server/policy/seller-scope.ts'
import { refuseReadingSuspended } from '#server/policy/suspended-sellers.ts'
import type { Accounting } from '#server/features/accounting/accounting.service.ts'
import type { Catalogue } from '#server/features/catalogue/catalogue.service.ts'
import type { Invoices } from '#server/features/invoices/invoices.service.ts'
import type { People } from '#server/features/people/people.service.ts'
import type { PersonPages } from '#server/features/people/person/person.service.ts'
import type { Pricing } from '#server/features/pricing/pricing.service.ts'
import type { SellerOrders } from '#server/features/sales/orders/seller-orders.service.ts'

export interface StudioSearchDependencies {
  database: Database
  people: Pick<People, 'findPeople'>
  personPages: Pick<PersonPages, 'listExpected'>
  catalogue: { managed: Pick<Catalogue['managed'], 'findCourses' | 'findItems'> }
  sellerOrders: Pick<SellerOrders, 'findOrders'>
  invoices: Pick<Invoices, 'listInvoices'>
  accounting: { receipts: Pick<Accounting['receipts'], 'findReceipts'> }
  pricing: { coupons: Pick<Pricing['coupons'], 'findCoupons'> }
}

/** Each kind shows at most this many findings. */
const shown = 5

/** Cuts a list that was read with one more row than is shown. */
const groupOf = <Item>(items: readonly Item[]) => ({
  items: items.slice(0, shown),
  hasMore: items.length > shown,
})

export class StudioSearch {
  readonly #deps: StudioSearchDependencies

  constructor(deps: StudioSearchDependencies) {
    this.#deps = deps
  }

  async find(caller: Caller, search: string): Promise<StudioFindings> {
    await refuseReadingSuspended(this.#deps.database.kysely, caller)
    const seesMoney = moneySeenBy(caller) !== null
    const { people, catalogue } = this.#deps
    const [found, expected, courses, lessons, sales] = await Promise.all([
      people.findPeople(caller, search, shown + 1),
      this.#expected(caller, search),
      catalogue.managed.findCourses(caller, search, shown + 1),
      catalogue.managed.findItems(caller, search, shown + 1),
      seesMoney ? this.#sales(caller, search) : noSales,
    ])
    return {
      people: groupOf(found),
      expected,
      courses: groupOf(courses),
      lessons: groupOf(lessons),
      ...sales,
    }
  }

  async #expected(caller: Caller, search: string): Promise<StudioFindings['expected']> {
    const { data, meta } = await this.#deps.personPages.listExpected(caller, { search, limit: shown })
    return {
      items: data.map(({ key, kind, name, email, courseId, courseTitle, invoice }) => ({
        key,
        kind,
        name,
        email,
        courseId,
        courseTitle,
        invoiceId: invoice?.id ?? null,
      })),
      hasMore: meta.nextCursor !== null,
    }
  }

  async #sales(caller: Caller, search: string): Promise<Sales> {
    const { sellerOrders, invoices, accounting, pricing } = this.#deps
    const [orders, listed, receipts, coupons] = await Promise.all([
      sellerOrders.findOrders(caller, search, shown + 1),
      invoices.listInvoices(caller, { search }, pageRequest({ limit: shown })),
      accounting.receipts.findReceipts(caller, search, shown + 1),
      pricing.coupons.findCoupons(caller, search, shown + 1),
    ])
    return {
      orders: groupOf(
        orders.map((order) => ({
          id: order.id,
          buyer: order.buyer && { name: order.buyer.name ?? order.buyer.email },
          titles: order.lines.map(({ title }) => title),
          state: stateOfOrder(order),
          amount: order.amount,
          createdAt: order.createdAt,
        })),
      ),
      invoices: {
        items: listed.data.map(({ id, number, companyName, status, total }) => ({
          id,
          number,
          company: companyName,
          status,
          total,
        })),
        hasMore: listed.meta.nextCursor !== null,
      },
      receipts: groupOf(receipts),
      coupons: groupOf(
        coupons.map(({ id, code, courseTitle, archivedAt }) => ({
          id,
          code,
          courseTitle,
          isArchived: archivedAt !== null,
        })),
      ),
    }
  }
}

type Sales = Pick<StudioFindings, 'orders' | 'invoices' | 'receipts' | 'coupons'>

const noSales: Sales = { orders: null, invoices: null, receipts: null, coupons: null }
