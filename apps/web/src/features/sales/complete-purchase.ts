import { useMutation, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { writeOffers, type Offer } from '@apogee/contracts/sales/offers.ts'
import { addBundleToCart, useCart, type CartBundle, type CartItem } from '#web/shared/buying/cart.ts'
import { openPaymentPage, PaymentUrlMissing, useReturnFromPayment } from '#web/shared/buying/payment-page.ts'
import { useIsMutating } from '#web/platform/transfer/use-is-mutating.ts'
import { visitQuery } from '#web/shared/visits/visit-memory.ts'
import type { Details } from './components/checkout/checkout-form.tsx'
import { checkoutMessages } from './messages/checkout.en.ts'

export interface Order {
  buyer: CurrentUser
  items: readonly CartItem[]
  bundles: readonly CartBundle[]
  details: Details
  keepDetails: boolean
  /** `code` is set only if the code is applied. */
  code: string | null
  /** `offers` holds the shown prices and terms. The server refuses the purchase if one has changed. */
  offers: readonly Offer[]
  /** `quoteKey` is the key of the quote that the page shows. */
  quoteKey: QueryKey
}

/** Cancels a running request, whose answer may be older than the refusal, and sends a new one. */
async function askAnew(queries: QueryClient, queryKey: string[]): Promise<void> {
  await queries.cancelQueries({ queryKey })
  await queries.invalidateQueries({ queryKey })
}

/** These errors mean that the cart is outdated and must be refetched. */
const staleCart = new Set([
  'OFFER_CHANGED',
  'CODE_DOES_NOT_APPLY',
  'CODE_USED_UP',
  'COHORT_FULL',
  'COHORT_CLOSED',
  'COURSE_ALREADY_OWNED',
  'COURSE_NOT_FOUND',
  'BUNDLE_NOT_OFFERED',
  'BUNDLE_OWNED',
])

/**
 * Starts the payment of a cart and empties it (docs/specification.md#4-states-and-transitions). The browser's Back restores the
 * cart; after a failed payment the failure page offers to restore it.
 */
export function useCompletePurchase() {
  const queries = useQueryClient()
  const text = useText(checkoutMessages)
  const notify = useNotify()
  const { add, clear } = useCart()
  const isUnderWay = useIsMutating()
  const mutation = useMutation({
    mutationKey: ['pay'],
    mutationFn: async ({ buyer, items, bundles, details, keepDetails, code, offers }: Order) => {
      const starts = offers.flatMap(({ courseId, terms: { cohortId } }) =>
        cohortId === null ? [] : [{ courseId, cohortId }],
      )
      const { payment_url, payment_id } = await call('payForCart', {
        query: { ...visitQuery(offers.map((offer) => offer.courseId)).query, offers: writeOffers(offers) },
        body: {
          courseIds: items.map((item) => item.id),
          ...(bundles.length > 0 && { bundleIds: bundles.map(({ id }) => id) }),
          userId: buyer.id,
          customerInfo: { email: buyer.email, ...details },
          keepDetails,
          ...(code && { code }),
          ...(starts.length > 0 && { cohorts: starts }),
        },
      })
      openPaymentPage(payment_url, payment_id)
      clear()
    },
    onSuccess: () =>
      Promise.all(
        ['enrolled', 'courses', 'payments', 'buyer-details'].map((key) =>
          queries.invalidateQueries({ queryKey: [key] }),
        ),
      ),
    // The error's own message is not needed, because the route guard redirects to the sign-in page and shows a message there.
    onError: (error, { quoteKey }) => {
      if (!(error instanceof ApiError)) return
      if (error.quote) queries.setQueryData(quoteKey, { success: true, data: error.quote })
      if (staleCart.has(error.errorCode)) for (const key of ['quote', 'starts']) void askAnew(queries, [key])
      if (error.status === 401) notify({ tone: 'danger', text: text.mustBeLoggedIn })
    },
  })
  useReturnFromPayment(() => {
    mutation.variables?.items.forEach(add)
    mutation.variables?.bundles.forEach((bundle) => addBundleToCart(bundle))
    mutation.reset()
  })
  const mutate: typeof mutation.mutate = (...given) => {
    if (!isUnderWay(['pay'])) mutation.mutate(...given)
  }
  return { ...mutation, mutate }
}

/** Returns whether the error means that a course can no longer be bought. The refetched quote marks that course. */
export const isAboutCourse = (error: unknown): boolean =>
  error instanceof ApiError &&
  ['COURSE_NOT_FOUND', 'COURSE_ALREADY_OWNED', 'BUNDLE_NOT_OFFERED', 'BUNDLE_OWNED'].includes(error.errorCode)

/** Returns the message of a failed checkout (docs/specification.md#8-error-catalogue). */
export function useCheckoutProblem(): (error: unknown) => string {
  const text = useText(checkoutMessages)
  const failureText = useFailureText()
  return (error) =>
    error instanceof PaymentUrlMissing
      ? text.noPaymentUrl
      : failureText(error, text.checkoutFailed, text.paymentFailed)
}
