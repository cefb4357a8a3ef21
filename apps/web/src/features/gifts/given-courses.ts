import { cartMaxCourses } from '@apogee/contracts/limits.ts'
import { giftAddress } from '#web/shared/buying/gift-address.ts'

/** Holds the ids of the courses and bundles that are bought as a gift. */
export interface GivenCourses {
  courses: readonly number[]
  bundles: readonly number[]
}

function idsIn(list: string | null): number[] {
  const ids = (list ?? '').split(',').map(Number)
  const valid = ids.filter((id) => Number.isSafeInteger(id) && id > 0)
  return [...new Set(valid)].slice(0, cartMaxCourses)
}

/** Reads what the address of the page names: `?courses=1,2&bundles=3`. */
export const givenIn = (search: URLSearchParams): GivenCourses => ({
  courses: idsIn(search.get('courses')),
  bundles: idsIn(search.get('bundles')),
})

/** Returns whether the page was opened from the cart with all its courses. */
export const isFromCart = (search: URLSearchParams): boolean => search.get('from') === 'cart'

/** Returns the address of the page without a course or a bundle. */
export const addressWithout = (given: GivenCourses, left: { courseId?: number; bundleId?: number }): string =>
  giftAddress({
    courses: given.courses.filter((id) => id !== left.courseId),
    bundles: given.bundles.filter((id) => id !== left.bundleId),
  })
