import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

export const apiTokensQuery = (viewer: Viewer) =>
  pagedQuery({
    queryKey: ['api-tokens', viewer],
    readPage: (cursor, signal) => call('listApiTokens', { query: { limit: 20, cursor }, signal }),
  })
