import { clientInfoOf } from '#server/policy/client-info.ts'
import { withData, type Handlers } from '#server/policy/handler.ts'
import { pageRequest } from '#server/platform/pages.ts'
import type { People } from './people.service.ts'
import type { PersonPages } from './person/person.service.ts'

export function peopleRoutes(people: People, persons: PersonPages): Handlers {
  return {
    readPerson: (call) => withData(persons.read(call.user, call.params.id)),
    listPersonEvents: (call) => persons.listEvents(call.user, call.params.id, call.query),
    listExpectedPeople: (call) => persons.listExpected(call.user, call.query),
    addPersonNote: (call) => withData(persons.addNote(call.user, call.params.id, call.body)),
    deletePersonNote: ({ user, params }) => persons.deleteNote(user, params.id, params.noteId),
    listUsers: async (call) => people.listUsers(call.user, call.query.search, pageRequest(call.query)),
    listMyLearners: async (call) =>
      people.listLearners(call.user, call.query.search, pageRequest(call.query)),
    updateUser: async (call) => {
      const { metadata, ...changes } = call.body
      const avatar = changes.avatar ?? avatarIn(metadata)
      return { data: await people.updatePerson(call.user, call.params.id, { ...changes, avatar }) }
    },
    signOutUser: async (call) => people.signOut(call.user, call.params.id),
    readDeletion: async (call) => ({
      data: { outcome: await people.deletionOf(call.user, call.params.id) },
    }),
    deleteUser: async (call) => {
      const { outcome, eraseAfter } = await people.deletePerson(
        call.user,
        { id: call.params.id, announced: call.query.announced },
        clientInfoOf(call.request),
        call.origin,
      )
      return { eraseAfter: eraseAfter?.toISOString() ?? null, data: { outcome } }
    },
    leave: async (call) => {
      const at = await people.leave(call.user, call.body, clientInfoOf(call.request), call.origin)
      return { eraseAfter: at.toISOString() }
    },
    createInvitation: (call) => withData(people.invitations.invite(call.user, call.body, call.origin)),
    listInvitations: async (call) => people.invitations.listInvitations(call.user, pageRequest(call.query)),
    revokeInvitation: (call) => people.invitations.revokeInvitation(call.user, call.params.id),
    readInvitation: ({ params }) => withData(people.invitations.readInvitation(params.token)),
    acceptInvitation: (call) => withData(people.invitations.acceptInvitation(call.user, call.params.token)),
  }
}

/** Null and an empty string both mean no picture. */
const avatarIn = (metadata: { avatar?: string | null | undefined } | undefined): string | undefined =>
  metadata?.avatar === null ? '' : metadata?.avatar
