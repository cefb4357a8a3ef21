import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import type { QuotedCourse } from '@apogee/contracts/pricing/pricing.ts'
import type { Offer } from '@apogee/contracts/sales/offers.ts'
import { currentPrice } from '@apogee/domain/money/money.ts'
import { unmetPrerequisitesOf } from './unmet-prerequisites.ts'

export type OfferedCourse = Pick<CatalogueCourse, 'id' | 'price' | 'sale' | 'access' | 'prerequisites'>

/** Returns the offer of a course as a page shows it. `cohortId` is the shown start; null means to begin at once. */
export const offerOf = (course: OfferedCourse, cohortId: number | null): Offer => ({
  courseId: course.id,
  price: currentPrice(course),
  terms: {
    access: course.access ?? null,
    cohortId,
    first: unmetPrerequisitesOf(course).map(({ courseId }) => courseId),
  },
})

export const offerOfQuote = ({
  courseId,
  total,
  access,
  start,
  first = [],
}: Pick<QuotedCourse, 'courseId' | 'total' | 'access' | 'start' | 'first'>): Offer => ({
  courseId,
  price: total,
  terms: { access: access ?? null, cohortId: start?.id ?? null, first: first.map((one) => one.courseId) },
})
