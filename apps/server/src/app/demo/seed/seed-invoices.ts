/** Seeds invoices of a business to companies: one is issued and unpaid, one is a draft. No mail is sent. */
import { dayInMalaysia, yearInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { priceLine } from '#server/features/invoices/invoices.rules.ts'
import * as store from '#server/features/invoices/invoices.store.ts'
import { insertSeats } from '#server/features/invoices/seats.store.ts'
import { newPublicId } from '#server/platform/secrets/tokens.ts'
import type { DemoSchool } from '../load-demo-school.ts'
import { daysBefore, type Seeding } from './seeding.ts'

type DemoInvoice = DemoSchool['invoices']['invoices'][number]

export async function seedInvoices(seeding: Seeding): Promise<void> {
  const { tx, school, now, sellerIds, people } = seeding
  const sellerId = sellerIds.of(school.invoices.seller)
  const by = people.of(school.invoices.createdBy).userId
  const bank = school.invoices.bank
  await store.saveBank(tx, { sellerId, userId: by, at: now, bank })
  for (const invoice of school.invoices.invoices) {
    const at = daysBefore(now, invoice.daysAgo)
    const buyer = { ...invoice.buyer, dueOn: dayInMalaysia(daysBefore(now, -invoice.dueInDays)) }
    const draft = { publicId: newPublicId(), sellerId, createdBy: by, at, buyer }
    const invoiceId = await store.insertDraft(tx, draft)
    await seedLines(seeding, sellerId, invoiceId, invoice)
    await store.note(tx, { invoiceId, at, by, what: 'created' })
    const [line] = await store.linesOf(tx, invoiceId)
    const seats = line ? invoice.people.map((email) => ({ lineId: line.id, email, name: '' })) : []
    if (seats.length > 0) await insertSeats(tx, seats, at)
    if (!invoice.isIssued) continue
    const year = yearInMalaysia(at)
    const number = await store.nextNumber(tx, { sellerId, kind: 'invoice', year })
    const seller = await store.sellerPaper(tx, sellerId)
    await store.markIssued(tx, invoiceId, { year, number, at, seller, bank })
    await store.note(tx, { invoiceId, at, by, what: 'issued' })
  }
}

async function seedLines(
  { tx, courses }: Seeding,
  sellerId: number,
  invoiceId: number,
  { lines }: DemoInvoice,
): Promise<void> {
  const rates = await store.ratesOf(tx, sellerId)
  const priced = lines.map(({ course, seats, unitPriceCents }) => {
    const { id: courseId, title, priceCents: listPriceCents } = courses.of(course)
    return {
      courseId,
      title,
      listPriceCents,
      seats,
      unitPriceCents,
      ...priceLine({ seats, unitPriceCents }, rates.taxBasisPoints),
    }
  })
  await store.replaceLines(tx, invoiceId, priced, rates)
}
