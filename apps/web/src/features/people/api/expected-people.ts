import type { ExpectedPerson } from '@apogee/contracts/people/expected-people.ts'
import { invitableRoles } from '@apogee/contracts/people/invitable-roles.ts'
import { useQueryClient } from '@tanstack/react-query'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'
import type { Manager } from '#web/shared/course/course-scope.ts'

export const expectedPeopleQuery = (manager: Manager, search: string) =>
  pagedQuery({
    queryKey: ['people', 'expected', manager.id, search],
    keepsRows: true,
    readPage: (cursor, signal) => call('listExpectedPeople', { query: { search, cursor }, signal }),
  })

/** Mails the person again. An invitation to a team gets a new link. */
export async function sendAgain(
  { kind, id, email, courseId, invoice, ...person }: ExpectedPerson,
  manager: Manager,
) {
  if (kind === 'seat')
    return call('sendSeatAgain', { params: { id: invoice?.id ?? '', seatId: id }, body: {} })
  if (kind === 'course')
    return call('resendCourseInvitation', { params: { id: courseId ?? 0, personId: id }, body: {} })
  const role = invitableRoles.find((one) => one === person.role) ?? 'instructor'
  // A business is specified by superadmins only.
  const business = manager.role === 'superadmin' && person.businessId !== null
  return call('createInvitation', {
    body: { email, role, ...(business && { businessId: person.businessId ?? 0 }) },
  })
}

/** Withdraws the invitation or takes the seat back. */
export async function cancel({ kind, id, courseId, invoice }: ExpectedPerson) {
  if (kind === 'seat') return call('revokeSeat', { params: { id: invoice?.id ?? '', seatId: id } })
  if (kind === 'course')
    return call('withdrawCourseInvitation', { params: { id: courseId ?? 0, personId: id } })
  return call('revokeInvitation', { params: { id } })
}

/** Refetches the lists in which the person may be. */
export function useExpectedRefresh(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    void queries.invalidateQueries({ queryKey: ['invitations'] })
    void queries.invalidateQueries({ queryKey: ['invoices'] })
    await queries.invalidateQueries({ queryKey: ['people', 'expected'] })
  }
}
