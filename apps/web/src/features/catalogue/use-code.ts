import type { CodeRefusal } from '@apogee/contracts/pricing/pricing.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { quoteQuery } from '#web/platform/quote.ts'
import { useSearchParams } from '#web/platform/router/router.tsx'
import { useViewer } from '#web/platform/session.tsx'
import { codePrices } from './code-price.ts'

export interface CourseCode {
  /** As in the address; '' without one. */
  typed: string
  /** As its seller writes it; null unless it lowers the price of this course now. */
  applied: string | null
  refusal: CodeRefusal | null
  /** Why the server could not check it. */
  error: unknown
  isChecking: boolean
  /** '' removes it. */
  setCode: (code: string) => void
}

const longestCode = 64

/** The code of the page's address and what the server says of it. A code that is not applied does not stop a purchase. */
export function useCourseCode(courseId: number): CourseCode {
  const [query, setQuery] = useSearchParams()
  const typed = (query.get('code') ?? '').trim().slice(0, longestCode)
  const viewer = useViewer()
  const quote = useQuery({
    ...quoteQuery([courseId], typed, viewer),
    enabled: typed !== '' && viewer !== 'unknown',
    // An older answer is about another code.
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
