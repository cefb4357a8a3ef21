import type { Receipt, ReceiptDetails, ReceiptSummary } from '@apogee/contracts/accounting/accounting.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { queueMail } from '#server/platform/mail/mail-outbox.ts'
import type { Caller } from '#server/policy/caller.ts'
import { recordEdit } from '#server/policy/edits.ts'
import { refuse } from '#server/policy/refusal.ts'
import { moneySeenBy, sellerScope } from '#server/policy/seller-scope.ts'
import type { Businesses, LookRow } from '#server/features/businesses/businesses.service.ts'
import { receiptMail } from './accounting.mail.ts'
import { partOfPaperTyped, receiptNumber, type ReceiptKind } from './accounting.rules.ts'
import { receiptPdf } from './receipt-pdf.ts'
import * as receipts from './receipts.store.ts'
import * as details from './seller-details.store.ts'
import * as statements from './statements.store.ts'

export interface ReceiptsDependencies {
  database: Database
  clock: Clock
  businesses: Pick<Businesses, 'sellerOf' | 'recordSellerChange' | 'payoutObstacles'> & {
    payoutBanks: Pick<Businesses['payoutBanks'], 'payoutBankOf'>
    brand: Pick<Businesses['brand'], 'readLook' | 'pageLookOf' | 'printedLookOf'>
  }
  publicUrl: string | null
  ownOrigin: () => string
}

export class Receipts {
  readonly #deps: ReceiptsDependencies

  constructor(deps: ReceiptsDependencies) {
    this.#deps = deps
  }

