import type { PersonEventKind } from '@apogee/contracts/people/person-events.ts'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'
import { defaultScope, type Manager } from '#web/shared/course/course-scope.ts'

const keyOf = (id: number) => ['person', id] as const

export const personQuery = (id: number, viewer: Viewer) =>
  queryOptions({
    queryKey: [...keyOf(id), viewer],
    queryFn: ({ signal }) => call('readPerson', { params: { id }, signal }),
  })

export const personEventsQuery = (id: number, viewer: Viewer, kind: PersonEventKind | '') =>
  infiniteQueryOptions({
    queryKey: [...keyOf(id), viewer, 'events', kind],
    queryFn: ({ pageParam, signal }) =>
      call('listPersonEvents', {
        params: { id },
        query: { ...(kind && { kind }), ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.nextCursor,
    placeholderData: keepPreviousData,
  })

/** Returns published courses of the person who chooses, newest first. */
export const courseChoicesQuery = (manager: Manager, search: string) => {
  const scope = defaultScope(manager)
  return queryOptions({
    queryKey: ['courses', 'choices', manager.id, search],
    queryFn: ({ signal }) =>
      call('listCourses', {
        query: {
          ...(scope === 'created' && { createdBy: manager.id, include: 'taught' as const }),
          ...(scope === 'business' && { businessId: 'own' as const }),
          state: 'published',
          limit: 100,
          search,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

function usePersonChange<Given, Answer>(id: number, change: (given: Given) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    // An offline press fails immediately instead of waiting invisibly.
    networkMode: 'always',
    onSettled: async () => {
      void queries.invalidateQueries({ queryKey: ['people'] })
      void queries.invalidateQueries({ queryKey: ['roster'] })
      await queries.invalidateQueries({ queryKey: keyOf(id) })
    },
  })
}

export const useAddNote = (id: number) =>
  usePersonChange(id, (body: { text: string; key: string }) =>
    call('addPersonNote', { params: { id }, body }),
  )

export const useDeleteNote = (id: number, noteId: number) =>
  usePersonChange<void, unknown>(id, () => call('deletePersonNote', { params: { id, noteId } }))

export const useAddToCourse = ({ id, email }: { id: number; email: string }) =>
  usePersonChange(id, (courseId: number) =>
    call('enrolPeople', { params: { id: courseId }, body: { emails: [email] } }),
  )

export const useEndAccess = (id: number, courseId: number) =>
  usePersonChange(id, (body: { reason: string }) =>
    call('removeLearner', { params: { id: courseId, userId: id }, body }),
  )
