import type { Clock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { queueMail } from '#server/platform/mail/mail-outbox.ts'
import { newPublicId } from '#server/platform/secrets/tokens.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import { creditNoteNumber, type InvoiceAccess } from './invoice-access.ts'
import { creditNoteMail, invoiceMail, paymentMail, reminderMail } from './invoices.mail.ts'
import { mailPeriodMs, mailsPerDay, documentNumber } from './invoices.rules.ts'
import * as store from './invoices.store.ts'

interface InvoiceEmailDependencies {
  clock: Clock
  access: Pick<InvoiceAccess, 'linkOf'>
}

export class InvoiceEmail {
  readonly #deps: InvoiceEmailDependencies

  constructor(deps: InvoiceEmailDependencies) {
    this.#deps = deps
  }

  /** Mails the current state of the invoice to its contact only. */
  async mailContact(
    tx: Tx,
    caller: Caller,
    invoice: store.InvoiceRow,
    origin: string,
    { whatIfTooMany = 'refuse' as 'refuse' | 'mail nothing' } = {},
  ): Promise<void> {
    const { id: invoiceId, sellerId, state, contactEmail: to } = invoice
    const at = this.#deps.clock.now()
    if (!(await this.#hasMailLeft(tx, sellerId, at))) {
      if (whatIfTooMany === 'mail nothing') return
      refuse('INVOICE_LIMIT_REACHED')
    }
    const kind = state === 'void' ? 'credit_note' : 'invoice'
    await store.noteMail(tx, { sellerId, invoiceId, kind, at })
    const mail = this.#mailAbout(invoice, this.#deps.access.linkOf(invoice, origin))
    await queueMail(tx, {
      to,
      language: invoice.language,
      ...mail,
      occasion: `invoice:${invoiceId}:${newPublicId()}`,
      // A suspension of the seller withholds mails of issued invoices only. The company must learn of a payment or credit note in
      // any case.
      seller: state === 'issued' ? { sellerId } : null,
      speaker: { sellerId },
    })
    await store.note(tx, { invoiceId, at, by: caller.userId, what: 'sent' })
  }

  /**
   * Reminds the contact once of an overdue invoice. Does nothing at the daily mail limit; the next day's run sends the reminder.
   */
  async remindContact(tx: Tx, invoice: store.InvoiceRow, origin: string): Promise<void> {
    const { id: invoiceId, sellerId, contactEmail: to, language } = invoice
    const at = this.#deps.clock.now()
    if (!(await this.#hasMailLeft(tx, sellerId, at))) return
    if (!(await store.markReminded(tx, invoiceId, at))) return
    await store.noteMail(tx, { sellerId, invoiceId, kind: 'reminder', at })
    const mail = reminderMail(language, this.#mailFacts(invoice, this.#deps.access.linkOf(invoice, origin)))
    await queueMail(tx, {
      to,
      language,
      ...mail,
      occasion: `invoice-reminder:${invoiceId}`,
      seller: { sellerId },
    })
    await store.note(tx, { invoiceId, at, by: null, what: 'reminded' })
  }

  async #hasMailLeft(tx: Tx, sellerId: number, at: Date): Promise<boolean> {
    const since = new Date(at.getTime() - mailPeriodMs)
    return (await store.countMails(tx, { sellerId, kind: 'invoice', since })) < mailsPerDay.invoice
  }

  #mailFacts(invoice: store.InvoiceRow, link: string) {
    const { totalCents, dueOn } = invoice
    const number = documentNumber('invoice', invoice) ?? ''
    return { number, ...namesOn(invoice), totalCents, dueOn, link }
  }

  #mailAbout(invoice: store.InvoiceRow, link: string) {
    const { state, language } = invoice
    const facts = this.#mailFacts(invoice, link)
    if (state === 'issued') return invoiceMail(language, facts)
    const about = { ...facts, invoiceNumber: facts.number }
    if (state === 'paid') return paymentMail(language, about)
    return creditNoteMail(language, {
      ...about,
      number: creditNoteNumber(invoice) ?? '',
      wasPaid: invoice.paidAt !== null,
    })
  }
}

const namesOn = ({ companyName, contactName, sellerDetails }: store.InvoiceRow) => ({
  sellerName: sellerDetails?.name ?? '',
  companyName,
  contactName,
})
