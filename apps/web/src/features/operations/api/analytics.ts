import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/client.ts'
import type { Manager } from '#web/platform/course-scope.ts'

export const analyticsQuery = (manager: Manager) =>
  queryOptions({
    queryKey: ['analytics', manager.id],
    queryFn: ({ signal }) => call('readAnalytics', { signal }),
  })
