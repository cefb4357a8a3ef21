import { signedIn, type Handlers } from '#server/policy/handler.ts'
import { originOf, type OriginRule } from '#server/policy/origin.ts'
import { pageRequest } from '#server/platform/pages.ts'
import type { People } from './people.service.ts'

export function peopleRoutes(people: People, origins: OriginRule): Handlers {
  return {
    listUsers: async (call) => people.listUsers(signedIn(call), call.query.search, pageRequest(call.query)),
    listMyLearners: async (call) =>
      people.listLearners(signedIn(call), call.query.search, pageRequest(call.query)),
    updateUser: async (call) => {
      const { metadata, ...changes } = call.body
      const avatar = changes.avatar ?? avatarIn(metadata)
      return { data: await people.updatePerson(signedIn(call), call.params.id, { ...changes, avatar }) }
    },
    readDeletion: async (call) => ({
      data: { outcome: await people.deletionOf(signedIn(call), call.params.id) },
    }),
    deleteUser: async (call) => {
      const { outcome, eraseAfter } = await people.deletePerson(
        signedIn(call),
        { id: call.params.id, announced: call.query.announced },
        originOf(call.request, origins),
      )
      return { eraseAfter: eraseAfter?.toISOString() ?? null, data: { outcome } }
    },
    leave: async (call) => {
      const at = await people.leave(signedIn(call), call.body.password, originOf(call.request, origins))
      return { eraseAfter: at.toISOString() }
    },
    createInvitation: async (call) => ({
      data: await people.invitations.invite(signedIn(call), call.body, originOf(call.request, origins)),
    }),
    listInvitations: async (call) =>
      people.invitations.listInvitations(signedIn(call), pageRequest(call.query)),
    revokeInvitation: async (call) => {
      await people.invitations.revokeInvitation(signedIn(call), call.params.id)
      return {}
    },
    readInvitation: async ({ params }) => ({ data: await people.invitations.readInvitation(params.token) }),
    acceptInvitation: async (call) => ({
      data: await people.invitations.acceptInvitation(signedIn(call), call.params.token),
    }),
  }
}

/** null means the same as '': no picture. */
const avatarIn = (metadata: { avatar?: string | null | undefined } | undefined): string | undefined =>
  metadata?.avatar === null ? '' : metadata?.avatar
