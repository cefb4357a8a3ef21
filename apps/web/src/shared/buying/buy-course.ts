/** Provides the hooks for buying one course and for enrolling. Every page uses them for these calls. */
import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import { shownFirstOf } from '@apogee/contracts/prerequisites/shown-first.ts'
import { shownAccessOf } from '@apogee/contracts/courses/shown-access.ts'
import { currentPrice } from '@apogee/domain/money/money.ts'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { unmetPrerequisitesOf } from './unmet-prerequisites.ts'
import { sentStart } from './cohort-choice.ts'
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
  onFailed: (sentence: string) => void
  /** Runs when the caller is signed out or the session has ended. */
  onSignedOut: (courseId: number) => void
}

type Priced = Pick<CatalogueCourse, 'id' | 'price' | 'sale' | 'access' | 'prerequisites'>
interface Buying {
  course: Priced
  code?: string | null | undefined
}

const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401

/** Refetches the cohorts after a refusal that means that the shown start is outdated, so that the page asks for a start again. */
function readStartsAgain(queries: QueryClient, error: unknown, courseId: number): void {
  if (!(error instanceof ApiError && error.errorCode.startsWith('COHORT_'))) return
  for (const queryKey of [['starts', courseId], ['sales', courseId], ['courses']])
    void queries.invalidateQueries({ queryKey })
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
    mutationFn: async ({ course, code }: Buying) => {
      const start = sentStart(course.id)
      const { payment_url, purchase_id } = await call('payForCourse', {
        // The server refuses the purchase if the access length or the start differs from what the page has shown.
        query: {
          ...visitQuery([course.id]).query,
          shownAccess: shownAccessOf([course]),
          shownFirst: shownFirstOf([{ id: course.id, first: unmetPrerequisitesOf(course) }]),
          ...start.query,
        },
        body: {
          courseId: course.id,
          userId: user?.id,
          expectedTotal: currentPrice(course),
          ...(code && { code }),
          ...start.body,
        },
      })
      openPaymentPage(payment_url, purchase_id)
    },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['enrolled'] })
      void queries.invalidateQueries({ queryKey: ['payments'] })
    },
    onError: (error, { course: { id } }) => {
      if (isSignedOut(error)) return onSignedOut(id)
      if (error instanceof PaymentUrlMissing) return onFailed(noPaymentUrl)
      onFailed(failureText(error, failed, unexplained))
      // The refusal means that the course is already owned or not for sale, so the page must show its current state.
      void queries.invalidateQueries({ queryKey: ['sales', id] })
      void queries.invalidateQueries({ queryKey: ['quote'] })
      readStartsAgain(queries, error, id)
      if (error instanceof ApiError) void queries.invalidateQueries({ queryKey: ['courses'] })
    },
  })
  useReturnFromPayment(reset)
  return {
    /** Buys `course` at its shown price, with `code` applied if present. */
    buy: (course: Priced, code?: string | null) => {
      if (!user) onSignedOut(course.id)
      else if (!isUnderWay(['pay'])) mutate({ course, code })
    },
    /** `buying` is the id of the course whose payment page is opening. It stays set until the browser has left this page. */
    buying: isPending || isSuccess ? (variables?.course.id ?? null) : null,
  }
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
    mutationFn: (courseId: number) => {
      const start = sentStart(courseId)
      return call('enroll', {
        params: { courseId },
        // A person who accepts an invitation may not be allowed to read the course, so the page knows no cohorts to send.
        query: { ...visitQuery([courseId]).query, ...(invite ? {} : start.query) },
        body: { courseId, userId: user?.id, ...(invite && { invite }), ...start.body },
      })
    },
    onSuccess: async (_answer, courseId) => {
      onDone(courseId)
      // The data is not refetched now, because the sales page shows its message until the course opens.
      void queries.invalidateQueries({ queryKey: ['sales'], refetchType: 'none' })
      await Promise.all(
        ['enrolled', 'courses', 'course'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      )
    },
    onError: (error, courseId) => {
      readStartsAgain(queries, error, courseId)
      if (isSignedOut(error)) onSignedOut(courseId)
      else onFailed(failureText(error, failed, unexplained))
    },
  })
  return {
    enroll: (courseId: number) => {
      if (!user) onSignedOut(courseId)
      else if (!isUnderWay(['enroll'], courseId)) mutate(courseId)
    },
    enrolling: isPending ? (variables ?? null) : null,
    isEnrolled: isSuccess,
  }
}
