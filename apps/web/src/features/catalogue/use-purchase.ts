import type { SalesInfo } from '@apogee/contracts/catalogue/catalogue.ts'
import { freeEnrolmentRedirectMs } from '@apogee/contracts/limits.ts'
import { useNotify } from '@apogee/ui/notice.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createElement, useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { useCart } from '#web/platform/cart.ts'
import { ApiError, call } from '#web/platform/client.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { useText } from '#web/platform/messages.ts'
import { currentPrice } from '@apogee/domain/money.ts'
import { openPaymentPage, PaymentUrlMissing, useReturnFromPayment } from '#web/platform/payment-page.ts'
import { useSession } from '#web/platform/session.tsx'
import { useIsMutating } from '#web/platform/use-is-mutating.ts'
import { purchaseMessages } from './messages/purchase.en.ts'

/** Where signing in returns to (docs/specification.md#course-sales-page-spcourseid). */
const signInPath = (courseId: number, invite: string | null): string => {
  const salesPath = `/course/${courseId}/sales`
  return `/login?redirect=${invite ? encodeURIComponent(`${salesPath}?invite=${encodeURIComponent(invite)}`) : salesPath}`
}

/** Enrols the caller, free or by invite link: a message, then the course after two seconds. */
export function useEnrolment(courseId: number, invite: string | null) {
  const text = useText(purchaseMessages)
  const failureText = useFailureText()
  const notify = useNotify()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { user } = useSession()
  const redirect = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(redirect.current), [])

  const isUnderWay = useIsMutating()
  const enrolment = useMutation({
    mutationKey: ['enroll', courseId],
    mutationFn: (userId: number) =>
      call('enroll', { params: { courseId }, body: { userId, courseId, ...(invite && { invite }) } }),
    onSuccess: () => {
      notify({ text: text.enrolled })
      redirect.current = setTimeout(() => void navigate(`/course/${courseId}`), freeEnrolmentRedirectMs)
      for (const key of ['courses', 'enrolled', 'course']) {
        void queries.invalidateQueries({ queryKey: [key] })
      }
      // The panel keeps its message until the course opens; the data is refetched later.
      void queries.invalidateQueries({ queryKey: ['sales', courseId], refetchType: 'none' })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) void navigate(signInPath(courseId, invite))
      else notify({ tone: 'danger', text: failureText(error, text.enrollFailed, text.enrollUnexplained) })
    },
  })
  return {
    enroll: () => {
      if (!user) void navigate(signInPath(courseId, invite))
      else if (!isUnderWay(['enroll', courseId])) enrolment.mutate(user.id)
    },
    /** Also until the course opens: a second press would answer that one is enrolled already. */
    isEnrolling: enrolment.isPending || enrolment.isSuccess,
  }
}

/** Buys one course, or adds it to the cart. */
export function usePurchase({ course }: SalesInfo) {
  const text = useText(purchaseMessages)
  const failureText = useFailureText()
  const notify = useNotify()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { user } = useSession()
  const cart = useCart()

  const isUnderWay = useIsMutating()
  const purchase = useMutation({
    mutationKey: ['pay'],
    mutationFn: async (userId: number) => {
      const { payment_url, purchase_id } = await call('payForCourse', {
        // The shown price is paid, or nothing.
        body: { courseId: course.id, userId, expectedTotal: currentPrice(course) },
      })
      openPaymentPage(payment_url, purchase_id)
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) return void navigate(signInPath(course.id, null))
      if (error instanceof PaymentUrlMissing) return notify({ tone: 'danger', text: text.noPaymentUrl })
      notify({ tone: 'danger', text: failureText(error, text.buyFailed, text.paymentFailed) })
      // Owned already, or no longer for sale: the panel must show the current state.
      void queries.invalidateQueries({ queryKey: ['sales', course.id] })
    },
  })
  useReturnFromPayment(purchase.reset)
  return {
    buy: () => {
      if (!user) void navigate(signInPath(course.id, null))
      else if (!isUnderWay(['pay'])) purchase.mutate(user.id)
    },
    /** Also until the browser has left. */
    isBuying: purchase.isPending || purchase.isSuccess,
    isInCart: cart.has(course.id),
    addToCart: () => {
      cart.add(course)
      notify({
        text: text.addedToCart(course.title),
        link: createElement(Link, { to: '/cart', className: 'ap-notice-link' }, text.goToCart),
      })
    },
  }
}
