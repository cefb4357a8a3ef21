import type { Payment } from '@apogee/contracts/sales/checkout.ts'
import { ApiError } from '#web/platform/transfer/client.ts'
import { payForOffer } from '#web/shared/buying/buy-course.ts'

/** The server keeps an order in these states open, with its payment page and the buyer's details. */
const reopened: readonly string[] = ['created', 'failed']

/**
 * Opens the payment page of an order of one course again. The request sends the offer of the order, so that the server refuses it if
 * the price or a term has changed since, if other courses must be completed first, or if the price came from a code, because an order
 * names neither. Returns false then, and when the order is not open any more; the buyer has to see the present offer first.
 */
export async function reopenPayment({ status, lines }: Payment, userId: number): Promise<boolean> {
  const [line] = lines
  if (!line || line.bundle || lines.length > 1 || !reopened.includes(status)) return false
  const terms = { access: line.access ?? null, cohortId: line.start?.id ?? null, first: [] }
  try {
    await payForOffer({ courseId: line.courseId, price: line.price, terms }, { userId })
    return true
  } catch (error) {
    if (error instanceof ApiError && /^(?:OFFER_CHANGED|COHORT_)/.test(error.errorCode)) return false
    throw error
  }
}
