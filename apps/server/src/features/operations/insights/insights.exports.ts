/** Exports the dashboard's tabs as CSV tables in batches. Each batch is one page of the list that the tab shows. */
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { decimalRinggit } from '@apogee/domain/money/money.ts'
import type { ListedUser } from '@apogee/contracts/accounts/accounts.ts'
import type { Analytics, ExportKind } from '@apogee/contracts/operations/insights.ts'
import type { SourceRow } from '@apogee/contracts/operations/conversion.ts'
import { partsOfSource } from '@apogee/contracts/operations/source-keys.ts'
import type { Studio } from '@apogee/contracts/operations/studio.ts'
import { passedPercentage } from '@apogee/contracts/assessments/assignment-result.ts'
import type { GradebookColumn, GradebookRow } from '@apogee/contracts/roster/gradebook.ts'
import type { CourseLearner } from '@apogee/contracts/roster/roster.ts'
import type { SstReturn } from '@apogee/contracts/accounting/books.ts'
import type { LedgerRow } from '@apogee/contracts/accounting/accounting.ts'
import { orderStateNames, stateOfOrder } from '@apogee/contracts/sales/order-states.ts'
import type { SellerOrder } from '@apogee/contracts/sales/orders.ts'
import type { CsvValue } from '#server/platform/csv.ts'
import type { Page, PageRequest } from '#server/platform/pages.ts'
import type { Caller } from '#server/policy/caller.ts'
import type { Accounting } from '#server/features/accounting/accounting.service.ts'
import type { Catalogue } from '#server/features/catalogue/catalogue.service.ts'
import type { SellerOrders } from '#server/features/sales/orders/seller-orders.service.ts'
import type { People } from '#server/features/people/people.service.ts'
import type { Gradebook } from '#server/features/roster/gradebook.ts'
import type { Roster } from '#server/features/roster/roster.service.ts'
import type { SecurityEntry } from '@apogee/contracts/accounts/security.ts'
import type { SecurityLog } from '#server/features/security-log/security-log.service.ts'
import type { Conversion } from '../conversion/conversion.service.ts'
import type { ExportFilters } from './insights.store.ts'

export interface ExportDependencies {
  people: Pick<People, 'listUsers' | 'listLearners'>
  catalogue: Pick<Catalogue, 'listCourses'>
  sellerOrders: Pick<SellerOrders, 'pageOfOrders'>
  accounting: Pick<Accounting, 'statements' | 'books'>
  roster: Pick<Roster, 'export'>
  gradebook: Pick<Gradebook, 'export'>
  readAnalytics: (caller: Caller) => Promise<Analytics>
  readDays: (caller: Caller) => Promise<Studio['days']>
  conversion: Pick<Conversion, 'readByDay'>
  securityLog: Pick<SecurityLog, 'search'>
}

type Row = readonly CsvValue[]
type Batches = AsyncGenerator<readonly Row[]>

interface Table {
  header: readonly string[]
  batches: Batches
}

/**
 * The number of rows of a page. Each page is counted and joined anew, so few large pages are faster. While a client reads slowly,
 * the rows of one page stay in memory.
 */
const batchSize = 500

/** Reads all pages by cursor from the newest id on, so that rows added meanwhile shift nothing. */
async function* pagesOf<T>(read: (page: PageRequest) => Promise<Page<T>>, row: (item: T) => Row): Batches {
  yield* batchesOf(read, (item) => [row(item)])
}

async function* batchesOf<T>(
  read: (page: PageRequest) => Promise<Page<T>>,
  rows: (item: T) => readonly Row[],
): Batches {
  let before: number | null = null
  do {
    const { data, meta }: Page<T> = await read({ limit: batchSize, before, offset: 0 })
    yield data.flatMap(rows)
    before = meta.nextCursor === null ? null : Number(meta.nextCursor)
  } while (before !== null)
}

const day = (instant: string | null): string | null => (instant === null ? null : dayInMalaysia(instant))

const userHeader = ['User', 'Email', 'Role', 'Join Date', 'Enrolled Courses', 'Bookings', 'Last Booking']
const userRow = (user: ListedUser): Row => [
  user.name ?? 'Unnamed User',
  user.email,
  user.role,
  day(user.createdAt),
  (user.courses ?? []).map(({ title }) => title).join('; '),
  user.totalBookings,
  day(user.lastBooking),
]

