import type { Payment } from '@apogee/contracts/sales/checkout.ts'
import { useMutation } from '@tanstack/react-query'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { addBundleToCart, useCart, type CartBundle, type CartCourse } from '#web/shared/buying/cart.ts'

/** Returns a course of an order as a cart line, or null when it is not for sale or already owned. */
async function stillForSale(courseId: number): Promise<CartCourse | null> {
  try {
    const { data } = await call('courseSales', { params: { courseId } })
    return data.isEnrolled ? null : data.course
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

/**
 * Puts the unowned courses of an order back into the cart (docs/product-choices.md#buying). Throws the refusal of readPayment when
 * the order is not the caller's. `restored` receives their number, also after the link was unmounted, because the first course in
 * the cart removes the empty cart's own link.
 */
export function useRestoreOrder(restored: (count: number) => void) {
  const { add } = useCart()
  return useMutation({
    mutationFn: async (purchaseId: string) => {
      const { data } = await call('readPayment', { params: { id: purchaseId } })
      const bundles = await openBundles(data)
      const courses = await unownedCourses(data, bundles)
      courses.forEach(add)
      bundles.forEach((bundle) => addBundleToCart(bundle))
      return courses.length + bundles.length
    },
    onSuccess: restored,
  })
}
