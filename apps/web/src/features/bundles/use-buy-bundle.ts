import type { Quote } from '@apogee/contracts/pricing/pricing.ts'
import { writeOffers, type Offer } from '@apogee/contracts/sales/offers.ts'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '#web/platform/router/router.tsx'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { useIsMutating } from '#web/platform/transfer/use-is-mutating.ts'
import { intend } from '#web/shared/buying/intention.ts'
import { changesSince } from '#web/shared/buying/offer-refusal.ts'
import { offerOfQuote } from '#web/shared/buying/offers.ts'
import { openPaymentPage, PaymentUrlMissing, useReturnFromPayment } from '#web/shared/buying/payment-page.ts'
import { visitQuery } from '#web/shared/visits/visit-memory.ts'
import { bundleMessages } from './messages/offered.en.ts'

/** Opens the payment page of a bundle, at the prices, terms and starts of the shown quote. */
export function useBuyBundle({ id: bundleId, title }: { id: number; title: string }) {
  const text = useText(bundleMessages)
  const notify = useNotify()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const failureText = useFailureText()
  const { user } = useSession()
  const isUnderWay = useIsMutating()
  const signIn = () => navigate(`/login?redirect=/bundles/${bundleId}`)
  const signInToBuy = (quote: Quote) => {
    intend({ kind: 'bundle', id: bundleId, title }, quote.total)
    signIn()
  }
  const { mutate, isPending, isSuccess, reset } = useMutation({
    mutationKey: ['pay'],
    mutationFn: async ({ offers, code }: { offers: Offer[]; code: string | null }) => {
      const cohorts = offers.flatMap(({ courseId, terms: { cohortId } }) =>
        cohortId === null ? [] : [{ courseId, cohortId }],
      )
      const { query } = visitQuery(offers.map(({ courseId }) => courseId))
      const { payment_url, purchase_id } = await call('payForBundle', {
        params: { id: bundleId },
        query: { ...query, offers: writeOffers(offers) },
        body: { userId: user?.id, ...(code && { code }), ...(cohorts.length > 0 && { cohorts }) },
      })
      openPaymentPage(payment_url, purchase_id)
    },
    onSuccess: () => {
      for (const key of ['enrolled', 'payments']) void queries.invalidateQueries({ queryKey: [key] })
    },
    onError: (error, { offers }) => {
      if (error instanceof ApiError && error.status === 401) return signIn()
      const details = changesSince(offers, error)
      const sentence =
        error instanceof PaymentUrlMissing
          ? text.noPaymentUrl
          : failureText(error, text.buyFailed, text.paymentFailed)
      notify({ tone: 'danger', text: sentence, link: details, ...(details && { timeout: null }) })
      // The refusal means that a price, a start or the bundle has changed, so the page must show the current ones.
      for (const key of ['quote', 'starts', 'bundles']) void queries.invalidateQueries({ queryKey: [key] })
    },
  })
  useReturnFromPayment(reset)
  return {
    buy: (quote: Quote) => {
      const { courses, code } = quote
      if (!user) return signInToBuy(quote)
      if (isUnderWay(['pay'])) return
      const bought = courses.filter((course) => course.bundleId === bundleId && course.state === 'buyable')
      mutate({ offers: bought.map(offerOfQuote), code: code && !code.refusal ? code.code : null })
    },
    /** The value stays true until the browser has left this page. */
    isBuying: isPending || isSuccess,
  }
}
