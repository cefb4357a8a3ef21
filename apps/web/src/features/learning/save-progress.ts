import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/platform/transfer/client.ts'
import { outboxOf } from '#web/platform/outbox/outbox.ts'
import { useViewer, type Viewer } from '#web/platform/session/session.tsx'
import { completion } from './late-progress.ts'
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

/**
 * Cancels running reads of this lesson, because their answers may be older than the write. Returns a function that restarts them
 * afterwards, if any were running.
 */
async function stopReading(
  queries: QueryClient,
  viewer: Viewer,
  { courseId, courseContentId }: CourseResource,
): Promise<(() => void) | undefined> {
  const keys = [
    courseQuery(courseId, viewer).queryKey,
    contentResourcesQuery(courseContentId, viewer).queryKey,
  ]
  const stopped = keys.filter((queryKey) => queries.isFetching({ queryKey, exact: true }) > 0)
  if (stopped.length === 0) return undefined
  await Promise.all(stopped.map((queryKey) => queries.cancelQueries({ queryKey, exact: true })))
  return () => {
    for (const queryKey of stopped) void queries.invalidateQueries({ queryKey, exact: true })
  }
}

/** Reads the course again if one of its modules opens with the completion of this item. */
export function readOpenings(queries: QueryClient, viewer: Viewer, { id, courseId }: CourseResource): void {
  const { queryKey } = courseQuery(courseId, viewer)
  const waits = queries
    .getQueryData(queryKey)
    ?.data.contents.some(({ opening }) => opening && 'afterItem' in opening && opening.afterItem === id)
  if (waits) void queries.invalidateQueries({ queryKey, exact: true })
}

/** Toggles completion: the change is shown immediately, stored while the server is unreachable, and reverted when it refuses. */
export function useToggleCompleted(resource: CourseResource) {
  const queries = useQueryClient()
  const viewer = useViewer()
  const scope = `progress-${resource.id}`
  /** Counts unsaved presses, including the one that is being saved. */
  const presses = () => queries.isMutating({ predicate: ({ options }) => options.scope?.id === scope })
  return useMutation({
    // Saves are serialised, so that the second of two quick presses wins.
    scope: { id: scope },
    // An offline press is stored instead of paused.
    networkMode: 'always',
    mutationFn: async (completed: boolean) => {
      if (typeof viewer !== 'number') throw new Error('Nobody is signed in')
      const key = String(resource.id)
      const outbox = outboxOf(viewer)
      outbox.put(completion, key, { resourceId: resource.id, completed })
      const outcome = await outbox.send(completion, key)
      if (
        outcome.kind === 'refused' ||
        (outcome.kind === 'waits' && outcome.error instanceof ApiError && outcome.error.status > 0)
      ) {
        outbox.drop(completion, key)
        throw outcome.error
      }
    },
    onMutate: async (completed) => {
      const before = resource.progress?.completed ?? false
      const readAgain = await stopReading(queries, viewer, resource)
      keepProgress(queries, viewer, resource, { completed })
      return { before, readAgain }
    },
    onError: (_error, _completed, context) => {
      if (context) keepProgress(queries, viewer, resource, { completed: context.before })
    },
    onSuccess: async (_answer, completed) => {
      void queries.invalidateQueries({ queryKey: ['enrolled'] })
      // Cancels reads that began after the press. Such a read may have been answered before the save and would bring back the
      // earlier state.
      const readAgain = await stopReading(queries, viewer, resource)
      if (presses() <= 1) keepProgress(queries, viewer, resource, { completed })
      readAgain?.()
      readOpenings(queries, viewer, resource)
    },
    onSettled: (_answer, _error, _completed, context) => context?.readAgain?.(),
  })
}
