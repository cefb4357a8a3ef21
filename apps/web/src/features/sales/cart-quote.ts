/** The cart is what the browser kept; what its courses cost now, and whether they can be bought, is asked of the server. */
import type { CodeRefusal, QuotedCourse, QuoteState } from '@apogee/contracts/pricing/pricing.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#web/platform/client.ts'
import type { CartItem } from '#web/platform/cart.ts'
import { useViewer, type Viewer } from '#web/platform/session.tsx'
import { useCartCode } from '#web/platform/cart-code.ts'

export interface QuotedItem {
  item: CartItem
  /** Sen to pay before a code: the list price less a sale; as it was kept until the server has answered. */
  price: number
  listPrice: number
  /** What it was worth when it came into the cart. */
  keptPrice: number
  /** Why it cannot be bought. */
  obstacle: Exclude<QuoteState, 'buyable'> | null
}

export interface CartQuote {
  lines: QuotedItem[]
  /** Sen; of what can be bought. */
  sums: { list: number; saleDiscount: number; couponDiscount: number; tax: number; total: number }
  code: { code: string; refusal: CodeRefusal | null } | null
  /** What the code takes off is not known yet: the sums stand without it, or with another. */
  isCodeOpen: boolean
  isBlocked: boolean
  /** The server has told what stands here. */
  isAnswered: boolean
  /** The server is being asked, and what stands here is older. */
  isAsking: boolean
  /** Why there is no answer; with a code that may be the code's fault, and the prices without it stand here. */
  error: unknown
  retry: () => void
}

const quoteQuery = (courseIds: readonly number[], code: string, viewer: Viewer) =>
  queryOptions({
    queryKey: ['quote', courseIds, code, viewer],
    queryFn: ({ signal }) =>
      call('quotePrices', { body: { courseIds: [...courseIds], ...(code && { code }) }, signal }),
    enabled: viewer !== 'unknown' && courseIds.length > 0,
    // Prices are looked at anew whenever the buyer looks.
    staleTime: 0,
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
  })

const keptPriceOf = (item: CartItem): number => item.sale?.price ?? item.price ?? 0

/** Each item with today's price, and why it cannot be bought; without an answer, the stored item. */
export function useCartQuote(items: readonly CartItem[]): CartQuote {
  const viewer = useViewer()
  const code = useCartCode()
  const ids = items.map(({ id }) => id)
  const asked = useQuery(quoteQuery(ids, code, viewer))
  // Too many codes were tried: the prices without one are still to be had.
  const plain = useQuery({ ...quoteQuery(ids, '', viewer), enabled: asked.isError && code !== '' })
  const answer = asked.isError && code !== '' ? plain.data : asked.data
  const quoted = new Map(answer?.data.courses.map((course) => [course.courseId, course]))
  const courses = items.map((item) => quoted.get(item.id) ?? unanswered(item))
  const sum = (amount: (course: QuotedCourse) => number) =>
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
    code: answer?.data.code ?? null,
    isCodeOpen: code !== '' && (asked.isPending || asked.isPlaceholderData),
    isBlocked: courses.some(({ state }) => state !== 'buyable'),
    isAnswered: answer !== undefined,
    isAsking: asked.isFetching,
    error: asked.error,
    retry: () => void asked.refetch(),
  }
}

function lineOf(item: CartItem, { state, list, saleDiscount }: QuotedCourse): QuotedItem {
  const keptPrice = keptPriceOf(item)
  return {
    item,
    keptPrice,
    price: state === 'buyable' ? list - saleDiscount : keptPrice,
    listPrice: state === 'buyable' ? list : keptPrice,
    obstacle: state === 'buyable' ? null : state,
  }
}

const unanswered = (item: CartItem): QuotedCourse => ({
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
