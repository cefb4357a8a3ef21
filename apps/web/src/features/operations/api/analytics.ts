import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import type { Manager } from '#web/shared/course/course-scope.ts'

export const analyticsQuery = (manager: Manager) =>
  queryOptions({
    queryKey: ['analytics', manager.id],
    queryFn: ({ signal }) => call('readAnalytics', { signal }),
  })
