import type { Payment } from '@apogee/contracts/sales/checkout.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { addBundleToCart, useCart, type CartBundle, type CartCourse } from '#web/shared/buying/cart.ts'
import { addressOfGift } from '#web/shared/buying/gift-address.ts'
import { useReturnFromPayment } from '#web/shared/buying/payment-page.ts'
import { plainDescription } from '#web/shared/course/course-cards.ts'
import { useSession } from '#web/platform/session/session.tsx'

/** Returns a course of an order as a cart line, or null when it is not for sale or already owned. */
async function stillForSale(courseId: number): Promise<CartCourse | null> {
  try {
    const { data } = await call('courseSales', { params: { courseId } })
    if (data.isEnrolled) return null
    return { ...data.course, description: await plainDescription(data.course.description) }
  } catch (error) {
    if (error instanceof ApiError && error.errorCode === 'COURSE_NOT_FOUND') return null
    throw error
  }
}

async function isOnSale({ id }: CartBundle): Promise<boolean> {
  try {
    await call('readOfferedBundle', { params: { id } })
    return true
  } catch (error) {
    if (error instanceof ApiError && error.errorCode === 'BUNDLE_NOT_FOUND') return false
    throw error
  }
}

/** Returns the bundles of an unpaid order that are still on sale. */
async function openBundles({ lines }: Payment): Promise<CartBundle[]> {
  const open = lines.flatMap(({ bundle, owned, status }) =>
    bundle && !owned && status !== 'granted' ? [bundle] : [],
  )
  const distinct = [...new Map(open.map((bundle) => [bundle.id, bundle])).values()]
  const sold = await Promise.all(distinct.map(isOnSale))
  return distinct.filter((_, place) => sold[place])
}

/** Leaves out the courses of these bundles, which return with them. */
async function unownedCourses({ lines }: Payment, bundles: readonly CartBundle[]): Promise<CartCourse[]> {
  const ids = new Set(bundles.map(({ id }) => id))
  const open = lines.filter(({ status, bundle }) => status !== 'granted' && !(bundle && ids.has(bundle.id)))
  const courses = await Promise.all(open.map((line) => stillForSale(line.courseId)))
  return courses.filter((course) => course !== null)
}

/** Thrown when the payment page of an order was not opened again. `cause` is the failure. */
export class PaymentNotReopened extends Error {}

/** The code of buying is not part of the pages that only offer to pay again. */
const reopen = async (payment: Payment, userId: number): Promise<boolean> => {
  try {
    const { reopenPayment } = await import('./reopen-payment.ts')
    return await reopenPayment(payment, userId)
  } catch (cause) {
    throw new PaymentNotReopened('The payment page was not opened', { cause })
  }
}

/**
 * Puts the unowned courses of an order back into the cart (docs/product-choices.md#buying), or pays for them again. Throws the
 * refusal of readPayment when the order is not the caller's. `restored` receives their number, also after the link was unmounted,
 * because the first course in the cart removes the empty cart's own link. A gift is not for the cart: `restored` receives the
 * address of its form.
 */
export function useRestoreOrder(
  paysAgain: boolean,
  restored: (outcome: number | { giftAt: string }) => void,
) {
  const { add } = useCart()
  const { user } = useSession()
  const queries = useQueryClient()
  const order = useMutation({
    mutationKey: [paysAgain ? 'pay' : 'restore'],
    mutationFn: async (purchaseId: string): Promise<number | 'paying' | { giftAt: string }> => {
      const { data } = await call('readPayment', { params: { id: purchaseId } })
      if (data.gift) return { giftAt: addressOfGift(data) }
      const bundles = await openBundles(data)
      const courses = await unownedCourses(data, bundles)
      if (paysAgain && user && courses.length > 0 && (await reopen(data, user.id))) return 'paying'
      courses.forEach(add)
      return courses.length + bundles.filter((bundle) => addBundleToCart(bundle)).length
    },
    onSuccess: (outcome) => {
      if (outcome !== 'paying') return restored(outcome)
      void queries.invalidateQueries({ queryKey: ['enrolled'] })
      void queries.invalidateQueries({ queryKey: ['payments'] })
    },
  })
  useReturnFromPayment(order.reset)
  return order
}
