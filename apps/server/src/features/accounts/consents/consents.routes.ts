import type { Handlers } from '#server/policy/handler.ts'
import type { Consents } from './consents.ts'

export const consentsRoutes = (consents: Consents): Handlers => ({
  listConsents: async (call) => {
    const all = await consents.list(call.user)
    return { data: all, meta: { total: all.length, nextCursor: null } }
  },
  recordConsents: (call) => consents.record(call.user, call.body.documents, call.body.way),
})
