/** Mail to the company's contact. */
import type { Transaction } from 'kysely'
import type { Clock } from '#server/platform/clock.ts'
import type { DB } from '#server/platform/database/schema.d.ts'
import { queueMail } from '#server/platform/mail-outbox.ts'
import { newPublicId } from '#server/platform/tokens.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import { creditNoteNumber, type InvoiceDesk } from './invoice-access.ts'
import { creditNoteMail, invoiceMail, paymentMail, reminderMail } from './invoices.mail.ts'
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
    if (!(await hasMailLeft(tx, sellerId, at))) {
      if (whatIfTooMany === 'mail nothing') return
      refuse('INVOICE_LIMIT_REACHED')
    }
    const kind = state === 'void' ? 'credit_note' : 'invoice'
    await store.noteMail(tx, { sellerId, invoiceId, kind, at })
    const mail = mailAbout(invoice, desk.linkOf(invoice, origin))
    await queueMail(tx, {
      to,
      language: invoice.language,
      ...mail,
      occasion: `invoice:${invoiceId}:${newPublicId()}`,
    })
    await store.note(tx, { invoiceId, at, by: caller.userId, what: 'sent' })
  }

  /** Tells the contact, once, that the day has passed. Nothing when so many mails have left today: tomorrow is soon enough. */
  async function remindContact(tx: Tx, invoice: store.InvoiceRow, origin: string): Promise<void> {
    const { id: invoiceId, sellerId, contactEmail: to, language } = invoice
    const at = clock.now()
    if (!(await hasMailLeft(tx, sellerId, at))) return
    if (!(await store.markReminded(tx, invoiceId, at))) return
    await store.noteMail(tx, { sellerId, invoiceId, kind: 'reminder', at })
    const mail = reminderMail(language, toldOf(invoice, desk.linkOf(invoice, origin)))
    await queueMail(tx, { to, language, ...mail, occasion: `invoice-reminder:${invoiceId}` })
    await store.note(tx, { invoiceId, at, by: null, what: 'reminded' })
  }

  async function hasMailLeft(tx: Tx, sellerId: number, at: Date): Promise<boolean> {
    const since = new Date(at.getTime() - mailPeriodMs)
    return (await store.countMails(tx, { sellerId, kind: 'invoice', since })) < mailsPerDay.invoice
  }

  function toldOf(invoice: store.InvoiceRow, link: string) {
    const { totalCents, dueOn } = invoice
    const number = numberOnPaper('invoice', invoice) ?? ''
    return { number, ...namesOn(invoice), totalCents, dueOn, link }
  }

  function mailAbout(invoice: store.InvoiceRow, link: string) {
    const { state, language } = invoice
    const told = toldOf(invoice, link)
    if (state === 'issued') return invoiceMail(language, told)
    const about = { ...told, invoiceNumber: told.number }
    if (state === 'paid') return paymentMail(language, about)
    return creditNoteMail(language, {
      ...{ ...about, number: creditNoteNumber(invoice) ?? '', wasPaid: invoice.paidAt !== null },
    })
  }

  return { mailContact, remindContact }
}

const namesOn = ({ companyName, contactName, sellerDetails }: store.InvoiceRow) => ({
  sellerName: sellerDetails?.name ?? '',
  companyName,
  contactName,
})
