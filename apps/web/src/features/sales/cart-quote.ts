/** Combines the stored cart with the server's current prices and availability. */
import type { AccessLength } from '@apogee/contracts/courses/access-length.ts'
import type { CodeRefusal, Quote, QuotedCourse, QuoteState } from '@apogee/contracts/pricing/pricing.ts'
import type { Offer } from '@apogee/contracts/sales/offers.ts'
import { useQuery, type QueryKey } from '@tanstack/react-query'
import { useState } from 'react'
import type { QuotedBundle } from '@apogee/contracts/bundles/quoted-bundles.ts'
import type { CartBundle, CartItem } from '#web/shared/buying/cart.ts'
import { chosenCohorts, chosenStarts } from '#web/shared/buying/cohort-choice.ts'
import { offerOfQuote } from '#web/shared/buying/offers.ts'
import { quoteQuery } from '#web/shared/buying/quote.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { useStore } from '#web/platform/session/store.ts'
import { useCartCode } from '#web/shared/buying/cart-code.ts'

/** `changed` means that the buyer chose to begin without a cohort and a cohort is open now. */
export type StartProblem = NonNullable<QuotedCourse['startProblem']> | 'changed'

export interface QuotedItem {
  item: CartItem
  /**
   * `price` is in sen, before a code: the list price, or the sale price during a sale. Until the server has answered, it is the
   * price that the cart has stored.
   */
  price: number
  listPrice: number
  /** `keptPrice` is the price at the time when the course was added to the cart. */
  keptPrice: number
  /** `obstacle` tells why the course cannot be bought; null means that it can be bought. */
  obstacle: Exclude<QuoteState, 'buyable'> | null
  /** Absence means unlimited access. */
  access?: AccessLength | undefined
  /** `start` is the cohort that the purchase would take. `startProblem` tells why none is available. */
  start?: QuotedCourse['start']
  startProblem?: StartProblem | undefined
  /** True means that the buyer chose to begin without a cohort, and that the purchase does so. */
  isWithoutCohort?: boolean
  /** `first` are the courses that must be completed before this course opens. */
  first?: QuotedCourse['first'] | undefined
}

export interface CartQuote {
  /** Holds the courses by themselves. A course that is in a bundle of the cart, too, is bought there. */
  lines: QuotedItem[]
  /** Holds the bundles as the server has answered, and the lines of their courses. */
  bundles: readonly QuotedBundle[]
  bundleLines: readonly QuotedCourse[]
  /** The sums are in sen and cover the buyable courses. */
  sums: QuoteSums
  /** Holds the prices and terms as they are shown. The purchase sends them. */
  offers: Offer[]
  queryKey: QueryKey
  code: { code: string; refusal: CodeRefusal | null } | null
  /** True means that the discount of the code is not known yet. The sums then contain no discount, or an older one. */
  isCodeOpen: boolean
  isBlocked: boolean
  isAnswered: boolean
  /** True means that a request is running and the shown data comes from an earlier answer. */
  isAsking: boolean
  /** Tells why there is no answer. If the code may be the reason, the prices are shown without the code. */
  error: unknown
  retry: () => void
}

const keptPriceOf = (item: CartItem): number => item.sale?.price ?? item.price ?? 0

/**
 * Returns each item with its current price and the reason why it cannot be bought. Until the server has answered, the prices are
 * those that the cart has stored.
 */
