/** Posts invoices to the books: a sale after payment, and a refund when a paid invoice is voided. */
import type { Tx } from '#server/platform/database/database.ts'
import type { Accounting } from '#server/features/accounting/accounting.service.ts'
import { documentNumber } from './invoices.rules.ts'
import * as store from './invoices.store.ts'

export const saleOf = (invoiceId: number): string => `invoice:${invoiceId}`

interface InvoiceBookkeepingDependencies {
  accounting: Pick<Accounting, 'recordSale' | 'recordRefund'>
}

export class InvoiceBookkeeping {
  readonly #deps: InvoiceBookkeepingDependencies

  constructor(deps: InvoiceBookkeepingDependencies) {
    this.#deps = deps
  }

  async recordSale(tx: Tx, invoice: store.InvoiceRow, at: Date): Promise<void> {
    const { id: invoiceId, sellerId, companyName, contactName, contactEmail, address } = invoice
    const lines = await store.linesOf(tx, invoiceId)
    await this.#deps.accounting.recordSale(tx, {
      source: saleOf(invoiceId),
      // The invoice's own mail replaces the receipt mail and contains a link that the company can open.
      mailsReceipt: false,
      at,
      payeeSellerId: sellerId,
      through: 'bank',
      buyer: {
        userId: null,
        name: contactName === '' ? companyName : contactName,
        email: contactEmail,
        address,
        taxNumber: invoice.taxNumber,
        company: companyName,
        registrationNumber: invoice.registrationNumber,
      },
      language: invoice.language,
      reference: documentNumber('invoice', invoice) ?? '',
      lines: lines.map((line) => {
        // The books require a list price of at least the agreed price, so a higher agreed price counts as the list price.
        const listCents = Math.max(line.listPriceCents * line.seats, line.totalCents)
        return {
          lineId: line.id,
          sellerId,
          title: line.seats === 1 ? line.title : `${line.title} × ${line.seats}`,
          listCents,
          discountCents: listCents - line.totalCents,
          paidCents: line.totalCents,
          taxBasisPoints: invoice.taxBasisPoints,
          taxCents: line.taxCents,
          feeBasisPoints: invoice.feeBasisPoints,
        }
      }),
    })
  }

  async recordRefund(tx: Tx, invoiceId: number, at: Date): Promise<void> {
    const lines = await store.linesOf(tx, invoiceId)
    await this.#deps.accounting.recordRefund(tx, {
      source: `invoice-void:${invoiceId}`,
      mailsReceipt: false,
      sale: saleOf(invoiceId),
      kind: 'refund',
      at,
      lines: lines
        .filter(({ totalCents }) => totalCents > 0)
        .map(({ id: lineId, totalCents }) => ({ lineId, cents: totalCents })),
    })
  }
}
