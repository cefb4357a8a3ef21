import type { Payment } from '@apogee/contracts/sales/checkout.ts'
import { useMutation } from '@tanstack/react-query'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { useCart, type CartCourse } from '#web/shared/buying/cart.ts'

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

async function unownedCourses({ lines }: Payment): Promise<CartCourse[]> {
  const open = lines.filter((line) => line.status !== 'granted')
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
      const courses = await unownedCourses(data)
      courses.forEach(add)
      return courses.length
    },
    onSuccess: restored,
  })
}
