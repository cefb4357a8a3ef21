/** Sets up the browser's cart and the server's offers. */
import type { SalesInfo } from '@apogee/contracts/catalogue/catalogue.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { cartItemsIn } from '#web/shared/buying/cart.ts'
import { answer, refusal } from '#web/testing/mock-api.ts'
import type { machine } from '#web/testing/purchases.ts'
import { aSalesInfo } from '#web/testing/sales-info.ts'

export const fillCart = (...courses: (typeof machine)[]) =>
  localStorage.setItem(
    storageKeys.cart,
    JSON.stringify({ state: { items: courses.map((course) => ({ ...course, quantity: 1 })) }, version: 0 }),
  )
export const cartIds = () =>
  cartItemsIn((JSON.parse(localStorage.getItem(storageKeys.cart) ?? '{}') as { state?: unknown }).state).map(
    (item) => item.id,
  )

export const sales = (course: typeof machine, isEnrolled = false) => aSalesInfo({ course, isEnrolled })
export const sells = (...offers: SalesInfo[]) =>
  answer('courseSales', ({ params }) => {
    const offer = offers.find(({ course }) => course.id === Number(params['courseId']))
    return offer ? { success: true, data: offer } : refusal('COURSE_NOT_FOUND')
  })
