import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/client.ts'
import { useViewer, type Viewer } from '#web/platform/session.tsx'
import { contentResourcesQuery, courseQuery } from './api/learning.ts'

type ItemProgress = NonNullable<CourseResource['progress']>

const none: ItemProgress = { completed: false, watchTime: 0, position: 0 }

/** Writes an item's progress into the cached queries, so that nothing is refetched. */
export function keepProgress(
  queries: QueryClient,
  viewer: Viewer,
  { id, courseId, courseContentId }: CourseResource,
  changed: Partial<ItemProgress>,
): void {
  const updated = (resource: CourseResource): CourseResource =>
    resource.id === id ? { ...resource, progress: { ...none, ...resource.progress, ...changed } } : resource
  queries.setQueryData(contentResourcesQuery(courseContentId, viewer).queryKey, (held) =>
    held ? { ...held, data: held.data.map(updated) } : held,
  )
  queries.setQueryData(courseQuery(courseId, viewer).queryKey, (held) =>
    held
      ? {
          ...held,
          data: {
            ...held.data,
            contents: held.data.contents.map((content) =>
              content.id === courseContentId
                ? { ...content, resources: content.resources.map(updated) }
                : content,
            ),
          },
        }
      : held,
  )
}

/** Mark as Complete / Mark as Incomplete: shown at once, reverted when the server refuses. */
export function useToggleCompleted(resource: CourseResource) {
  const queries = useQueryClient()
  const viewer = useViewer()
  return useMutation({
    // Serialised, so that the second of two quick presses wins.
    scope: { id: `progress-${resource.id}` },
    mutationFn: (completed: boolean) =>
      call('saveResourceProgress', { params: { id: resource.id }, body: { completed } }),
    onMutate: (completed) => {
      const before = resource.progress?.completed ?? false
      keepProgress(queries, viewer, resource, { completed })
      return { before }
    },
    onError: (_error, _completed, context) => {
      if (context) keepProgress(queries, viewer, resource, { completed: context.before })
    },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['enrolled'] })
    },
  })
}
