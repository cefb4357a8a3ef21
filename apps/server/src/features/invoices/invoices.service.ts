/** Seats sold to a company by invoice: drafted, issued with a number, paid by bank transfer, or voided. */
import { dayInMalaysia, yearInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import type {
  InvoiceBank,
  InvoiceDetail,
  InvoiceStatus,
  SharedInvoice,
} from '@apogee/contracts/invoices/invoices.ts'
import { invoiceLimits } from '@apogee/contracts/invoices/invoice-limits.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Keys } from '#server/platform/secrets/keys.ts'
import { pageOf, type PageRequest } from '#server/platform/pages.ts'
import { searchPattern } from '#server/platform/search-pattern.ts'
import { newPublicId } from '#server/platform/secrets/tokens.ts'
import type { Caller } from '#server/policy/caller.ts'
import { recordEdit } from '#server/policy/edits.ts'
import { refuse } from '#server/policy/refusal.ts'
import { holdUnsuspended } from '#server/policy/suspended-sellers.ts'
import type { Accounting } from '#server/features/accounting/accounting.service.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import { InvoiceAccess } from './invoice-access.ts'
import { InvoiceEmail } from './invoice-email.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { InvoiceBookkeeping, saleOf } from './invoice-bookkeeping.ts'
import { daysToRemindOf, mailsPerDay, openDrafts, priceLine } from './invoices.rules.ts'
import { Seats, type SeatsDependencies } from './invoices.seats.ts'
import * as store from './invoices.store.ts'

interface InvoicesDependencies extends SeatsDependencies {
  keys: Keys
  accounts: Pick<Accounts, 'consumeAttempt'>
  businesses: Pick<Businesses, 'sellerOf' | 'recordSellerChange'> & {
    brand: Pick<Businesses['brand'], 'readLook' | 'pageLookOf' | 'printedLookOf'>
  }
  accounting: Pick<Accounting, 'recordSale' | 'recordRefund' | 'receipts'>
}

export interface InvoiceAsked extends store.InvoiceBuyer {
  lines: readonly { courseId: number; seats: number; unitPrice: number }[]
}

type Paper = keyof SharedInvoice['files']

export class Invoices {
  readonly #deps: InvoicesDependencies
  readonly #access
  readonly #bookkeeping
  readonly #email
  readonly seats

  constructor(deps: InvoicesDependencies) {
    this.#deps = deps
    this.#access = new InvoiceAccess(deps)
    this.#bookkeeping = new InvoiceBookkeeping({ accounting: deps.accounting })
    this.#email = new InvoiceEmail({ clock: deps.clock, access: this.#access })
    this.seats = new Seats({ ...deps, access: this.#access })
  }

  /** Skips `count` numbers of each series in these years. Returns the number of series. */
  skipNumbers(tx: Tx, years: readonly number[], count: number): Promise<number> {
    return store.skipNumbers(tx, years, count)
  }

  async listInvoices(
    caller: Caller,
    asked: { status?: InvoiceStatus | undefined; search?: string | undefined },
    page: PageRequest,
  ) {
    const own = await this.#access.sellerOf(caller)
    const filter = {
      status: asked.status,
      pattern: searchPattern(asked.search),
      today: dayInMalaysia(this.#deps.clock.now()),
    }
    const whose = caller.role === 'superadmin' ? null : own
    const { rows, total } = await store.listInvoices(this.#deps.database.kysely, whose, filter, page)
    const { data, meta } = pageOf(rows, total, page)
    return { data: data.map((row) => this.#access.presentListed(row, own)), meta }
  }

  async readInvoice(caller: Caller, id: string, origin: string): Promise<InvoiceDetail> {
    const invoice = await this.#access.find(caller, id)
    return this.#access.present(
      this.#deps.database.kysely,
      invoice,
      await this.#access.sellerOf(caller),
      origin,
    )
  }

  async createInvoice(caller: Caller, asked: InvoiceAsked, origin: string): Promise<InvoiceDetail> {
    const sellerId = await this.#access.sellerOf(caller)
    const publicId = newPublicId()
    await this.#deps.database.transaction(async (tx) => {
      if ((await store.countDrafts(tx, sellerId)) >= openDrafts) refuse('INVOICE_LIMIT_REACHED')
      const at = this.#deps.clock.now()
      const draft = { publicId, sellerId, createdBy: caller.userId, at, buyer: asked }
      const invoiceId = await store.insertDraft(tx, draft)
      await this.#writeLines(tx, { invoiceId, sellerId, lines: asked.lines })
      await store.note(tx, { invoiceId, at, by: caller.userId, what: 'created' })
    })
    return this.readInvoice(caller, publicId, origin)
  }

  async updateInvoice(
    caller: Caller,
    id: string,
    { version, ...asked }: InvoiceAsked & { version?: number | undefined },
    origin: string,
  ) {
    return this.#changing(caller, id, ['draft'], origin, async (tx, invoice) => {
      const { id: invoiceId, sellerId } = invoice
      const lines = (await store.linesOf(tx, invoiceId)).map(
        ({ courseId, seats: count, unitPriceCents }) => ({
          courseId,
          seats: count,
          unitPrice: unitPriceCents,
        }),
      )
      await recordEdit<object>(tx, {
        kind: 'invoice',
        id: invoiceId,
        by: caller.userId,
        at: this.#deps.clock.now(),
        version,
        current: { ...invoice, lines },
        changes: asked,
      })
      await this.#refuseTooFewSeats(tx, invoiceId, asked.lines)
      await store.changeDraft(tx, invoiceId, asked)
      await this.#writeLines(tx, { invoiceId, sellerId, lines: asked.lines })
      await store.note(tx, { invoiceId, at: this.#deps.clock.now(), by: caller.userId, what: 'changed' })
    })
  }

  /** Runs one change of the caller's own invoice in a transaction that locks the invoice. Returns the new state. */
  async #changing(
    caller: Caller,
    id: string,
    states: Parameters<InvoiceAccess['lock']>[3],
    origin: string,
    change: (tx: Tx, invoice: store.InvoiceRow) => Promise<void>,
  ): Promise<InvoiceDetail> {
    await this.#deps.database.transaction(async (tx) =>
      change(tx, await this.#access.lock(tx, caller, id, states)),
    )
    return this.readInvoice(caller, id, origin)
  }

  async #refuseTooFewSeats(tx: Tx, invoiceId: number, lines: InvoiceAsked['lines']): Promise<void> {
    const seatsOf = new Map(lines.map(({ courseId, seats: count }) => [courseId, count]))
    for (const { courseId, taken } of await store.linesOf(tx, invoiceId))
      if (taken > (seatsOf.get(courseId) ?? Number.POSITIVE_INFINITY)) refuse('SEATS_TAKEN')
  }

  /** Prices the lines at the current rates. Courses must belong to this seller and be on sale or private. */
  async #writeLines(
    tx: Tx,
    { invoiceId, sellerId, lines }: { invoiceId: number; sellerId: number; lines: InvoiceAsked['lines'] },
  ): Promise<void> {
    const courses = new Map(
      (
        await store.sellableCourses(
          tx,
          sellerId,
          lines.map(({ courseId }) => courseId),
        )
      ).map((course) => [course.courseId, course]),
    )
    const rates = await store.ratesOf(tx, sellerId)
    const priced = lines.map(({ courseId, seats: count, unitPrice }) => {
      const course = courses.get(courseId) ?? refuse('INVOICE_COURSE_UNKNOWN')
      const line = { seats: count, unitPriceCents: unitPrice }
      return {
        courseId,
        title: course.title,
        listPriceCents: course.priceCents,
        ...line,
        ...priceLine(line, rates.taxBasisPoints),
      }
    })
    const sum = (of: (line: (typeof priced)[number]) => number) =>
      priced.reduce((total, line) => total + of(line), 0)
    if (sum((line) => line.seats) > invoiceLimits.seats) refuse('INVOICE_TOO_LARGE')
    if (sum((line) => line.totalCents) > invoiceLimits.totalCents) refuse('INVOICE_TOO_LARGE')
    await store.replaceLines(tx, invoiceId, priced, rates)
  }

  async deleteInvoice(caller: Caller, id: string): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const invoice = await this.#access.lock(tx, caller, id, ['draft'])
      await store.deleteDraft(tx, invoice.id)
    })
  }

  /** Freezes the content and assigns the next number. The counter is locked last. */
  async issueInvoice(
    caller: Caller,
    id: string,
    { mail, expectedTotal }: { mail: boolean; expectedTotal: number },
    origin: string,
  ): Promise<InvoiceDetail> {
    if (!caller.emailVerified) {
      await this.#access.find(caller, id)
      refuse('EMAIL_NOT_VERIFIED')
    }
    return this.#changing(caller, id, ['draft'], origin, async (tx, draft) => {
      await holdUnsuspended(tx, caller, null)
      const { id: invoiceId, sellerId } = draft
      const lines = await store.linesOf(tx, invoiceId)
      await this.#writeLines(tx, {
        invoiceId,
        sellerId,
        lines: lines.map(({ courseId, seats: count, unitPriceCents }) => ({
          courseId,
          seats: count,
          unitPrice: unitPriceCents,
        })),
      })
      const { totalCents } = await this.#again(tx, draft)
      if (draft.dueOn < dayInMalaysia(this.#deps.clock.now())) refuse('INVOICE_DUE_IN_PAST')
      if (totalCents !== expectedTotal) refuse('INVOICE_TOTAL_CHANGED')
      if (totalCents === 0) refuse('INVOICE_COSTS_NOTHING')
      const bank = (await store.bankOf(tx, sellerId)) ?? refuse('INVOICE_NEEDS_BANK')
      const seller = await store.sellerPaper(tx, sellerId)
      const at = this.#deps.clock.now()
      const year = yearInMalaysia(at)
      const number = await store.nextNumber(tx, { sellerId, kind: 'invoice', year })
      await store.markIssued(tx, invoiceId, { year, number, at, seller, bank })
      await store.note(tx, { invoiceId, at, by: caller.userId, what: 'issued' })
      if (mail) await this.#email.mailContact(tx, caller, await this.#again(tx, draft), origin)
    })
  }

  readonly #again = async (tx: Tx, { publicId }: store.InvoiceRow): Promise<store.InvoiceRow> =>
    (await store.invoiceById(tx, publicId)) ?? refuse('INVOICE_NOT_FOUND')

  async sendInvoice(caller: Caller, id: string, origin: string): Promise<void> {
    if (!caller.emailVerified) {
      await this.#access.find(caller, id)
      refuse('EMAIL_NOT_VERIFIED')
    }
    await this.#deps.database.transaction(async (tx) => {
      const invoice = await this.#access.lock(tx, caller, id, ['issued', 'paid', 'void'])
      await this.#email.mailContact(tx, caller, invoice, origin)
    })
  }

  readonly renewLink = (caller: Caller, id: string, origin: string): Promise<InvoiceDetail> =>
    this.#changing(caller, id, ['issued', 'paid', 'void'], origin, async (tx, { id: invoiceId }) => {
      await store.renewLink(tx, invoiceId)
      await store.note(tx, { invoiceId, at: this.#deps.clock.now(), by: caller.userId, what: 'link_renewed' })
    })

  /**
   * Records that the seller's bank account received the payment. Enrols the holders of seats, posts the sale and issues the receipt
   * in one transaction. A second call is refused, because the first one has changed the state.
   */
  async payInvoice(
    caller: Caller,
    id: string,
    payment: { paidOn: string; bankReference: string; amount: number },
    origin: string,
  ): Promise<InvoiceDetail> {
    if (!caller.emailVerified) {
      await this.#access.find(caller, id)
      refuse('EMAIL_NOT_VERIFIED')
    }
    return this.#changing(caller, id, ['issued'], origin, async (tx, invoice) => {
      const at = this.#deps.clock.now()
      if (payment.amount !== invoice.totalCents) refuse('INVOICE_TOTAL_CHANGED')
      if (payment.paidOn > dayInMalaysia(at)) refuse('INVOICE_PAID_IN_FUTURE')
      await store.markPaid(tx, invoice.id, { at, ...payment })
      await store.note(tx, {
        invoiceId: invoice.id,
        at,
        by: caller.userId,
        what: 'paid',
        details: { paidOn: payment.paidOn, reference: payment.bankReference },
      })
      // The mail counter is locked before the seats. Voiding and inviting lock in the same order.
      await store.holdMails(tx, invoice.sellerId)
      await this.seats.enrolHolders(tx, invoice.id)
      // The mail is queued before the sale is posted, because all transactions lock the counters of the books last.
      await this.#email.mailContact(tx, caller, await this.#again(tx, invoice), origin, {
        whatIfTooMany: 'mail nothing',
      })
      await this.#bookkeeping.recordSale(tx, invoice, at)
    })
  }

  /** Voids an invoice. An unpaid invoice is no longer owed. A paid invoice is refunded in the books, and all its seats end. */
  async voidInvoice(
    caller: Caller,
    id: string,
    { reason }: { reason: string },
    origin: string,
  ): Promise<InvoiceDetail> {
    return this.#changing(caller, id, ['issued', 'paid'], origin, async (tx, invoice) => {
      const { id: invoiceId, sellerId } = invoice
      const at = this.#deps.clock.now()
      // The mail counter is locked before the seats, because the job that invites people also locks in this order.
      await store.holdMails(tx, sellerId)
      await this.seats.release(tx, { invoiceId })
      const year = yearInMalaysia(at)
      const number = await store.nextNumber(tx, { sellerId, kind: 'credit_note', year })
      await store.markVoid(tx, invoiceId, { at, reason, year, number })
      const by = caller.userId
      await store.note(tx, { invoiceId, at, by, what: 'voided', details: { reason } })
      if (caller.emailVerified)
        await this.#email.mailContact(tx, caller, await this.#again(tx, invoice), origin, {
          whatIfTooMany: 'mail nothing',
        })
      if (invoice.state === 'paid') await this.#bookkeeping.recordRefund(tx, invoiceId, at)
    })
  }

  /**
   * Runs hourly as a job and reminds the contacts of overdue invoices. A failure for one invoice does not delay the others, and
   * fails the job in the end.
   */
  async remind(stopping?: AbortSignal): Promise<void> {
    const origin = this.#deps.publicUrl ?? this.#deps.ownOrigin()
    const failures: unknown[] = []
    const due = { ...daysToRemindOf(this.#deps.clock.now()), ofEachSeller: mailsPerDay.invoice }
    for (const publicId of await store.unremindedInvoices(this.#deps.database.kysely, due)) {
      if (stopping?.aborted) break
      try {
        await this.#deps.database.transaction(async (tx) => {
          const invoice = await store.invoiceById(tx, publicId, { lock: true })
          if (invoice) await this.#email.remindContact(tx, invoice, origin)
        })
      } catch (error) {
        this.#deps.log.error({ err: error, publicId }, 'contact of an invoice not reminded')
        failures.push(error)
      }
    }
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} contacts could not be reminded`)
  }

  async readBankDetails(caller: Caller) {
    const sellerId = await this.#access.sellerOf(caller)
    const db = this.#deps.database.kysely
    const { taxBasisPoints } = await store.ratesOf(db, sellerId)
    const courses = (await store.coursesOf(db, sellerId)).map(({ first, ...course }) => ({
      ...course,
      ...(first && { first }),
    }))
    const version = await store.bankVersion(db, sellerId)
    return { bank: (await store.bankOf(db, sellerId)) ?? null, version, taxBasisPoints, courses }
  }

  async saveBank(
    caller: Caller,
    { version, ...bank }: InvoiceBank & { version?: number | undefined },
  ): Promise<InvoiceBank> {
    const sellerId = await this.#access.sellerOf(caller)
    const { userId } = caller
    await this.#deps.accounts.consumeAttempt('payment-details.change', `invoice ${sellerId}`)
    await this.#deps.database.transaction(async (tx) => {
      await holdUnsuspended(tx, caller, null)
      const at = this.#deps.clock.now()
      await recordEdit<Partial<InvoiceBank>>(tx, {
        kind: 'invoice-bank',
        id: sellerId,
        by: userId,
        at,
        version,
        changes: bank,
        current: async () => (await store.bankOf(tx, sellerId)) ?? {},
      })
      await store.saveBank(tx, { sellerId, userId, at, bank })
      const details = { bankName: bank.bankName, accountEndsWith: bank.accountNumber.slice(-4) }
      await this.#deps.businesses.recordSellerChange(tx, caller, sellerId, 'bank.changed', details)
    })
    return bank
  }

  async readShared(token: string): Promise<SharedInvoice> {
    return (await this.#shared(token)).shared
  }

  async #shared(token: string) {
    const invoice = await this.#access.findByLink(token)
    const look = await this.#deps.businesses.brand.readLook(invoice.lookId)
    return { invoice, look, shared: await this.#access.presentShared(invoice, token, look) }
  }

  /** Prints a document of the invoice: its own documents, or a receipt or refund note that accounting has issued. */
  async printShared(token: string, paper: Paper): Promise<{ name: string; pdf: Buffer }> {
    const { invoice, shared, look } = await this.#shared(token)
    if (shared.files[paper] === null) refuse('INVOICE_NOT_FOUND')
    if (paper === 'receipt' || paper === 'refundNote') {
      const kind = paper === 'receipt' ? 'receipt' : 'refund_note'
      return (
        (await this.#deps.accounting.receipts.printPaperOf(saleOf(invoice.id), kind)) ??
        refuse('INVOICE_NOT_FOUND')
      )
    }
    const which = paper === 'invoice' ? 'invoice' : 'credit-note'
    const { language, voidedAt, voidReason } = invoice
    const printed = await this.#deps.businesses.brand.printedLookOf(look)
    const pdf = await invoicePdf(
      { invoice: shared, language, voidedAt, voidReason, ...(printed && { look: printed }) },
      which,
    )
    return { name: `${paper === 'invoice' ? shared.number : shared.creditNoteNumber}.pdf`, pdf }
  }
}
