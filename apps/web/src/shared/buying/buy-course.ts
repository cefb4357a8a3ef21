/** Provides the hooks for buying one course and for enrolling. Every page uses them for these calls. */
import { writeOffers, type Offer } from '@apogee/contracts/sales/offers.ts'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { changesSince } from './offer-refusal.ts'
import { offerOf, type OfferedCourse } from './offers.ts'
import { ApiError, call } from '../../platform/transfer/client.ts'
import { useFailureText } from '../../platform/failures/failure-text.ts'
import { openPaymentPage, PaymentUrlMissing, useReturnFromPayment } from './payment-page.ts'
import { useSession } from '../../platform/session/session.tsx'
import { useIsMutating } from '../../platform/transfer/use-is-mutating.ts'
import { visitQuery } from '../visits/visit-memory.ts'

interface Outcomes {
  /** `failed` is the sentence when no answer arrived. */
  failed: string
  /** `unexplained` is the sentence for an answer without a reason. */
  unexplained: string
  /** `details` tells what has changed since the page showed the offer. */
  onFailed: (sentence: string, details?: ReactNode) => void
  /** Runs when the caller is signed out or the session has ended. */
  onSignedOut: (courseId: number) => void
}

interface Buying {
  offer: Offer
  code: string | null
}

const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401

/** Refetches the cohorts after a refusal that means that the shown start is outdated, so that the page asks for a start again. */
function readStartsAgain(queries: QueryClient, error: unknown, courseId: number): void {
  if (!(error instanceof ApiError && /^COHORT_|^OFFER_CHANGED$/.test(error.errorCode))) return
  for (const queryKey of [['starts', courseId], ['sales', courseId], ['courses']])
    void queries.invalidateQueries({ queryKey })
}

const startOf = ({ cohortId }: { cohortId: number | null }) => (cohortId === null ? {} : { cohortId })

/** Opens the payment page of a course. For an order that is open it is the page of that order. */
export async function payForOffer(
  offer: Offer,
  { userId, code = null }: { userId: number | undefined; code?: string | null },
): Promise<void> {
  const { courseId, terms } = offer
  const { payment_url, purchase_id } = await call('payForCourse', {
    query: { ...visitQuery([courseId]).query, offers: writeOffers([offer]) },
    body: { courseId, userId, ...(code && { code }), ...startOf(terms) },
  })
  openPaymentPage(payment_url, purchase_id)
}

/** Opens the payment page. Two presses start one purchase. */
export function useBuyCourse({
  noPaymentUrl,
  failed,
  unexplained,
  onFailed,
  onSignedOut,
}: Outcomes & { noPaymentUrl: string }) {
  const failureText = useFailureText()
  const { user } = useSession()
  const queries = useQueryClient()
  const isUnderWay = useIsMutating()
  const { mutate, isPending, isSuccess, variables, reset } = useMutation({
    mutationKey: ['pay'],
    mutationFn: ({ offer, code }: Buying) => payForOffer(offer, { userId: user?.id, code }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['enrolled'] })
      void queries.invalidateQueries({ queryKey: ['payments'] })
    },
    onError: (error, { offer }) => {
      const id = offer.courseId
      if (isSignedOut(error)) return onSignedOut(id)
      if (error instanceof PaymentUrlMissing) return onFailed(noPaymentUrl)
      onFailed(failureText(error, failed, unexplained), changesSince([offer], error))
      // The refusal means that the course is already owned or not for sale, so the page must show its current state.
      void queries.invalidateQueries({ queryKey: ['sales', id] })
      void queries.invalidateQueries({ queryKey: ['quote'] })
      readStartsAgain(queries, error, id)
      if (error instanceof ApiError) void queries.invalidateQueries({ queryKey: ['courses'] })
    },
  })
  useReturnFromPayment(reset)
  return {
    /** Buys `course` at its shown price, with `code` applied if present, and with the shown start. */
    buy: (course: OfferedCourse, code: string | null = null, cohortId: number | null = null) => {
      if (!user) onSignedOut(course.id)
      else if (!isUnderWay(['pay'])) mutate({ offer: offerOf(course, cohortId), code })
    },
    /** `buying` is the id of the course whose payment page is opening. It stays set until the browser has left this page. */
    buying: isPending || isSuccess ? (variables?.offer.courseId ?? null) : null,
  }
}

interface Enrolling {
  courseId: number
  /** A person who accepts an invitation may not be allowed to read the course, so that there is no offer. */
  offer?: Offer | undefined
}

/** Enrols in a free course, or in a private course by an invitation. */
export function useEnroll({
  invite = null,
  failed,
  unexplained,
  onDone,
  onFailed,
  onSignedOut,
}: Outcomes & { invite?: string | null; onDone: (courseId: number) => void }) {
  const failureText = useFailureText()
  const { user } = useSession()
  const queries = useQueryClient()
  const isUnderWay = useIsMutating()
  const { mutate, isPending, isSuccess, variables } = useMutation({
    mutationKey: ['enroll'],
    mutationFn: ({ courseId, offer }: Enrolling) =>
      call('enroll', {
        params: { courseId },
        query: { ...visitQuery([courseId]).query, ...(offer && !invite && { offers: writeOffers([offer]) }) },
        body: { courseId, userId: user?.id, ...(invite && { invite }), ...(offer && startOf(offer.terms)) },
      }),
    onSuccess: async (_answer, { courseId }) => {
      onDone(courseId)
      // The data is not refetched now, because the sales page shows its message until the course opens.
      void queries.invalidateQueries({ queryKey: ['sales'], refetchType: 'none' })
      await Promise.all(
        ['enrolled', 'courses', 'course'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      )
    },
    onError: (error, { courseId }) => {
      readStartsAgain(queries, error, courseId)
      if (isSignedOut(error)) onSignedOut(courseId)
      else onFailed(failureText(error, failed, unexplained))
    },
  })
  return {
    enroll: (courseId: number, offer?: Offer) => {
      if (!user) onSignedOut(courseId)
      else if (!isUnderWay(['enroll'], (running) => (running as Enrolling).courseId === courseId))
        mutate({ courseId, offer })
    },
    enrolling: isPending ? variables.courseId : null,
    isEnrolled: isSuccess,
  }
}
