import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { openAttemptsQuery } from '#web/features/assessments/api/assessments.ts'
import { repetitionsQuery } from '#web/features/assessments/api/repetitions.ts'
import { goalQuery } from '#web/features/goals/api/goals.ts'
import { freshOnReturn } from '#web/features/learning/api/learning.ts'

/** A page waits at most this long, in ms, for what is above its own content. */
const patienceMs = 1_500

export interface TodayState {
  /** True until the size of `Today` is known for the first time. What fails or takes long is not awaited. */
  isAwaited: boolean
  hasFailed: boolean
  retry: () => void
}

/** Reads what waits for the learner, and again when the person returns to the page. Nothing below it is shown while it is awaited. */
export function useToday(userId: number): TodayState {
  const parts = [
    useQuery({ ...openAttemptsQuery(userId), ...freshOnReturn }),
    useQuery({ ...repetitionsQuery(userId), ...freshOnReturn }),
    useQuery({ ...goalQuery(userId), ...freshOnReturn }),
  ]
  // A part that is read again after a failure must not hide what is shown already.
  const [isKnown, setIsKnown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsKnown(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  const isAwaited = !isKnown && parts.some(({ isLoading, failureCount }) => isLoading && failureCount === 0)
  if (!isAwaited && !isKnown) setIsKnown(true)
  const failed = parts.filter(({ isError, data }) => isError && data === undefined)
  return {
    isAwaited,
    hasFailed: failed.length > 0,
    retry: () => failed.forEach(({ refetch }) => void refetch()),
  }
}
