import { networkOf, clientInfoOf } from '#server/policy/client-info.ts'
import { pageRequest } from '#server/platform/pages.ts'
import { signedIn, type Handlers } from '#server/policy/handler.ts'
import { originOf, type OriginRule } from '#server/policy/origin.ts'
import { refuse } from '#server/policy/refusal.ts'
import { rememberBrowser } from './cookies.ts'
import type { Accounts } from './accounts.service.ts'

export function accountsRoutes(accounts: Accounts, origins: OriginRule): Handlers {
  return {
    login: async ({ body, request, reply }) => {
      const opened = await accounts.signIn(body, clientInfoOf(request))
      return { data: rememberBrowser(reply, originOf(request, origins), opened) }
    },
    register: async ({ body, request, reply }) => {
      const opened = await accounts.register(body, clientInfoOf(request))
      return { data: rememberBrowser(reply, originOf(request, origins), opened) }
    },
    verifySession: async ({ body, caller, request }) => {
      const known =
        caller ?? (await accounts.callerOf(body.token, networkOf(request.ip))) ?? refuse('UNAUTHENTICATED')
      return { data: { decoded: await accounts.currentUser(known.userId) } }
    },
    logout: async (call) => {
      await accounts.signOut(signedIn(call))
      return {}
    },
    listSessions: async (call) => {
      const sessions = await accounts.listSessions(signedIn(call))
      return { data: sessions, meta: { total: sessions.length, nextCursor: null } }
    },
    endSession: async (call) => {
      await accounts.endSession(signedIn(call), call.params.id)
      return {}
    },
    readVerification: async ({ params, caller }) => ({
      data: await accounts.emailProof.readVerification(caller, params.token),
    }),
    verifyEmail: async ({ body, caller }) => {
      await accounts.emailProof.verifyEmail(caller, body)
      return {}
    },
    confirmIdentity: async (call) => {
      await accounts.changes.proveOneself(signedIn(call), call.body.password)
      return {}
    },
    listSecurityLog: async (call) =>
      accounts.securityLog.listSecurityLog(
        signedIn(call),
        call.query.businessId ?? null,
        pageRequest(call.query),
      ),
    listInstructors: async (call) => accounts.listInstructors(signedIn(call), pageRequest(call.query)),
  }
}
