import type { SalesInfo } from '@apogee/contracts/catalogue/catalogue.ts'
import { freeEnrolmentRedirectMs } from '@apogee/contracts/limits.ts'
import { currentPrice } from '@apogee/domain/money/money.ts'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { createElement, use, useEffect, useRef } from 'react'
import { Link, useNavigate } from '#web/platform/router/router.tsx'
import { useBringCode } from '#web/shared/buying/bring-code.ts'
import { useBuyCourse, useEnroll } from '#web/shared/buying/buy-course.ts'
import { useCart } from '#web/shared/buying/cart.ts'
import { chooseStart } from '#web/shared/buying/cohort-choice.ts'
import { intend } from '#web/shared/buying/intention.ts'
import { offerOf, type OfferedCourse } from '#web/shared/buying/offers.ts'
import { ShownStart } from '#web/shared/buying/shown-start.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useCourseWithCode } from './code-price.ts'
import type { CourseCode } from './use-code.ts'
import { purchaseMessages } from './messages/purchase.en.ts'

/** Returns the address to return to after signing in (docs/specification.md#course-sales-page-spcourseid). */
const signInPath = (courseId: number, query: { invite: string } | { code: string } | null): string => {
  const salesPath = `/course/${courseId}/sales`
  return `/login?redirect=${query ? encodeURIComponent(`${salesPath}?${new URLSearchParams(query).toString()}`) : salesPath}`
}

type EnrolledCourse = OfferedCourse & { title: string }

/**
 * Enrols the caller, free or by invite link: it shows a message, then opens the course after two seconds. `course` is absent where
 * the caller may not read the course yet.
 */
export function useEnrolment(courseId: number, invite: string | null, course?: EnrolledCourse) {
  const start = use(ShownStart)
  const text = useText(purchaseMessages)
  const notify = useNotify()
  const navigate = useNavigate()
  const redirect = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(redirect.current), [])
  const { enroll, enrolling, isEnrolled } = useEnroll({
    invite,
    failed: text.enrollFailed,
    unexplained: text.enrollUnexplained,
    onFailed: (sentence) => notify({ tone: 'danger', text: sentence }),
    onSignedOut: () => {
      if (course && !invite)
        intend({ kind: 'enroll', id: courseId, title: course.title }, currentPrice(course))
      navigate(signInPath(courseId, invite ? { invite } : null))
    },
    onDone: () => {
      notify({ text: text.enrolled })
      redirect.current = setTimeout(() => navigate(`/course/${courseId}`), freeEnrolmentRedirectMs)
    },
  })
  return {
    enroll: () => enroll(courseId, course && offerOf(course, start)),
    /** The value stays true until the course opens, because a second press would fail with an existing enrolment. */
    isEnrolling: enrolling !== null || isEnrolled,
  }
}

export function usePurchase({ course }: SalesInfo, code: Pick<CourseCode, 'typed' | 'applied'>) {
  const text = useText(purchaseMessages)
  const notify = useNotify()
  const navigate = useNavigate()
  const cart = useCart()
  const bringCode = useBringCode()
  const start = use(ShownStart)
  const courseWithCode = useCourseWithCode(course)
  const { buy, buying } = useBuyCourse({
    noPaymentUrl: text.noPaymentUrl,
    failed: text.buyFailed,
    unexplained: text.paymentFailed,
    onFailed: (sentence, details) =>
      notify({ tone: 'danger', text: sentence, link: details, ...(details && { timeout: null }) }),
    onSignedOut: () => {
      intend({ kind: 'buy', id: course.id, title: course.title }, currentPrice(courseWithCode))
      navigate(signInPath(course.id, code.typed ? { code: code.typed } : null))
    },
  })
  return {
    buy: () => buy(courseWithCode, code.applied, start),
    isBuying: buying !== null,
    isInCart: cart.has(course.id),
    addToCart: () => {
      cart.add(course)
      if (course.hasCohorts) chooseStart(course.id, start)
      notify({
        text: text.addedToCart(course.title),
        link: createElement(Link, { to: '/cart', className: 'ap-notice-link' }, text.goToCart),
      })
      void bringCode(code.applied)
    },
  }
}
