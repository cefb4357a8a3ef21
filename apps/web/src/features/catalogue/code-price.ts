/** Stores the coupon code of a sales page in its address (`?code=`), so that links can include it. The server decides the price. */
import type { Course } from '@apogee/contracts/courses/courses.ts'
import { createStore, useStore } from '#web/platform/session/store.ts'

/** Maps course ids to prices in sen with the applied code. A course without an applied code has no entry. */
export const codePrices = createStore<Readonly<Record<number, number>>>({})

/** Returns the course with the price of the applied code instead of a sale price. */
export function useCourseWithCode<Shown extends Pick<Course, 'id' | 'sale'>>(course: Shown): Shown {
  const price = useStore(codePrices)[course.id]
  return price === undefined ? course : { ...course, sale: { price, endsAt: null } }
}
