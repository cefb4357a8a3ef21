/** Mail to the company's contact. */
import type { Transaction } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { DB } from '../../platform/database/schema.d.ts'
import { queueMail } from '../../platform/mail-outbox.ts'
import { newPublicId } from '../../platform/tokens.ts'
import type { Caller } from '../../policy/caller.ts'
import { refuse } from '../../policy/refusal.ts'
import { creditNoteNumber, type InvoiceDesk } from './invoices.desk.ts'
import { creditNoteMail, invoiceMail, paymentMail } from './invoices.mail.ts'
import { mailPeriodMs, mailsPerDay, numberOnPaper } from './invoices.rules.ts'
import * as store from './invoices.store.ts'

type Tx = Transaction<DB>

export function createInvoicePost(clock: Clock, desk: Pick<InvoiceDesk, 'linkOf'>) {
  /** To the contact named on it and nobody else, how it stands now. */
  async function mailContact(
    tx: Tx,
    caller: Caller,
    invoice: store.InvoiceRow,
    origin: string,
    { whatIfTooMany = 'refuse' as 'refuse' | 'mail nothing' } = {},
  ): Promise<void> {
    const { id: invoiceId, sellerId, state, contactEmail: to } = invoice
    const at = clock.now()
    const since = new Date(at.getTime() - mailPeriodMs)
    if ((await store.countMails(tx, { sellerId, kind: 'invoice', since })) >= mailsPerDay.invoice) {
      if (whatIfTooMany === 'mail nothing') return
      refuse('INVOICE_LIMIT_REACHED')
    }
    const kind = state === 'void' ? 'credit_note' : 'invoice'
    await store.noteMail(tx, { sellerId, invoiceId, kind, at })
    const mail = mailAbout(invoice, desk.linkOf(invoice, origin))
    await queueMail(tx, { to, ...mail, occasion: `invoice:${invoiceId}:${newPublicId()}` })
    await store.note(tx, { invoiceId, at, by: caller.userId, what: 'sent' })
  }

  function mailAbout(invoice: store.InvoiceRow, link: string) {
    const { state, language, companyName, contactName, totalCents, dueOn } = invoice
    const number = numberOnPaper('invoice', invoice) ?? ''
    const told = { sellerName: invoice.sellerDetails?.name ?? '', companyName, contactName, totalCents, link }
    if (state === 'paid') return paymentMail(language, { ...told, invoiceNumber: number })
    if (state === 'issued') return invoiceMail(language, { ...told, number, dueOn })
    return creditNoteMail(language, {
      ...told,
      number: creditNoteNumber(invoice) ?? '',
      invoiceNumber: number,
    })
  }

  return { mailContact }
}
