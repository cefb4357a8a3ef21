import type { PackageNeed } from '@apogee/contracts/scorm/package-needs.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useViewer, type Viewer } from '#web/platform/session/session.tsx'
import { call } from '#web/platform/transfer/client.ts'

/** Loads the troubles of a course's packages, for its teachers. Changes of the course's contents load them again. */
export const packageTroublesQuery = (courseId: number, viewer: Viewer) =>
  queryOptions({
    queryKey: ['course', courseId, 'package-troubles', viewer],
    queryFn: ({ signal }) => call('listPackageTroubles', { params: { id: courseId }, signal }),
    enabled: courseId > 0,
  })

/** Returns the features that the package of a lesson uses and that this installation cannot provide. */
export function useMissing(courseId: number, resourceId: number): readonly PackageNeed[] {
  const { data } = useQuery(packageTroublesQuery(courseId, useViewer()))
  return data?.data.find((one) => one.resourceId === resourceId)?.missing ?? []
}
