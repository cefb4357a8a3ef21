/**
 * An offer is the price and the terms of a course as a buyer was shown them. A page sends its offers with the purchase, and the
 * server refuses the purchase if one of them has changed (docs/decisions/offers.md).
 */
import type { AccessLength } from '../courses/access-length.ts'

/** Describes what a buyer gets for the price of a course. */
export interface Terms {
  /** Null means access without end. */
  access: AccessLength | null
  /** The cohort that the buyer joins. Null means that the buyer begins at once. */
  cohortId: number | null
  /** The ids of the courses that the buyer must complete first. */
  first: readonly number[]
}

export interface Offer {
  courseId: number
  /** The amount to pay in sen, after all discounts. */
  price: number
  terms: Terms
}

/** Returns a code such as `30d` or `12m`, or `all` for access without end. */
export const lengthCode = (access: AccessLength | null): string =>
  access ? ('days' in access ? `${access.days}d` : `${access.months}m`) : 'all'

function readLength(code: string): AccessLength | null {
  if (code === 'all') return null
  const count = Number(code.slice(0, -1))
  return code.endsWith('d') ? { days: count } : { months: count }
}

/**
 * Writes offers as `5.24900.12m.7.12.13_6.7900.all.none`: for each the course, the price in sen, the length of access in days
 * (`30d`) or months (`12m`) or `all`, the cohort or `none`, and up to five courses to complete first.
 */
export const writeOffers = (offers: readonly Offer[]): string =>
  offers
    .map(({ courseId, price, terms: { access, cohortId, first } }) =>
      [courseId, price, lengthCode(access), cohortId ?? 'none', ...first].join('.'),
    )
    .join('_')

/** Maps the id of each course to its offer. The text has the form of `writeOffers`. */
export const readOffers = (text: string | undefined): ReadonlyMap<number, Offer> =>
  new Map(
    (text?.split('_') ?? []).map((offer) => {
      const [id, price, length = 'all', cohort, ...first] = offer.split('.')
      const terms: Terms = {
        access: readLength(length),
        cohortId: cohort === 'none' ? null : Number(cohort),
        first: first.map(Number),
      }
      return [Number(id), { courseId: Number(id), price: Number(price), terms }] as const
    }),
  )

export type OfferChange = 'price' | 'access' | 'start' | 'first'

/** Returns what differs in `present` from what was shown. A prerequisite that is no longer required is no change. */
export function changesOf(shown: Offer, present: Offer): OfferChange[] {
  const isChanged: Record<OfferChange, boolean> = {
    price: shown.price !== present.price,
    access: lengthCode(shown.terms.access) !== lengthCode(present.terms.access),
    start: shown.terms.cohortId !== present.terms.cohortId,
    first: present.terms.first.some((id) => !shown.terms.first.includes(id)),
  }
  return (['price', 'access', 'start', 'first'] as const).filter((change) => isChanged[change])
}