const courseHeader = [
  'Id',
  'Course',
  'Category',
  'Privacy',
  'Price (RM)',
  'Created By',
  'Instructor',
  'Students',
]

/** Names the sums of money in files as screens name them (docs/ledger.md#figures). A deduction is negative. */
const moneyColumns = {
  sales: 'Sales (RM)',
  refunds: 'Refunds (RM)',
  chargebacks: 'Chargebacks (RM)',
  refundsAndChargebacks: 'Refunds and chargebacks (RM)',
  fees: 'Fees (RM)',
  net: 'Net (RM)',
  stillToBePaid: 'Still to be paid (RM)',
} as const

const orderHeader = [
  'Order',
  'Ordered',
  'Paid',
  'Status',
  'Course',
  'Seller',
  'Buyer',
  'Email',
  'List Price (RM)',
  'Discount (RM)',
  'Price (RM)',
  'SST Included (RM)',
  moneyColumns.refunds,
  moneyColumns.chargebacks,
]

/** Returns one row for each course of the order. Discounts and refunds are negative, so that the sum of a column is meaningful. */
const orderRows = ({ id, createdAt, paidAt, status, buyer, lines }: SellerOrder): Row[] =>
  lines.map((line) => [
    id,
    day(createdAt),
    day(paidAt),
    orderStateNames[stateOfOrder({ status, lines })],
    line.title,
    line.seller,
    buyer ? (buyer.name ?? 'Unnamed User') : 'Deleted account',
    buyer?.email ?? null,
    { cents: line.listPrice },
    { cents: -line.discount },
    { cents: line.price },
    { cents: line.tax },
    { cents: (line.chargedBack ?? 0) - line.refunded },
    { cents: -(line.chargedBack ?? 0) },
  ])

const ledgerHeader = [
  'Date',
  'Type',
  'Reference',
  'Receipt',
  'Courses',
  'Note',
  'Amount (RM)',
  'SST (RM)',
  moneyColumns.fees,
  'Paid to own account (RM)',
  'Held (RM)',
  'Change (RM)',
  moneyColumns.stillToBePaid,
]
const ledgerRow = (row: LedgerRow): Row => [
  day(row.at),
  row.kind,
  row.reference,
  row.receipt?.number ?? null,
  row.title,
  row.note,
  ...[row.gross, row.tax, row.fee, row.received, row.held, row.change].map((cents) => ({ cents })),
  row.balance === null ? null : { cents: row.balance },
]

const sstHeader = ['Rate (%)', 'Type', 'Without SST (RM)', 'SST (RM)']
/** A deduction is negative, so that the sum of the column is the tax of the period. */
const sstRows = ({ taxBasisPoints, sales, refunds, chargebacks }: SstReturn['rates'][number]): Row[] => {
  const row = (type: string, sign: 1 | -1, { value, tax }: SstReturn['rates'][number]['sales']): Row => [
    taxBasisPoints / 100,
    type,
    { cents: sign * value },
    { cents: sign * tax },
  ]
  return [row('sale', 1, sales), row('refund', -1, refunds), row('chargeback', -1, chargebacks)]
}

const rosterHeader = [
  'User',
  'Email',
  'Source',
  'Since',
  'Last Seen',
  'Lessons Completed',
  'Lessons',
  'Quiz Score (%)',
  'Certificate',
  'Removed',
  'Access Ends',
  'Cohort',
]
const rosterRow = (learner: CourseLearner): Row => [
  learner.name ?? 'Unnamed User',
  learner.email,
  learner.source,
  day(learner.since),
  day(learner.lastSeenAt),
  learner.completedLessons,
  learner.totalLessons,
  learner.quizScore,
  learner.certificateId,
  day(learner.removedAt),
  day(learner.accessEndsAt ?? null),
  learner.cohort?.name ?? null,
]

