import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import type { Manager } from '#web/shared/course/course-scope.ts'

export const suggestionsQuery = (manager: Manager) =>
  queryOptions({
    queryKey: ['analytics', manager.id, 'suggestions'],
    queryFn: async ({ signal }) => (await call('listSuggestions', { signal })).data.suggestions,
  })
