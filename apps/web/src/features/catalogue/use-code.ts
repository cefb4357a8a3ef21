import type { CodeRefusal } from '@apogee/contracts/pricing/pricing.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { quoteQuery } from '#web/shared/buying/quote.ts'
import { useSearchParams } from '#web/platform/router/router.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { codePrices } from './code-price.ts'

export interface CourseCode {
  /** `typed` is the code in the address, or ''. */
  typed: string
  /** `applied` is the code as its seller spelled it. It is null unless the code lowers the current price of this course. */
  applied: string | null
  refusal: CodeRefusal | null
  /** `error` is the failure of checking the code at the server. */
  error: unknown
  isChecking: boolean
  /** An empty text removes the code. */
  setCode: (code: string) => void
}

const longestCode = 64

/** Returns the code of the page's address and the server's verdict. An unapplied code does not prevent a purchase. */
export function useCourseCode(courseId: number): CourseCode {
  const [query, setQuery] = useSearchParams()
  const typed = (query.get('code') ?? '').trim().slice(0, longestCode)
  const viewer = useViewer()
  const quote = useQuery({
    ...quoteQuery([courseId], typed, viewer),
    enabled: typed !== '' && viewer !== 'unknown',
    // The answer for the previous code must not be shown for a new one.
    placeholderData: undefined,
  })
  const answer = typed === '' ? undefined : quote.data?.data
  const line = answer?.courses.find((course) => course.courseId === courseId)
  const code = answer?.code ?? null
  const price = code && !code.refusal && line?.state === 'buyable' ? line.total : undefined
  useEffect(() => {
    const { [courseId]: _older, ...others } = codePrices.getState()
    codePrices.setState(price === undefined ? others : { ...others, [courseId]: price })
  }, [courseId, price])
  return {
    typed,
    applied: price === undefined ? null : (code?.code ?? null),
    refusal: code?.refusal ?? null,
    error: typed === '' ? null : quote.error,
    isChecking: typed !== '' && quote.isLoading,
    setCode: (next) =>
      setQuery(
        (now) => {
          if (next) now.set('code', next)
          else now.delete('code')
          return now
        },
        { replace: true },
      ),
  }
}