const gradebookHeader = (columns: readonly GradebookColumn[]) => [
  'User',
  'Email',
  'Average (%)',
  ...columns.map(({ title, kind }) => (kind === 'assignment' ? title : `${title} (%)`)),
  'Waiting',
]
const gradebookLine = (
  { name, email, average, scores }: GradebookRow,
  columns: readonly GradebookColumn[],
): Row => {
  const percentages = new Map(scores.map(({ resourceId, percentage }) => [resourceId, percentage]))
  return [
    name ?? 'Unnamed User',
    email,
    average,
    ...columns.map(({ resourceId, kind }) => {
      const percentage = percentages.get(resourceId) ?? null
      if (kind !== 'assignment' || percentage === null) return percentage
      return percentage >= passedPercentage ? 'Passed' : 'Returned'
    }),
    scores.filter(({ waiting }) => waiting !== null).length,
  ]
}

const securityHeader = [
  'Id',
  'Time (UTC)',
  'Kind',
  'Actor Id',
  'Actor',
  'Concerns Id',
  'Concerns',
  'Business Id',
  'Business',
  'Address',
  'Details',
]
const securityRow = ({ id, at, kind, actor, subject, business, address, details }: SecurityEntry): Row => [
  id,
  at,
  kind,
  actor?.id ?? null,
  actor?.name ?? null,
  subject?.id ?? null,
  subject?.name ?? null,
  business?.id ?? null,
  business?.name ?? null,
  address,
  JSON.stringify(details),
]

/** All columns after the enrolments are empty for an instructor of a business, who sees no money. */
const dayHeader = [
  'Date',
  'Enrolments',
  'Orders',
  'Invoices',
  moneyColumns.sales,
  moneyColumns.refunds,
  moneyColumns.chargebacks,
  moneyColumns.fees,
  moneyColumns.net,
]
const dayRow = ({ day: date, enrolments, money }: Studio['days'][number]): Row => [
  date,
  enrolments,
  ...(money ? moneyOfDay(money) : []),
]
const moneyOfDay = (money: NonNullable<Studio['days'][number]['money']>): CsvValue[] => [
  money.orders,
  money.invoices,
  ...[money.sales, -money.refunds, -money.chargebacks, -money.fees, money.net].map((cents) => ({ cents })),
]

/** The last two columns are empty for an instructor of a business, who sees no money. */
const sourceHeader = [
  'Date',
  'Kind',
  'Source',
  'Medium',
  'Campaign',
  'Visitors',
  'Carts',
  'Checkouts',
  'Orders',
  'Enrolments',
  moneyColumns.sales,
  moneyColumns.refundsAndChargebacks,
]
const sourceLine = ({ day: date, source, revenue, refunds, ...row }: SourceRow & { day: string }): Row => {
  const { kind, name, medium, campaign } = partsOfSource(source)
  return [
    date,
    kind,
    name,
    medium,
    campaign,
    row.visitors,
    row.carts,
    row.checkouts,
    row.orders,
    row.enrolments,
    revenue === null ? null : { cents: revenue },
    refunds === null ? null : { cents: -refunds },
  ]
}

/** Returns a line of Analytics with an amount. Callers who see no money receive no line. */
const amount = (figure: string, of: string | null, cents: number | null): Row[] =>
  cents === null ? [] : [[figure, of, decimalRinggit(cents)]]

export class Exports {
  readonly #deps: ExportDependencies

  constructor(deps: ExportDependencies) {
    this.#deps = deps
  }