export function useCartQuote(all: readonly CartItem[], bundles: readonly CartBundle[]): CartQuote {
  const viewer = useViewer()
  const code = useCartCode()
  const ids = all.map(({ id }) => id)
  const bundleIds = bundles.map(({ id }) => id)
  const chosen = useStore(chosenStarts)
  // The courses of bundles are known only from an answer, so that their starts are sent with the next request.
  const [inBundles, setInBundles] = useState<readonly number[]>([])
  const starts = chosenCohorts(chosen, [...new Set([...ids, ...inBundles])])
  const query = quoteQuery(ids, code, viewer, starts, bundleIds)
  const asked = useQuery(query)
  // After too many attempts with codes, the server refuses quotes with a code, but still answers quotes without one.
  const plain = useQuery({
    ...quoteQuery(ids, '', viewer, starts, bundleIds),
    enabled: asked.isError && code !== '',
  })
  const { data: answer, isPlaceholderData } = asked.isError && code !== '' ? plain : asked
  const quoted = new Map(answer?.data.courses.map((course) => [course.courseId, course]))
  const bundleLines = [...quoted.values()].filter(({ bundleId }) => bundleIds.includes(bundleId ?? 0))
  const items = all.filter(({ id }) => !bundleLines.some(({ courseId }) => courseId === id))
  const allBundles = answer?.data.bundles ?? []
  const quotedBundles = allBundles.filter(({ bundleId }) => bundleIds.includes(bundleId))
  const answered = quotedBundles.flatMap((bundle) => bundle.courses.map(({ courseId }) => courseId))
  if (answer && answered.join() !== inBundles.join()) setInBundles(answered)
  const isBehind =
    isPlaceholderData &&
    bundleLines.some(({ courseId, start }) => (chosen.get(courseId) ?? start?.id) !== start?.id)
  const courses = items.map((item) => {
    const course = quoted.get(item.id)
    return course ? { ...course, ...startOf(course, chosen.get(item.id)) } : unanswered(item)
  })
  const isOfTheseItems =
    quoted.size === items.length + bundleLines.length &&
    items.every(({ id }) => quoted.has(id)) &&
    allBundles.length === bundles.length &&
    quotedBundles.length === bundles.length
  return {
    lines: items.map((item, place) => lineOf(item, courses[place] ?? unanswered(item))),
    bundles: quotedBundles,
    bundleLines,
    sums: answer && isOfTheseItems ? answer.data : estimateOf([...courses, ...bundleLines]),
    offers: [...courses, ...bundleLines].map(offerOfQuote),
    queryKey: query.queryKey,
    code: answer?.data.code ?? null,
    isCodeOpen: code !== '' && (asked.isPending || asked.isPlaceholderData),
    isBlocked:
      isBehind ||
      quotedBundles.length < bundles.length ||
      quotedBundles.some(({ state }) => state !== 'buyable') ||
      bundleLines.some((line) => startOf(line, chosen.get(line.courseId)).startProblem !== undefined) ||
      courses.some(({ state, startProblem }) => state !== 'buyable' || startProblem !== undefined),
    isAnswered: answer !== undefined && !isBehind,
    isAsking: asked.isFetching,
    error: asked.error,
    retry: () => void asked.refetch(),
  }
}

type QuoteSums = Pick<Quote, 'list' | 'saleDiscount' | 'couponDiscount' | 'tax' | 'total'>

/**
 * Estimates the sums from the stored prices and from quoted courses that are still in the cart. The estimate is used until the
 * server has answered for exactly these items.
 */
function estimateOf(courses: readonly LineQuote[]): QuoteSums {
  const buyable = courses.filter(({ state }) => state === 'buyable')
  const sum = (part: keyof QuoteSums) => buyable.reduce((total, course) => total + course[part], 0)
  return {
    list: sum('list'),
    saleDiscount: sum('saleDiscount'),
    couponDiscount: sum('couponDiscount'),
    tax: sum('tax'),
    total: sum('total'),
  }
}

type LineQuote = Omit<QuotedCourse, 'startProblem'> & Pick<QuotedItem, 'startProblem' | 'isWithoutCohort'>

/** A buyer who chose to begin immediately never gets a cohort without pressing a button. */
function startOf(
  { start, startProblem }: QuotedCourse,
  chosen: number | null | undefined,
): Pick<QuotedItem, 'start' | 'startProblem' | 'isWithoutCohort'> {
  if (start && chosen === null) return { start: undefined, startProblem: 'changed' }
  return { start, startProblem, isWithoutCohort: chosen === null && !startProblem }
}

function lineOf(
  item: CartItem,
  { state, list, saleDiscount, access, first, start, startProblem, isWithoutCohort }: LineQuote,
): QuotedItem {
  const keptPrice = keptPriceOf(item)
  return {
    item,
    keptPrice,
    price: state === 'buyable' ? list - saleDiscount : keptPrice,
    listPrice: state === 'buyable' ? list : keptPrice,
    obstacle: state === 'buyable' ? null : state,
    access,
    first,
    start,
    startProblem,
    isWithoutCohort,
  }
}

const unanswered = (item: CartItem): LineQuote => ({
  courseId: item.id,
  state: 'buyable',
  title: item.title,
  list: keptPriceOf(item),
  saleDiscount: 0,
  couponDiscount: 0,
  total: keptPriceOf(item),
  tax: 0,
  taxBasisPoints: 0,
  saleEndsAt: null,
})
