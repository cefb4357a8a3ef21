import * as z from 'zod/mini'
import { visitQuery } from '../operations/conversion.ts'
import { limit } from '../texts.ts'

const part = String.raw`\d{1,15}\.\d{1,10}\.(?:\d{1,4}[dm]|all)\.(?:\d{1,15}|none)(?:\.\d{1,15}){0,5}`

/** This is the form that `writeOffers` writes. It is apart from offers.ts, because no page needs it. */
export const offersForm = new RegExp(`^${part}(?:_${part})*$`)

/**
 * Holds what the browser stored about first visits, and the offers that the page showed. A purchase is refused when an offer has
 * changed, and an enrolment when its start has (409 OFFER_CHANGED). The present price and terms apply to a course without an offer.
 */
export const offersQuery = z.extend(visitQuery, {
  offers: z.optional(z.string().check(limit(7000), z.regex(offersForm))),
})
