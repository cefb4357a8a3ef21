import type { Role } from '@apogee/contracts/limits.ts'
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import type { Manager } from '#web/shared/course/course-scope.ts'

/** A list contains the caller's learners, the business's team, or everybody (docs/product-choices.md#people-and-lists). */
export type PeopleMode = 'enrolled' | 'team' | 'everyone'

const pageSize = 50

export const peopleQuery = (manager: Manager, mode: PeopleMode, search = '') =>
  infiniteQueryOptions({
    queryKey: ['people', manager.id, mode, search],
    queryFn: ({ pageParam, signal }) =>
      call(mode === 'enrolled' ? 'listMyLearners' : 'listUsers', {
        query: { limit: pageSize, ...(search && { search }), ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.nextCursor,
  })

/** Loads the outcome of deleting this person; each dialog refetches it. */
export const deletionQuery = (id: number) =>
  queryOptions({
    queryKey: ['deletion', id],
    queryFn: ({ signal }) => call('readDeletion', { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

export const invitationsQuery = (manager: Manager) =>
  infiniteQueryOptions({
    queryKey: ['invitations', manager.id],
    queryFn: ({ pageParam, signal }) =>
      call('listInvitations', { query: pageParam ? { cursor: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.nextCursor,
  })

/** Refetches every list of people after a change. */
export function usePeopleRefresh(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    void queries.invalidateQueries({ queryKey: ['instructors'] })
    await queries.invalidateQueries({ queryKey: ['people'] })
  }
}

const changesInTeam: readonly Role[] = ['student', 'instructor']

interface Somebody {
  id: number
  role: Role
  businessId: number | null
}

/** Returns the roles that this manager may assign to that person; empty means no choice. The server enforces the rule. */
export function rolesFor(manager: Manager, person: Somebody): readonly Role[] {
  if (person.id === manager.id) return []
  if (manager.role === 'superadmin') {
    return person.businessId === null
      ? ['student', 'instructor', 'superadmin']
      : ['student', 'instructor', 'admin', 'superadmin']
  }
  return manager.role === 'admin' && changesInTeam.includes(person.role) ? changesInTeam : []
}
