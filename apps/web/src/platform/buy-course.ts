/** Buying one course and enrolling oneself: the only way to both calls, from every place that offers them. */
import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import { shownFirstOf } from '@apogee/contracts/prerequisites/shown-first.ts'
import { shownAccessOf } from '@apogee/contracts/courses/shown-access.ts'
import { currentPrice } from '@apogee/domain/money.ts'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { awaitedOf } from './awaited.ts'
import { sentStart } from './chosen-starts.ts'
import { ApiError, call } from './client.ts'
import { useFailureText } from './failure-text.ts'
import { openPaymentPage, PaymentUrlMissing, useReturnFromPayment } from './payment-page.ts'
import { useSession } from './session.tsx'
import { useIsMutating } from './use-is-mutating.ts'
import { visitQuery } from './visit-memory.ts'

interface Outcomes {
  /** No answer came, or the server says why itself. */
  failed: string
  /** The server does not say why. */
  unexplained: string
  onFailed: (sentence: string) => void
  /** Nobody is signed in, or the session has ended. */
  onSignedOut: (courseId: number) => void
}

type Priced = Pick<CatalogueCourse, 'id' | 'price' | 'sale' | 'access' | 'prerequisites'>
interface Buying {
  course: Priced
  code?: string | null | undefined
}

const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401

/** Another start than the shown one: the page shows how it is now, and asks again. */
function readStartsAgain(queries: QueryClient, error: unknown, courseId: number): void {
  if (!(error instanceof ApiError && error.errorCode.startsWith('COHORT_'))) return
  for (const queryKey of [['starts', courseId], ['sales', courseId], ['courses']])
    void queries.invalidateQueries({ queryKey })
}

/** Buy Now: opens the payment page. Pressed twice, it starts one purchase. */
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
        // The shown price is paid for the shown length and start, or nothing.
        query: {
          ...visitQuery([course.id]).query,
          shownAccess: shownAccessOf([course]),
          shownFirst: shownFirstOf([{ id: course.id, first: awaitedOf(course) }]),
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
      // Owned already, or no longer for sale: the page must show the current state.
      void queries.invalidateQueries({ queryKey: ['sales', id] })
      void queries.invalidateQueries({ queryKey: ['quote'] })
      readStartsAgain(queries, error, id)
      if (error instanceof ApiError) void queries.invalidateQueries({ queryKey: ['courses'] })
    },
  })
  useReturnFromPayment(reset)
  return {
    /** `course` with its shown price, in which `code` is applied if there is one. */
    buy: (course: Priced, code?: string | null) => {
      if (!user) onSignedOut(course.id)
      else if (!isUnderWay(['pay'])) mutate({ course, code })
    },
    /** The course whose payment page is being opened, also until the browser has left. */
    buying: isPending || isSuccess ? (variables?.course.id ?? null) : null,
  }
}

/** Enrol in a free course, or by the invitation of a private one. */
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
        // An invitation may be accepted where the course, and so its starts, cannot be read.
        query: { ...visitQuery([courseId]).query, ...(invite ? {} : start.query) },
        body: { courseId, userId: user?.id, ...(invite && { invite }), ...start.body },
      })
    },
    onSuccess: async (_answer, courseId) => {
      onDone(courseId)
      // A sales page keeps its message until the course opens; the data is refetched later.
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
    /** The course that is being enrolled in. */
    enrolling: isPending ? (variables ?? null) : null,
    isEnrolled: isSuccess,
  }
}
