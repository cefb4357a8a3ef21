/** The coupon code of a sales page: in its address (`?code=`), so that a link can carry it. The server decides the price. */
import type { Course } from '@apogee/contracts/courses/courses.ts'
import { createStore, useStore } from '#web/platform/store.ts'

/** Per course, in sen: what it costs with the applied code. Absent without one. */
export const codePrices = createStore<Readonly<Record<number, number>>>({})

/** The course with the price of the applied code in the place of a sale price. */
export function useCourseWithCode<Shown extends Pick<Course, 'id' | 'sale'>>(course: Shown): Shown {
  const price = useStore(codePrices)[course.id]
  return price === undefined ? course : { ...course, sale: { price, endsAt: null } }
}
