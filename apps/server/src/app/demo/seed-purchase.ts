/** A purchase of the demo school's past: order, line and payment as settling one would have left them. */
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import * as orders from '#server/features/sales/model/orders.store.ts'
import * as payments from '#server/features/sales/model/payments.store.ts'
import type { DB } from '#server/platform/database/schema.d.ts'
import { newPublicId } from '#server/platform/tokens.ts'
import type { Parts } from '../parts.ts'
import type { Services } from '../services.ts'

const pageLifeMs = 3_600_000

/** False, and nothing is stored, when nobody can be paid for this course (no account at the provider). */
export async function seedPurchase(
  tx: Transaction<DB>,
  services: Services,
  parts: Parts,
  { buyerId, courseId, at }: { buyerId: number; courseId: number; at: Date },
): Promise<boolean> {
  const offers = await services.pricing.lockOffers(tx, [courseId])
  const { lines, totalCents } = await services.pricing.priceOrder(tx, offers, undefined, {
    buyerId,
    replacing: [],
  })
  const sellers = offers.map(({ sellerId }) => sellerId)
  const payee = await services.businesses.payeeFor(tx, sellers)
  if (payee === null) return false
  const order = await orders.insertOrder(
    tx,
    {
      publicId: newPublicId(),
      buyerId,
      totalCents,
      couponId: null,
      paymentAccountId: payee,
      customer: {},
      language: 'en',
      origin: parts.publicUrl ?? parts.ownOrigin(),
      createdAt: at,
    },
    lines,
    { isOpen: false },
  )
  const payment = await payments.insertPayment(tx, {
    orderId: order.id,
    paymentAccountId: payee,
    providerId: randomUUID(),
    dueAt: new Date(at.getTime() + pageLifeMs),
    createdAt: at,
    askingUntil: null,
    // It lies in the past: the provider is not asked about it again.
    nextReadAt: null,
  })
  await payments.saveReading(tx, payment.id, {
    broughtBy: 'callback',
    amountCents: totalCents,
    paidCents: totalCents,
    state: 'paid',
    version: 0,
    providerStatus: 'paid',
    outcome: 'settled',
    reviewReason: null,
    attention: [],
    receivedCents: totalCents,
    refundableCents: totalCents,
    paidAt: at,
    evidence: null,
    readAt: at,
    nextReadAt: null,
  })
  const gaveAccess = (await orders.linesOf(tx, order.id)).map(({ id }) => id)
  await orders.settleOrder(tx, order.id, { gaveAccess, at })
  return true
}
