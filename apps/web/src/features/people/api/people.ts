import type { Role } from '@apogee/contracts/limits.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'
import type { Manager } from '#web/shared/course/course-scope.ts'

/** A list contains the caller's learners, the business's team, or everybody (docs/product-choices.md#people-and-lists). */
export type PeopleMode = 'enrolled' | 'team' | 'everyone'

const pageSize = 50

export const peopleQuery = (manager: Manager, mode: PeopleMode, search = '') =>
  pagedQuery({
    queryKey: ['people', manager.id, mode, search],
    readPage: (cursor, signal) =>
      call(mode === 'enrolled' ? 'listMyLearners' : 'listUsers', {
        query: { limit: pageSize, search, cursor },
        signal,
      }),
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
  pagedQuery({
    queryKey: ['invitations', manager.id],
    readPage: (cursor, signal) => call('listInvitations', { query: { cursor }, signal }),
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
