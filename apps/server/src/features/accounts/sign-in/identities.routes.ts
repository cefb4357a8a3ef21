import { clientInfoOf } from '#server/policy/client-info.ts'
import type { Handlers } from '#server/policy/handler.ts'
import type { Identities } from './identities.ts'

export function identitiesRoutes(identities: Identities): Handlers {
  return {
    listIdentities: async (call) => {
      const all = await identities.list(call.user)
      return { data: all, meta: { total: all.length, nextCursor: null } }
    },
    removeIdentity: (call) =>
      identities.remove(call.user, call.params.provider, clientInfoOf(call.request).device),
  }
}
