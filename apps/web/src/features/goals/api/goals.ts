import type { LearningGoal, LearningPlan } from '@apogee/contracts/goals/goals.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { ownTimeZone } from '#web/platform/language/time-zone.ts'

/**
 * Loads the caller's own goal and week. Days are counted in the browser's time zone, which the server stores when it has changed.
 */
export const goalQuery = (userId: number) =>
  queryOptions({
    queryKey: ['learning-goal', userId],
    queryFn: async ({ signal }) => {
      const { data } = await call('readLearningGoal', { signal })
      const timeZone = ownTimeZone()
      if (data.timeZone === timeZone) return data
      try {
        await call('saveTimeZone', { body: { timeZone }, signal })
      } catch (error) {
        // The previous time zone stays when the server does not know the new one.
        if (error instanceof ApiError && error.errorCode === 'VALIDATION') return data
        throw error
      }
      return (await call('readLearningGoal', { signal })).data
    },
    staleTime: 0,
  })

/** Replaces the cached goal by the answer of a call that changed it. */
export function useShowGoal(userId: number) {
  const queries = useQueryClient()
  return ({ data }: { data: LearningGoal }) => queries.setQueryData(goalQuery(userId).queryKey, data)
}

export const savePlan = (plan: Omit<LearningPlan, 'timeZone'> & { reminds: boolean }) =>
  call('saveLearningPlan', { body: { ...plan, timeZone: ownTimeZone() } })

/** The link in a mail contains the token; the call needs no sign-in. */
export const stopReminders = (token: string) => call('stopReminders', { params: { token } })

export const replaceCalendarLink = () => call('replaceCalendarLink', {})

/** Shows the chosen goal immediately, and the earlier one again when the server refuses it. */
export function useSaveGoal(userId: number) {
  const queries = useQueryClient()
  const { queryKey } = goalQuery(userId)
  const show = (changed: Partial<LearningGoal>) =>
    queries.setQueryData(queryKey, (held) => (held ? { ...held, ...changed } : held))
  return useMutation({
    // Saves are serialised, so that the last of several quick choices wins.
    scope: { id: `learning-goal-${userId}` },
    mutationFn: (daysPerWeek: number | null) => call('saveLearningGoal', { body: { daysPerWeek } }),
    onMutate: async (daysPerWeek) => {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData(queryKey)?.daysPerWeek ?? null
      show({ daysPerWeek })
      return { before }
    },
    onError: (_error, _chosen, context) => {
      if (context) show({ daysPerWeek: context.before })
    },
  })
}
