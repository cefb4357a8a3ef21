import type { Course } from '@apogee/contracts/courses/courses.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { useText } from '#web/platform/messages.ts'
import { currentPrice } from '@apogee/domain/money.ts'
import { openPaymentPage, PaymentUrlMissing, useReturnFromPayment } from '#web/platform/payment-page.ts'
import { useSession } from '#web/platform/session.tsx'
import { useIsMutating } from '#web/platform/use-is-mutating.ts'
import { checkoutMessages } from './messages/checkout.en.ts'

export interface BuyCourse {
  /** Starts the purchase and opens its payment page. */
  buy: (course: Pick<Course, 'id' | 'price' | 'sale'>) => void
  /** The course whose payment page is being opened. */
  buying: number | null
}

/** Buy Now. `failed` gets the sentence of docs/specification.md#8-error-catalogue when no payment page opens. */
export function useBuyCourse(failed: (sentence: string) => void): BuyCourse {
  const text = useText(checkoutMessages)
  const failureText = useFailureText()
  const { user } = useSession()
  const queries = useQueryClient()
  const isUnderWay = useIsMutating()
  const { mutate, isPending, isSuccess, variables, reset } = useMutation({
    mutationKey: ['pay'],
    mutationFn: async (course: Parameters<BuyCourse['buy']>[0]) => {
      const { payment_url, purchase_id } = await call('payForCourse', {
        // The shown price is paid, or nothing.
        body: { courseId: course.id, userId: user?.id, expectedTotal: currentPrice(course) },
      })
      openPaymentPage(payment_url, purchase_id)
    },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['enrolled'] })
      void queries.invalidateQueries({ queryKey: ['payments'] })
    },
    onError: (error) => {
      if (error instanceof ApiError) void queries.invalidateQueries({ queryKey: ['courses'] })
      if (error instanceof PaymentUrlMissing) return failed(text.noPaymentUrl)
      if (error instanceof ApiError && error.status === 401) return failed(text.loginToPurchase)
      failed(failureText(error, text.purchaseFailed, text.paymentFailed))
    },
  })
  useReturnFromPayment(reset)
  return {
    buy: (course) => {
      if (isUnderWay(['pay'])) return
      if (user) mutate(course)
      else failed(text.loginToPurchase)
    },
    // The button stays busy until the browser has left.
    buying: isPending || isSuccess ? (variables?.id ?? null) : null,
  }
}
