import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'
import { useText } from '#web/platform/language/messages.ts'
import { courseInvitationMessages } from '../messages/course-invitations.en.ts'

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['course-invitation', token],
    queryFn: ({ signal }) => call('readCourseInvitation', { params: { token }, signal }),
  })

export const ownInvitationsQuery = (userId: number) =>
  pagedQuery({
    queryKey: ['course-invitations', userId],
    readPage: (cursor, signal) => call('listCourseInvitations', { query: { cursor }, signal }),
  })

export function useAnswer(invitation: { token: string; courseTitle: string }, onAccepted?: () => void) {
  const text = useText(courseInvitationMessages)
  const queries = useQueryClient()
  const notify = useNotify()
  const params = { token: invitation.token }
  const acceptance = useMutation({
    mutationFn: () => call('acceptCourseInvitation', { params, body: {} }),
    onSuccess: async () => {
      notify({ text: text.accepted(invitation.courseTitle) })
      onAccepted?.()
      await queries.invalidateQueries()
    },
  })
  const refusal = useMutation({
    mutationFn: () => call('declineCourseInvitation', { params, body: {} }),
    onSuccess: async () => {
      notify({ text: text.declined })
      await queries.invalidateQueries({ queryKey: ['course-invitations'] })
      await queries.invalidateQueries({ queryKey: ['course-invitation', invitation.token] })
    },
  })
  return { acceptance, refusal }
}
