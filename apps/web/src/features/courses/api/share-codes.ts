import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'

/**
 * Loads the codes that make this course cheaper now, or with null those of all courses. A superadmin sees the codes of all sellers, so
 * only those of the course count.
 */
export const shareCodesQuery = (user: CurrentUser | null, courseId: number | null) =>
  queryOptions({
    queryKey: ['coupons', user?.id ?? 'anonymous', 'of-course', courseId],
    queryFn: async ({ signal }) => {
      const { data } = await call('listCoupons', { query: { limit: '100', state: 'open' }, signal })
      const isForAll = user?.role !== 'superadmin'
      return data
        .filter(({ state, course }) => state === 'active' && (course ? course.id === courseId : isForAll))
        .map(({ code }) => code)
    },
  })
