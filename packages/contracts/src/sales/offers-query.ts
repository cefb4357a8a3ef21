import * as z from 'zod/mini'
import { visitQuery } from '../operations/conversion.ts'
import { limit } from '../texts.ts'
import { offersForm } from './offers.ts'

/**
 * Holds what the browser stored about first visits, and the offers that the page showed. A purchase or enrolment is refused when an
 * offer has changed (409 OFFER_CHANGED). The present price and terms apply to a course without an offer.
 */
export const offersQuery = z.extend(visitQuery, {
  offers: z.optional(z.string().check(limit(7000), z.regex(offersForm))),
})