  /** Buyers open their own receipts, sellers those that they issued, and superadmins all. Everybody else gets 'not found'. */
  async #receiptFor(caller: Caller, publicId: string): Promise<receipts.ReceiptRow> {
    const found = await receipts.receiptByPublicId(this.#deps.database.kysely, publicId)
    if (!found) return refuse('RECEIPT_NOT_FOUND')
    if (found.buyerId === caller.userId) return found
    return (await this.#sells(caller, found.sellerId)) ? found : refuse('RECEIPT_NOT_FOUND')
  }

  async #sells(caller: Caller, sellerId: number): Promise<boolean> {
    const scope = moneySeenBy(caller)
    if (scope === null) return false
    if ('all' in scope) return true
    return (await statements.bookOf(this.#deps.database.kysely, scope))?.sellerId === sellerId
  }

  /** Finds receipts and refund notes of the caller's sales by a part of their number. */
  async findReceipts(caller: Caller, search: string, limit: number) {
    const part = partOfPaperTyped(search)
    if (part === null) return []
    const found = await receipts.receiptsNumbered(
      this.#deps.database.kysely,
      sellerScope(caller),
      part,
      limit,
    )
    return found.map(({ publicId, kind, year, number, reference, totalCents, issuedAt }) => ({
      id: publicId,
      kind,
      number: receiptNumber({ kind, year, number }),
      reference,
      amount: totalCents,
      issuedAt: issuedAt.toISOString(),
    }))
  }

  readonly readReceipt = async (caller: Caller, publicId: string): Promise<Receipt> =>
    this.#present(await this.#receiptFor(caller, publicId)).then(({ receipt }) => receipt)

  async #present(row: receipts.ReceiptRow): Promise<{ receipt: Receipt; look: LookRow | undefined }> {
    const { brand } = this.#deps.businesses
    const [lines, look, first] = await Promise.all([
      receipts.linesOfReceipt(this.#deps.database.kysely, row),
      brand.readLook(row.lookId),
      row.postingId === row.saleId ? undefined : receipts.firstReceipt(this.#deps.database.kysely, row),
    ])
    const { name, email, address, taxNumber, company, registrationNumber } = row.buyer
    const receipt: Receipt = {
      ...mention(row),
      issuedAt: row.issuedAt.toISOString(),
      language: row.language,
      reference: row.reference,
      through: row.through,
      seller: row.seller,
      ...(look && { look: brand.pageLookOf(look) }),
      lines,
      tax: row.taxCents,
      total: row.totalCents,
      // A buyer who is erased before the payment settles has a receipt with an empty name and address.
      buyer:
        email === undefined || (email === '' && !name)
          ? null
          : {
              name: name ?? '',
              email,
              address: address ?? '',
              taxNumber: taxNumber ?? '',
              company: company ?? '',
              registrationNumber: registrationNumber ?? '',
            },
      about: first ? mention(first) : null,
    }
    return { receipt, look }
  }

  async downloadReceipt(caller: Caller, publicId: string): Promise<{ name: string; pdf: Buffer }> {
    const row = await this.#receiptFor(caller, publicId)
    return this.#print(row)
  }

  /**
   * Prints the oldest receipt or refund note of a sale. Sellers use it for buyers who have no account to open it. Null means that
   * the sale has no such document.
   */
  async printPaperOf(saleSource: string, kind: ReceiptKind): Promise<{ name: string; pdf: Buffer } | null> {
    const row = (await receipts.receiptsOfSale(this.#deps.database.kysely, saleSource)).find(
      (paper) => paper.kind === kind,
    )
    return row ? this.#print(row) : null
  }

  async #print(row: receipts.ReceiptRow): Promise<{ name: string; pdf: Buffer }> {
    const { receipt, look } = await this.#present(row)
    const printed = await this.#deps.businesses.brand.printedLookOf(look)
    return { name: `${receiptNumber(row)}.pdf`, pdf: await receiptPdf(receipt, printed) }
  }

  async listReceipts(caller: Caller, reference: string): Promise<ReceiptSummary[]> {
    const found = await receipts.receiptsOfBuyer(this.#deps.database.kysely, caller.userId, reference)
    const isOwn =
      found.length > 0 || (await receipts.isPurchaseOf(this.#deps.database.kysely, caller.userId, reference))
    if (!isOwn) refuse('PAYMENT_NOT_FOUND')
    return found.map((row) => ({
      ...mention(row),
      issuedAt: row.issuedAt.toISOString(),
      sellerName: row.seller.name,
      total: row.totalCents,
    }))
  }

  /** Mails a receipt. The task may run again: a receipt is mailed once. */
  async mailReceipt({ receiptId }: { receiptId: number }): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const row = await receipts.markMailed(tx, receiptId, this.#deps.clock.now())
      const to = row?.buyer.email
      if (!row || !to) return
      const origin = this.#deps.publicUrl ?? this.#deps.ownOrigin()
      const link = row.buyerId === null ? null : `${origin}${receiptPath(row)}`
      const number = receiptNumber(row)
      const { kind, totalCents, language, seller } = row
      const { name: sellerName } = seller
      const isDispute = await receipts.isOfDispute(tx, receiptId)
      const bought = kind === 'receipt' && !isDispute ? await receipts.coursesOfReceipt(tx, row) : []
      const courses = bought.map(({ courseId, ...course }) => ({
        ...course,
        link: `${origin}/course/${courseId}`,
      }))
      const mail = receiptMail(language, { kind, isDispute, number, sellerName, totalCents, courses, link })
      const occasion = `receipt:${row.publicId}`
      await queueMail(tx, {
        to,
        language,
        ...mail,
        occasion,
        seller: null,
        speaker: { sellerId: row.sellerId },
      })
    })
  }

  /** Maps each purchase to the path of its first receipt. Purchases without a receipt are absent. */
  async receiptPaths(buyerId: number, references: readonly string[]): Promise<Map<string, string>> {
    const found = await receipts.firstReceiptsOfBuyer(this.#deps.database.kysely, buyerId, references)
    return new Map(found.map((row) => [row.reference, receiptPath(row)]))
  }

  readonly forgetBuyer = (tx: Tx, userId: number): Promise<void> => receipts.forgetBuyer(tx, userId)

  async readReceiptDetails(caller: Caller): Promise<ReceiptDetails> {
    const sellerId = await this.#deps.database.transaction((tx) => this.#deps.businesses.sellerOf(tx, caller))
    return (await details.detailsOf(this.#deps.database.kysely, sellerId)) ?? refuse('SELLER_NOT_FOUND')
  }

  async updateReceiptDetails(
    caller: Caller,
    { version, ...given }: details.SellerDetails & { version?: number | undefined },
  ): Promise<ReceiptDetails> {
    await this.#deps.database.transaction(async (tx) => {
      const sellerId = await this.#deps.businesses.sellerOf(tx, caller)
      const at = this.#deps.clock.now()
      await recordEdit(tx, {
        kind: 'receipt-details',
        id: sellerId,
        by: caller.userId,
        at,
        version,
        changes: given,
        current: async () => (await details.detailsOf(tx, sellerId)) ?? refuse('SELLER_NOT_FOUND'),
      })
      await details.saveDetails(tx, sellerId, given, at)
    })
    return this.readReceiptDetails(caller)
  }
}

const mention = (row: receipts.IssuedReceipt) => ({
  id: row.publicId,
  kind: row.kind,
  number: receiptNumber(row),
})

const receiptPath = ({ reference, publicId }: Pick<receipts.ReceiptRow, 'reference' | 'publicId'>) =>
  `/purchases/${reference}/receipts/${publicId}`
