import * as z from 'zod/mini'
import { bareAnswer, endpoint, idInBody, idInUrl } from '../endpoint.ts'
import { chosenCohorts } from '../enrolments/starts.ts'
import { typedCode } from '../pricing/pricing.forms.ts'
import { offersQuery } from '../sales/offers-query.ts'

export const bundleBuyingEndpoints = {
  payForBundle: endpoint({
    call: 'POST /bundles/:id/payments',
    bound: 'counted',
    // The service authorises 'course.buy' on each course of the bundle.
    access: { kind: 'role', capability: 'self.anything', self: ({ body }) => body.userId },
    summary: 'Start buying a bundle; a second press returns the open payment page',
    params: z.object({ id: idInUrl }),
    query: offersQuery,
    body: z.object({
      userId: z.optional(idInBody),
      cohorts: z.optional(chosenCohorts),
      code: z.optional(typedCode),
    }),
    answer: bareAnswer({ payment_url: z.string(), purchase_id: z.string() }),
    status: 201,
    refusals: [
      'BUNDLE_NOT_OFFERED',
      'BUNDLE_OWNED',
      'COURSE_NOT_BUYABLE_TODAY',
      'COURSE_NOT_OFFERED',
      'NOT_YOURS',
      'COURSE_NOT_FOUND',
      'COURSE_ALREADY_OWNED',
      'ACCESS_REMOVED',
      'ACCESS_ENDED',
      'ORDER_TOO_LARGE',
      'SELLER_CANNOT_BE_PAID',
      'COURSE_NOT_ON_SALE_YET',
      'PAYMENT_PROVIDER_UNAVAILABLE',
      'PAYMENT_AT_BANK',
      'OFFER_CHANGED',
      'CODE_DOES_NOT_APPLY',
      'CODE_USED_UP',
      'COHORT_FULL',
      'COHORT_CLOSED',
      'TOO_MANY_ATTEMPTS',
    ],
  }),
} as const
