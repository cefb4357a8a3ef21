/** Receipts and refund notes as people read them, and who a seller is on them. */
import type { Receipt, ReceiptDetails, ReceiptSummary } from '@apogee/contracts/accounting.ts'
import type { Transaction } from 'kysely'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { DB } from '#server/platform/database/schema.d.ts'
import { queueMail } from '#server/platform/mail-outbox.ts'
import type { Caller } from '#server/policy/caller.ts'
import { recordEdit } from '#server/policy/edits.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import { receiptMail } from './accounting.mail.ts'
import { receiptNumber, type ReceiptKind } from './accounting.rules.ts'
import { receiptPdf } from './receipt-pdf.ts'
import * as receipts from './receipts.store.ts'
import * as details from './seller-details.store.ts'
import * as statements from './statements.store.ts'

export interface ReceiptsParts {
  database: Database
  clock: Clock
  businesses: Pick<Businesses, 'sellerOf' | 'recordSellerChange' | 'payoutBankOf'>
  publicUrl: string | null
  ownOrigin: () => string
}

export function createReceipts({ database, clock, businesses, publicUrl, ownOrigin }: ReceiptsParts) {
  const { kysely } = database

  /** The buyer's own, the seller's own, or any for a superadmin; for all others there is none. */
  async function receiptFor(caller: Caller, publicId: string): Promise<receipts.ReceiptRow> {
    const found = await receipts.receiptByPublicId(kysely, publicId)
    if (!found) return refuse('RECEIPT_NOT_FOUND')
    if (found.buyerId === caller.userId || caller.role === 'superadmin') return found
    return (await sells(caller, found.sellerId)) ? found : refuse('RECEIPT_NOT_FOUND')
  }

  async function sells({ role, userId, businessId }: Caller, sellerId: number): Promise<boolean> {
    const owner =
      role === 'admin' && businessId !== null
        ? { business: businessId }
        : role === 'instructor' && businessId === null
          ? { person: userId }
          : null
    return owner !== null && (await statements.bookOf(kysely, owner))?.sellerId === sellerId
  }

  const readReceipt = async (caller: Caller, publicId: string): Promise<Receipt> =>
    present(await receiptFor(caller, publicId))

  async function present(row: receipts.ReceiptRow): Promise<Receipt> {
    const [lines, first] = await Promise.all([
      receipts.linesOfReceipt(kysely, row),
      row.postingId === row.saleId ? undefined : receipts.firstReceipt(kysely, row),
    ])
    const { name, email, address, taxNumber, company, registrationNumber } = row.buyer
    return {
      ...mention(row),
      ...{ issuedAt: row.issuedAt.toISOString(), language: row.language, reference: row.reference },
      ...{ through: row.through, seller: row.seller, lines, tax: row.taxCents, total: row.totalCents },
      buyer:
        email === undefined
          ? null
          : {
              ...{ name: name ?? '', email, address: address ?? '', taxNumber: taxNumber ?? '' },
              ...{ company: company ?? '', registrationNumber: registrationNumber ?? '' },
            },
      about: first ? mention(first) : null,
    }
  }

  async function downloadReceipt(caller: Caller, publicId: string): Promise<{ name: string; pdf: Buffer }> {
    const row = await receiptFor(caller, publicId)
    return { name: `${receiptNumber(row)}.pdf`, pdf: await receiptPdf(await present(row)) }
  }

  /** The first of its kind of a sale, for who sold it to somebody without an account; null: there is none. */
  async function printPaperOf(
    saleSource: string,
    kind: ReceiptKind,
  ): Promise<{ name: string; pdf: Buffer } | null> {
    const row = (await receipts.receiptsOfSale(kysely, saleSource)).find((paper) => paper.kind === kind)
    return row ? { name: `${receiptNumber(row)}.pdf`, pdf: await receiptPdf(await present(row)) } : null
  }

  async function listReceipts(caller: Caller, reference: string): Promise<ReceiptSummary[]> {
    const found = await receipts.receiptsOfBuyer(kysely, caller.userId, reference)
    const isOwn = found.length > 0 || (await receipts.isPurchaseOf(kysely, caller.userId, reference))
    if (!isOwn) refuse('PAYMENT_NOT_FOUND')
    return found.map((row) => ({
      ...mention(row),
      ...{ issuedAt: row.issuedAt.toISOString(), sellerName: row.seller.name, total: row.totalCents },
    }))
  }

  /** Once for each receipt, whatever crashes between. */
  async function mailReceipt({ receiptId }: { receiptId: number }): Promise<void> {
    await database.transaction(async (tx) => {
      const row = await receipts.markMailed(tx, receiptId, clock.now())
      const to = row?.buyer.email
      if (!row || !to) return
      const origin = publicUrl ?? ownOrigin()
      const link = row.buyerId === null ? null : `${origin}${receiptPath(row)}`
      const number = receiptNumber(row)
      const { kind, totalCents, language, seller } = row
      const { name: sellerName } = seller
      const isDispute = await receipts.isOfDispute(tx, receiptId)
      const bought = kind === 'receipt' && !isDispute ? await receipts.coursesOfReceipt(tx, row) : []
      const courses = bought.map(({ courseId, title }) => ({ title, link: `${origin}/course/${courseId}` }))
      const mail = receiptMail(language, { kind, isDispute, number, sellerName, totalCents, courses, link })
      await queueMail(tx, { to, language, ...mail, occasion: `receipt:${row.publicId}` })
    })
  }

  /** Where a buyer's receipts of these purchases are read; a purchase without one is absent. */
  async function receiptPaths(buyerId: number, references: readonly string[]): Promise<Map<string, string>> {
    const found = await receipts.firstReceiptsOfBuyer(kysely, buyerId, references)
    return new Map(found.map((row) => [row.reference, receiptPath(row)]))
  }

  const forgetBuyer = (tx: Transaction<DB>, userId: number): Promise<void> => receipts.forgetBuyer(tx, userId)

  async function readReceiptDetails(caller: Caller): Promise<ReceiptDetails> {
    const sellerId = await database.transaction((tx) => businesses.sellerOf(tx, caller))
    return (await details.detailsOf(kysely, sellerId)) ?? refuse('SELLER_NOT_FOUND')
  }

  async function updateReceiptDetails(
    caller: Caller,
    { version, ...given }: details.SellerDetails & { version?: number | undefined },
  ): Promise<ReceiptDetails> {
    await database.transaction(async (tx) => {
      const sellerId = await businesses.sellerOf(tx, caller)
      const at = clock.now()
      await recordEdit(tx, {
        ...{ kind: 'receipt-details', id: sellerId, by: caller.userId, at, version, changes: given },
        current: async () => (await details.detailsOf(tx, sellerId)) ?? refuse('SELLER_NOT_FOUND'),
      })
      await details.saveDetails(tx, sellerId, given, at)
    })
    return readReceiptDetails(caller)
  }

  return {
    readReceipt,
    downloadReceipt,
    printPaperOf,
    listReceipts,
    mailReceipt,
    receiptPaths,
    forgetBuyer,
    readReceiptDetails,
    updateReceiptDetails,
  }
}

const mention = (row: receipts.IssuedReceipt) => ({
  id: row.publicId,
  kind: row.kind,
  number: receiptNumber(row),
})

const receiptPath = ({ reference, publicId }: Pick<receipts.ReceiptRow, 'reference' | 'publicId'>) =>
  `/purchases/${reference}/receipts/${publicId}`
