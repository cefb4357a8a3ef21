/**
 * Puts the courses of bundles into a price list: each gets its share of the bundle's price in place of its own sale price. What
 * follows (codes, SST, order lines, refunds) treats them like any other course. All functions are pure, and amounts are in sen.
 */
import type { TimedPrice } from '@apogee/domain/money/sale-price.ts'
import { sharesOf } from '@apogee/domain/money/bundle-shares.ts'
import type { BundleQuoteState } from '@apogee/contracts/bundles/quoted-bundles.ts'
import type { SoldBundle } from './bundles.store.ts'

/** The bundle in which a line is bought. Both are null for a course that is bought by itself. */
export interface InBundle {
  bundleId: number | null
  bundleTitle: string | null
}

interface ListedCourse {
  key: number
  listCents: number
  sale: TimedPrice | null
}

export interface ResolvedBundle {
  bundle: SoldBundle
  state: BundleQuoteState
  /** The shares of all courses add up to the price of the bundle. */
  courses: { courseId: number; shareCents: number; state: BundleQuoteState }[]
}

export interface PriceList<Course> {
  /** The courses of the purchase, each once, in the order of the given courses. */
  courses: (Course & InBundle)[]
  bundles: ResolvedBundle[]
}

/**
 * Returns the courses of a purchase of `courseIds` and `bundles`. `listed` contains all courses of both. A course of a bundle that
 * the buyer owns or gets by another bundle is left out, and the price of the bundle falls by its share. A bundle is bought only
 * if all its other courses are buyable. A course that is bought by itself, too, is bought in the bundle.
 */
export function priceList<Course extends ListedCourse>(
  listed: readonly Course[],
  { courseIds, bundles }: { courseIds: readonly number[]; bundles: readonly SoldBundle[] },
  stateOf: (courseId: number) => BundleQuoteState,
): PriceList<Course> {
  const lists = new Map(listed.map(({ key, listCents }) => [key, listCents]))
  const shares = new Map<number, { shareCents: number; bundle: SoldBundle }>()
  const resolved = bundles.map((bundle, place): ResolvedBundle => {
    const isCovered = bundles.some((other, at) => at !== place && covers(other, bundle, stateOf, at < place))
    const shareCents = sharesOf(
      bundle.priceCents,
      bundle.courseIds.map((id) => lists.get(id) ?? 0),
    )
    const courses = bundle.courseIds.map((courseId, index) => ({
      courseId,
      shareCents: shareCents[index] ?? 0,
      state: courseState(courseId, isCovered || shares.has(courseId), stateOf),
    }))
    const state = stateOfBundle(courses)
    if (state === 'buyable') {
      const bought = courses.filter((course) => course.state === 'buyable')
      for (const course of bought) shares.set(course.courseId, { shareCents: course.shareCents, bundle })
    }
    return { bundle, state, courses }
  })
  const asked = new Set([...courseIds, ...shares.keys()])
  const courses = listed
    .filter(({ key }) => asked.has(key))
    .map((course) => {
      const share = shares.get(course.key)
      return share
        ? {
            ...course,
            sale: { priceCents: share.shareCents, startsAt: null, endsAt: null },
            bundleId: share.bundle.id,
            bundleTitle: share.bundle.title,
          }
        : { ...course, bundleId: null, bundleTitle: null }
    })
  return { courses, bundles: resolved }
}

type StateOf = (courseId: number) => BundleQuoteState

function courseState(courseId: number, isElsewhere: boolean, stateOf: StateOf): BundleQuoteState {
  const state = stateOf(courseId)
  return isElsewhere && state !== 'owned' ? 'elsewhere' : state
}

/**
 * Returns whether a bundle of the purchase holds everything that the buyer would get by another one, so that the other would only
 * make the purchase dearer. Of two bundles with the same courses, the first one stays.
 */
function covers(larger: SoldBundle, smaller: SoldBundle, stateOf: StateOf, isFirst: boolean): boolean {
  const wanted = smaller.courseIds.filter((id) => stateOf(id) !== 'owned')
  const others = larger.courseIds.filter((id) => stateOf(id) !== 'owned')
  const isPart = wanted.length > 0 && wanted.every((id) => others.includes(id))
  return isPart && (others.length > wanted.length || isFirst)
}

/** Returns `buyable` if all courses that the buyer would get are, else the state of the first one that hinders the purchase. */
export function stateOfBundle(courses: readonly { state: BundleQuoteState }[]): BundleQuoteState {
  const wanted = courses.filter(({ state }) => state !== 'owned' && state !== 'elsewhere')
  if (wanted.length === 0) return courses.every(({ state }) => state === 'owned') ? 'owned' : 'elsewhere'
  return wanted.find(({ state }) => state !== 'buyable')?.state ?? 'buyable'
}
