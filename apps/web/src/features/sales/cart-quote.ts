/** The stored cart with the server's current prices and availability. */
import type { AccessLength } from '@apogee/contracts/courses/access-length.ts'
import type { CodeRefusal, QuotedCourse, QuoteState } from '@apogee/contracts/pricing/pricing.ts'
import { useQuery } from '@tanstack/react-query'
import type { CartItem } from '#web/platform/cart.ts'
import { chosenCohorts, chosenStarts, shownStarts } from '#web/platform/chosen-starts.ts'
import { quoteQuery } from '#web/platform/quote.ts'
import { useViewer } from '#web/platform/session.tsx'
import { useStore } from '#web/platform/store.ts'
import { useCartCode } from '#web/platform/cart-code.ts'

/** `changed`: it was to be taken at once, and a cohort is open now. */
export type StartProblem = NonNullable<QuotedCourse['startProblem']> | 'changed'

export interface QuotedItem {
  item: CartItem
  /** Sen before a code: the list price minus a sale; the stored price until the server has answered. */
  price: number
  listPrice: number
  /** Its price when it was added to the cart. */
  keptPrice: number
  /** Why it cannot be bought. */
  obstacle: Exclude<QuoteState, 'buyable'> | null
  /** How long access lasts; absent: for ever. */
  access?: AccessLength | undefined
  /** The cohort that a purchase takes, or why it finds none. */
  start?: QuotedCourse['start']
  startProblem?: StartProblem | undefined
  /** It was chosen to be taken at once, and is. */
  isAtOnce?: boolean
  /** Courses that must be completed before this one opens. */
  first?: QuotedCourse['first'] | undefined
}

export interface CartQuote {
  lines: QuotedItem[]
  /** Sen; of the buyable courses. */
  sums: { list: number; saleDiscount: number; couponDiscount: number; tax: number; total: number }
  /** The shown access lengths, which a purchase sends; empty until the server has answered. */
  shownAccess: { id: number; access: AccessLength | undefined }[]
  /** The shown cohorts, which a purchase takes, and the courses that are shown without one. */
  starts: { courseId: number; cohortId: number }[]
  atOnce: number[]
  /** The shown courses that come first, likewise. */
  shownFirst: { id: number; first: readonly { courseId: number }[] }[]
  code: { code: string; refusal: CodeRefusal | null } | null
  /** The code's discount is not known yet: the sums are without it, or with another one. */
  isCodeOpen: boolean
  isBlocked: boolean
  /** The server has answered. */
  isAnswered: boolean
  /** A request is running, and the shown data is older. */
  isAsking: boolean
  /** Why there is no answer; with a code, that may be the reason, and the prices are without it. */
  error: unknown
  retry: () => void
}

const keptPriceOf = (item: CartItem): number => item.sale?.price ?? item.price ?? 0

/** Each item with its current price, and why it cannot be bought; without an answer, the stored item. */
export function useCartQuote(items: readonly CartItem[]): CartQuote {
  const viewer = useViewer()
  const code = useCartCode()
  const ids = items.map(({ id }) => id)
  const chosen = useStore(chosenStarts)
  const shown = useStore(shownStarts)
  const starts = chosenCohorts(chosen, ids)
  const asked = useQuery(quoteQuery(ids, code, viewer, starts))
  // Too many codes were tried: the prices without one can still be loaded.
  const plain = useQuery({ ...quoteQuery(ids, '', viewer, starts), enabled: asked.isError && code !== '' })
  const answer = asked.isError && code !== '' ? plain.data : asked.data
  const quoted = new Map(answer?.data.courses.map((course) => [course.courseId, course]))
  const courses = items.map((item) => {
    const course = quoted.get(item.id)
    return course
      ? { ...course, ...startOf(course, chosen.get(item.id), shown.get(item.id)) }
      : unanswered(item)
  })
  const sum = (amount: (course: LineQuote) => number) =>
    courses.reduce((total, course) => (course.state === 'buyable' ? total + amount(course) : total), 0)
  return {
    lines: items.map((item, place) => lineOf(item, courses[place] ?? unanswered(item))),
    sums: {
      list: sum(({ list }) => list),
      saleDiscount: sum(({ saleDiscount }) => saleDiscount),
      couponDiscount: sum(({ couponDiscount }) => couponDiscount),
      tax: sum(({ tax }) => tax),
      total: sum(({ total }) => total),
    },
    shownAccess: courses.flatMap(({ courseId, access }) =>
      quoted.has(courseId) ? [{ id: courseId, access }] : [],
    ),
    shownFirst: courses.map(({ courseId, first = [] }) => ({ id: courseId, first })),
    code: answer?.data.code ?? null,
    isCodeOpen: code !== '' && (asked.isPending || asked.isPlaceholderData),
    isBlocked: courses.some(({ state, startProblem }) => state !== 'buyable' || startProblem !== undefined),
    starts: courses.flatMap(({ courseId, start }) => (start ? [{ courseId, cohortId: start.id }] : [])),
    atOnce: courses.flatMap(({ courseId, start }) => (start ? [] : [courseId])),
    isAnswered: answer !== undefined,
    isAsking: asked.isFetching,
    error: asked.error,
    retry: () => void asked.refetch(),
  }
}

type LineQuote = Omit<QuotedCourse, 'startProblem'> & Pick<QuotedItem, 'startProblem' | 'isAtOnce'>

/** Nobody who chose to begin at once is given a start without a press. */
function startOf(
  { start, startProblem }: QuotedCourse,
  chosen: number | null | undefined,
  shown: number | null | undefined,
): Pick<QuotedItem, 'start' | 'startProblem' | 'isAtOnce'> {
  if (start && (chosen === undefined ? shown : chosen) === null)
    return { start: undefined, startProblem: 'changed' }
  return { start, startProblem, isAtOnce: chosen === null && !startProblem }
}

function lineOf(
  item: CartItem,
  { state, list, saleDiscount, access, first, start, startProblem, isAtOnce }: LineQuote,
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
    isAtOnce,
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
