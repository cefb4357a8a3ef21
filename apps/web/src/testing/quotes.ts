/** Answers quotes for pages with a cart or a checkout. */
import type { CodeRefusal, QuotedCourse } from '@apogee/contracts/pricing/pricing.ts'
import { answer, refusal } from './mock-api.ts'

export type Offer = Partial<QuotedCourse> & { courseId: number; list: number }

type Code = { code: string; refusal: CodeRefusal | null }

/** Answers every quote from these offers; other courses are missing. */
export const quotes = (offers: readonly Offer[], code: Code | null = null): void =>
  answer('quotePrices', ({ body }) => quoteOf(body, offers, code))

export function quoteOf(asked: unknown, offers: readonly Offer[], code: Code | null = null) {
  const { courseIds, code: typed } = asked as { courseIds: number[]; code?: string }
  const courses = courseIds.map((id) => quoted(id, offers, Boolean(typed && code?.refusal === null)))
  const sum = (amount: (course: QuotedCourse) => number) =>
    courses.reduce((total, course) => (course.state === 'buyable' ? total + amount(course) : total), 0)
  return {
    success: true as const,
    data: {
      courses,
      code: typed ? code : null,
      list: sum(({ list }) => list),
      saleDiscount: sum(({ saleDiscount }) => saleDiscount),
      couponDiscount: sum(({ couponDiscount }) => couponDiscount),
      tax: sum(({ tax }) => tax),
      total: sum(({ total }) => total),
      currency: 'MYR' as const,
    },
  }
}

/** Refuses a purchase because these offers are the present ones. */
export const refusedOffer = (asked: unknown, offers: readonly Offer[]): Response =>
  refusal('OFFER_CHANGED', undefined, undefined, quoteOf(asked, offers).data)

function quoted(id: number, offers: readonly Offer[], withCode: boolean): QuotedCourse {
  const offer = offers.find(({ courseId }) => courseId === id)
  const saleDiscount = offer?.saleDiscount ?? 0
  const couponDiscount = withCode ? (offer?.couponDiscount ?? 0) : 0
  const list = offer?.list ?? 0
  return {
    courseId: id,
    state: offer ? 'buyable' : 'gone',
    title: null,
    tax: 0,
    taxBasisPoints: 0,
    saleEndsAt: null,
    ...offer,
    list,
    saleDiscount,
    couponDiscount,
    total: list - saleDiscount - couponDiscount,
  }
}
