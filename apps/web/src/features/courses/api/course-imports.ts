import { queryOptions } from '@tanstack/react-query'
import type { CourseImport } from '@apogee/contracts/archives/archives.ts'
import { call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

const runningEveryMs = 1500

export const isRunning = (latest: CourseImport | null | undefined): boolean =>
  latest?.state === 'examining' || latest?.state === 'importing'

export const latestImportQuery = (viewer: Viewer) =>
  queryOptions({
    queryKey: ['course-imports', 'latest', viewer],
    queryFn: async ({ signal }) => (await call('readLatestCourseImport', { signal })).data,
    refetchInterval: ({ state }) => (isRunning(state.data) ? runningEveryMs : false),
  })
