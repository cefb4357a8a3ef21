/** What the demo business invoices to companies: one is out and waits for its money, one is a draft. No mail leaves. */
import { dayInMalaysia, yearInMalaysia } from '@apogee/domain/malaysia-time.ts'
import type { Transaction } from 'kysely'
import { priceLine } from '#server/features/invoices/invoices.rules.ts'
import * as store from '#server/features/invoices/invoices.store.ts'
import * as seats from '#server/features/invoices/seats.store.ts'
import type { DB } from '#server/platform/database/schema.d.ts'
import { newPublicId } from '#server/platform/tokens.ts'

const dayMs = 24 * 3_600_000

const invoices = [
  {
    buyer: {
      ...{ language: 'en' as const, companyName: 'Petronia Logistics Sdn Bhd', purchaseOrder: 'PO-2210' },
      ...{ registrationNumber: '201501028842', taxNumber: 'C21834490070', contactName: 'Salmah Yusof' },
      address: '8 Jalan Pelabuhan, 42000 Pelabuhan Klang, Selangor',
      contactEmail: 'salmah@petronia.apogee.test',
    },
    dueInDays: 14,
    daysAgo: 16,
    isIssued: true,
    lines: [
      { course: 'practical-machine-learning', seats: 5, unitPriceCents: 19_900 },
      { course: 'typescript-first-principles', seats: 3, unitPriceCents: 14_900 },
    ],
    people: ['hafiz@petronia.apogee.test', 'kavitha@petronia.apogee.test'],
  },
  {
    buyer: {
      ...{ language: 'ms' as const, companyName: 'Kilang Roti Makmur Berhad', purchaseOrder: '' },
      ...{ registrationNumber: '199801004417', taxNumber: '', contactName: 'Zulkifli Hassan' },
      address: 'Lot 12, Jalan Perusahaan, 13600 Perai, Pulau Pinang',
      contactEmail: 'zulkifli@makmur.apogee.test',
    },
    dueInDays: 30,
    daysAgo: 1,
    isIssued: false,
    lines: [{ course: 'your-first-ten-customers', seats: 10, unitPriceCents: 7_900 }],
    people: [],
  },
]

export async function seedInvoices(
  tx: Transaction<DB>,
  now: Date,
  {
    sellerId,
    adminId,
    course,
  }: { sellerId: number; adminId: number; course: (key: string) => number | undefined },
): Promise<void> {
  const bank = {
    ...{ bankName: 'Maybank', accountName: 'Orbit Academy Sdn Bhd', accountNumber: '5140 0000 1234' },
  }
  await store.saveBank(tx, { sellerId, userId: adminId, at: now, bank })
  const rates = await store.ratesOf(tx, sellerId)
  for (const { buyer, dueInDays, daysAgo, isIssued, lines, people } of invoices) {
    const ids = lines.map((line) => course(line.course) ?? 0)
    const courses = await store.sellableCourses(tx, sellerId, ids)
    // A school for tests may be without some of the courses.
    if (courses.length < lines.length) continue
    const at = new Date(now.getTime() - daysAgo * dayMs)
    const dueOn = dayInMalaysia(new Date(now.getTime() + dueInDays * dayMs))
    const draft = { publicId: newPublicId(), sellerId, createdBy: adminId, at, buyer: { ...buyer, dueOn } }
    const invoiceId = await store.insertDraft(tx, draft)
    const priced = lines.flatMap(({ seats: count, unitPriceCents }, place) => {
      const sold = courses.find(({ courseId }) => courseId === ids[place])
      const line = { seats: count, unitPriceCents }
      return sold
        ? [
            {
              ...{ courseId: sold.courseId, title: sold.title, listPriceCents: sold.priceCents },
              ...{ ...line, ...priceLine(line, rates.taxBasisPoints) },
            },
          ]
        : []
    })
    await store.replaceLines(tx, invoiceId, priced, rates)
    await store.note(tx, { invoiceId, at, by: adminId, what: 'created' })
    const [first] = await store.linesOf(tx, invoiceId)
    if (first && people.length > 0)
      await seats.insertSeats(
        tx,
        people.map((email) => ({ lineId: first.id, email, name: '' })),
        at,
      )
    if (!isIssued) continue
    const year = yearInMalaysia(at)
    const number = await store.nextNumber(tx, { sellerId, kind: 'invoice', year })
    const seller = await store.sellerPaper(tx, sellerId)
    await store.markIssued(tx, invoiceId, { year, number, at, seller, bank })
    await store.note(tx, { invoiceId, at, by: adminId, what: 'issued' })
  }
}
