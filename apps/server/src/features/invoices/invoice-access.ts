/** Decides which invoices a caller may see and change, and presents them. */
import type { InvoiceDetail, InvoiceSummary, SharedInvoice } from '@apogee/contracts/invoices/invoices.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import type { Keys } from '#server/platform/secrets/keys.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import { sellerScope } from '#server/policy/seller-scope.ts'
import type { Businesses, LookRow } from '#server/features/businesses/businesses.service.ts'
import { documentNumber, statusOf, type InvoiceState } from './invoices.rules.ts'
import * as store from './invoices.store.ts'

const linkPurpose = 'invoice link'
const linkForm = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/
const publicIdForm = /^[A-Za-z0-9_-]{22}$/

interface InvoiceAccessDependencies {
  database: Database
  clock: Clock
  keys: Keys
  businesses: Pick<Businesses, 'sellerOf'> & { brand: Pick<Businesses['brand'], 'pageLookOf'> }
}

export class InvoiceAccess {
  readonly #deps: InvoiceAccessDependencies

  constructor(deps: InvoiceAccessDependencies) {
    this.#deps = deps
  }

  /**
   * Returns the seller for whom the caller may handle invoices. The rule is that of orders
   * (docs/security.md#orders-invoices-and-people): a business's admin, a lone instructor or a superadmin. Refuses other callers
   * with ORDERS_OF_BUSINESS.
   */
  async #sellerIn(tx: Tx, caller: Caller): Promise<number> {
    sellerScope(caller)
    return this.#deps.businesses.sellerOf(tx, caller)
  }

  readonly sellerOf = (caller: Caller): Promise<number> =>
    this.#deps.database.transaction((tx) => this.#sellerIn(tx, caller))

  /** Returns the caller's own invoice, or any invoice for a superadmin. Other invoices are not found. */
  async find(caller: Caller, publicId: string): Promise<store.InvoiceRow> {
    const own = await this.sellerOf(caller)
    const invoice = publicIdForm.test(publicId)
      ? await store.invoiceById(this.#deps.database.kysely, publicId)
      : undefined
    return invoice && isInSight(caller, own, invoice) ? invoice : refuse('INVOICE_NOT_FOUND')
  }

  /** Locks the caller's own invoice until the transaction ends. Refuses an invoice that is in none of these states. */
  async lock(
    tx: Tx,
    caller: Caller,
    publicId: string,
    states: readonly InvoiceState[],
  ): Promise<store.InvoiceRow> {
    const own = await this.#sellerIn(tx, caller)
    const invoice = publicIdForm.test(publicId)
      ? await store.invoiceById(tx, publicId, { lock: true })
      : undefined
    if (!invoice || !isInSight(caller, own, invoice)) refuse('INVOICE_NOT_FOUND')
    if (invoice.sellerId !== own) refuse('INVOICE_OF_ANOTHER')
    if (!states.includes(invoice.state)) refuse('INVOICE_STATE')
    return invoice
  }

  readonly linkOf = ({ publicId, linkVersion }: store.InvoiceRow, origin: string): string =>
    `${origin}/invoices/${this.#tokenOf(publicId, linkVersion)}`

  readonly #tokenOf = (publicId: string, version: number): string =>
    `${publicId}.${this.#deps.keys.sign(linkPurpose, `${publicId}:${version}`)}`

  /**
   * Returns the invoice of a link. The link must have a valid signature, and no newer link may have replaced it. Drafts have no
   * link.
   */
  async findByLink(token: string): Promise<store.InvoiceRow> {
    const [, publicId, signature] = linkForm.exec(token) ?? []
    if (!publicId || !signature) refuse('INVOICE_NOT_FOUND')
    const invoice = await store.invoiceById(this.#deps.database.kysely, publicId)
    const isRight =
      invoice !== undefined &&
      this.#deps.keys.isSignedBy(linkPurpose, `${publicId}:${invoice.linkVersion}`, signature) &&
      invoice.state !== 'draft'
    return isRight ? invoice : refuse('INVOICE_NOT_FOUND')
  }

  presentListed(row: store.ListedInvoice, own: number): InvoiceSummary {
    return {
      id: row.publicId,
      number: documentNumber('invoice', row),
      status: statusOf(row, this.#deps.clock.now()),
      companyName: row.companyName,
      total: row.totalCents,
      currency: 'MYR',
      dueOn: row.dueOn,
      createdAt: row.createdAt.toISOString(),
      paidOn: row.paidOn,
      seats: row.seats,
      taken: row.taken,
      sellerName: row.sellerName,
      isOwn: row.sellerId === own,
    }
  }

  async present(db: Db, invoice: store.InvoiceRow, own: number, origin: string): Promise<InvoiceDetail> {
    const lines = await store.linesOf(db, invoice.id)
    const history = await store.historyOf(db, invoice.id)
    const seller = invoice.sellerDetails ?? (await store.sellerPaper(db, invoice.sellerId))
    const bank = invoice.bankDetails ?? (await store.bankOf(db, invoice.sellerId)) ?? null
    const sum = (of: (line: store.LineRow) => number) => lines.reduce((total, line) => total + of(line), 0)
    const listed = {
      ...invoice,
      sellerName: seller.name,
      seats: sum(({ seats }) => seats),
      taken: sum(({ taken }) => taken),
    }
    const { address, contactName, contactEmail, purchaseOrder, registrationNumber, taxNumber, language } =
      invoice
    return {
      ...this.presentListed(listed, own),
      version: invoice.version,
      registrationNumber,
      taxNumber,
      address,
      contactName,
      contactEmail,
      purchaseOrder,
      language,
      taxBasisPoints: invoice.taxBasisPoints,
      tax: invoice.taxCents,
      issuedAt: invoice.issuedAt?.toISOString() ?? null,
      bankReference: invoice.bankReference,
      creditNoteNumber: creditNoteNumber(invoice),
      voidReason: invoice.voidReason,
      lines: lines.map((line) => ({
        courseId: line.courseId,
        title: line.title,
        seats: line.seats,
        taken: line.taken,
        unitPrice: line.unitPriceCents,
        listPrice: line.listPriceCents,
        total: line.totalCents,
        tax: line.taxCents,
        ...(line.access && { access: line.access }),
        ...(line.first.length > 0 && { first: line.first }),
      })),
      seller,
      bank,
      url: invoice.state === 'draft' ? null : this.linkOf(invoice, origin),
      history: history.map(({ at, what, by, details }) => ({
        at: at.toISOString(),
        what,
        by,
        note: Object.values(details).join(', '),
      })),
    }
  }

  /** Presents the document as the company sees it, with the number of assigned seats and without names. */
  async presentShared(
    invoice: store.InvoiceRow,
    token: string,
    look: LookRow | undefined,
  ): Promise<SharedInvoice> {
    const { sellerDetails: seller, bankDetails: bank, issuedAt } = invoice
    const number = documentNumber('invoice', invoice)
    const status = statusOf(invoice, this.#deps.clock.now())
    if (!seller || !bank || !issuedAt || !number || status === 'draft') return refuse('INVOICE_NOT_FOUND')
    const lines = await store.linesOf(this.#deps.database.kysely, invoice.id)
    const { companyName, registrationNumber, taxNumber, address, contactName, purchaseOrder } = invoice
    const credit = creditNoteNumber(invoice)
    const fileOf = (paper: string) => `/api/invoice-links/${token}/${paper}`
    return {
      number,
      status,
      companyName,
      registrationNumber,
      taxNumber,
      address,
      contactName,
      purchaseOrder,
      total: invoice.totalCents,
      tax: invoice.taxCents,
      taxBasisPoints: invoice.taxBasisPoints,
      currency: 'MYR',
      issuedAt: issuedAt.toISOString(),
      dueOn: invoice.dueOn,
      paidOn: invoice.paidOn,
      creditNoteNumber: credit,
      lines: lines.map((line) => ({
        title: line.title,
        seats: line.seats,
        taken: line.taken,
        unitPrice: line.unitPriceCents,
        total: line.totalCents,
        ...(line.access && { access: line.access }),
        ...(line.first.length > 0 && { first: line.first }),
      })),
      seller,
      ...(look && { look: this.#deps.businesses.brand.pageLookOf(look) }),
      bank,
      files: {
        invoice: fileOf('invoice'),
        creditNote: credit && fileOf('credit-note'),
        receipt: invoice.paidAt && fileOf('receipt'),
        refundNote: invoice.paidAt && credit && fileOf('refund-note'),
      },
    }
  }
}

const isInSight = ({ role }: Caller, own: number, { sellerId }: store.InvoiceRow): boolean =>
  role === 'superadmin' || sellerId === own

export const creditNoteNumber = ({ creditYear, creditNumber }: store.InvoiceRow): string | null =>
  documentNumber('credit_note', { year: creditYear, number: creditNumber })