  /** Returns the table of a tab with the caller's rights at the time of the download. */
  async tableOf(what: ExportKind, caller: Caller, filters: ExportFilters): Promise<Table> {
    const { people, sellerOrders, accounting } = this.#deps
    const { search } = filters
    switch (what) {
      case 'users':
        return {
          header: userHeader,
          batches: pagesOf((page) => people.listUsers(caller, search, page), userRow),
        }
      case 'learners':
        return {
          header: userHeader,
          batches: pagesOf((page) => people.listLearners(caller, search, page), userRow),
        }
      case 'orders':
        return {
          header: orderHeader,
          batches: batchesOf((page) => sellerOrders.pageOfOrders(caller, filters, page), orderRows),
        }
      case 'ledger':
        return {
          header: ledgerHeader,
          batches: pagesOf((page) => accounting.statements.listLedger(caller, filters, page), ledgerRow),
        }
      case 'sst':
        return { header: sstHeader, batches: this.#sst(caller, filters) }
      case 'journals':
        return this.#journals(caller, filters)
      case 'roster':
        return { header: rosterHeader, batches: this.#roster(caller, filters) }
      case 'gradebook':
        return this.#gradebook(caller, filters)
      case 'days':
        return { header: dayHeader, batches: this.#days(caller, filters) }
      case 'sources':
        return { header: sourceHeader, batches: this.#sources(caller, filters) }
      case 'security':
        return {
          header: securityHeader,
          batches: this.#securityLog(caller, filters),
        }
      case 'courses':
        return { header: courseHeader, batches: this.#courses(caller, filters) }
      default:
        return { header: ['Figure', 'Of', 'Value'], batches: this.#analytics(caller) }
    }
  }

  async *#days(caller: Caller, { from = '', to = '9999' }: ExportFilters): Batches {
    const days = await this.#deps.readDays(caller)
    yield days.filter(({ day }) => day >= from && day <= to).map(dayRow)
  }

  async *#sources(caller: Caller, { from, to, courseId }: ExportFilters): Batches {
    const rows = await this.#deps.conversion.readByDay(caller, { from, to, courseId })
    yield rows.map(sourceLine)
  }

  async *#sst(caller: Caller, filters: ExportFilters): Batches {
    const { rates } = await this.#deps.accounting.books.readSstReturn(caller, filters)
    yield rates.flatMap(sstRows)
  }

  #journals(caller: Caller, { program = 'sql-accounting', codes = {}, ...asked }: ExportFilters): Table {
    return this.#deps.accounting.books.journals(caller, asked, { program, codes })
  }

  async *#roster(caller: Caller, { courseId, ...filters }: ExportFilters): Batches {
    const { roster } = this.#deps
    for await (const learners of roster.export(caller, courseId ?? 0, filters, batchSize))
      yield learners.map(rosterRow)
  }

  async *#securityLog(caller: Caller, filters: ExportFilters): Batches {
    const { securityLog } = this.#deps
    let before: number | null = null
    do {
      const { data, meta }: Awaited<ReturnType<SecurityLog['search']>> = await securityLog.search(
        caller,
        filters,
        { limit: batchSize, before, offset: 0 },
      )
      yield data.map(securityRow)
      before = meta.nextCursor === null ? null : Number(meta.nextCursor)
    } while (before !== null)
  }

  async #gradebook(caller: Caller, { courseId, search }: ExportFilters): Promise<Table> {
    const { gradebook } = this.#deps
    const { columns, batches } = await gradebook.export(caller, courseId ?? 0, { search }, batchSize)
    async function* rows(): Batches {
      for await (const learners of batches) yield learners.map((one) => gradebookLine(one, columns))
    }
    return { header: gradebookHeader(columns), batches: rows() }
  }

  #courses(caller: Caller, { search, scope }: ExportFilters): Batches {
    // The catalogue itself refuses scopes that the caller's role may not see.
    const whose =
      scope === 'business'
        ? { businessId: 'own' as const }
        : scope === 'all'
          ? {}
          : { createdBy: caller.userId, include: 'taught' as const }
    return pagesOf(
      ({ limit, before }) =>
        this.#deps.catalogue.listCourses(caller, {
          ...whose,
          search,
          limit,
          ...(before !== null && { cursor: String(before) }),
        }),
      (course) => [
        course.id,
        course.title,
        course.category,
        course.isPrivate ? 'Private' : 'Public',
        decimalRinggit(course.price),
        course.createdBy === null ? 'Unknown' : `User #${course.createdBy}`,
        course.instructorName,
        course.studentCount,
      ],
    )
  }

  async *#analytics(caller: Caller): Batches {
    const figures = await this.#deps.readAnalytics(caller)
    yield [
      ['Total Users', null, figures.totalUsers],
      ['Active Users', null, figures.activeUsers],
      ...amount('Total Revenue (RM)', null, figures.totalRevenue),
      ['Completion Rate (%)', null, figures.completionRate],
      ...figures.months.flatMap(({ month, enrolments, revenue }): Row[] => [
        ['Monthly Growth: enrolments', month, enrolments],
        ...amount('Monthly Growth: revenue (RM)', month, revenue),
      ]),
      ...figures.topCourses.map(({ title, students }): Row => ['Top Courses: students', title, students]),
    ]
  }
}
