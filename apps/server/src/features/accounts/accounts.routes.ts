import { clientInfoOf } from '#server/policy/client-info.ts'
import { pageRequest } from '#server/platform/pages.ts'
import { bearerOf } from '#server/policy/caller.ts'
import { withData, type Handlers } from '#server/policy/handler.ts'
import { refuse } from '#server/policy/refusal.ts'
import { answerSignIn, rememberBrowser } from './sign-in/cookies.ts'
import type { Accounts } from './accounts.service.ts'

export function accountsRoutes(accounts: Accounts): Handlers {
  return {
    login: async ({ body, request, reply, origin }) => {
      const end = await accounts.signIn(body, clientInfoOf(request))
      return { data: answerSignIn(reply, origin, end) }
    },
    register: async ({ body, request, reply, origin }) => {
      const opened = await accounts.register(body, clientInfoOf(request))
      return { data: rememberBrowser(reply, origin, opened) }
    },
    // The server reads no caller before this call (mount.ts), because the call itself reads the session.
    verifySession: async ({ body, request }) => {
      const { address } = clientInfoOf(request)
      const user =
        (await accounts.sessions.currentUser(bearerOf(request.headers.authorization), address)) ??
        (await accounts.sessions.currentUser(body.token, address)) ??
        refuse('UNAUTHENTICATED')
      return { data: { decoded: user } }
    },
    logout: (call) => accounts.sessions.signOut(call.user),
    listSessions: async (call) => {
      const sessions = await accounts.sessions.list(call.user)
      return { data: sessions, meta: { total: sessions.length, nextCursor: null } }
    },
    endOtherSessions: (call) => accounts.sessions.endOthers(call.user, clientInfoOf(call.request).device),
    endSession: (call) => accounts.sessions.end(call.user, call.params.id),
    readVerification: ({ params, caller }) =>
      withData(accounts.emailProof.readVerification(caller, params.token)),
    verifyEmail: ({ body, caller, request }) =>
      accounts.emailProof.verifyEmail(caller, body, clientInfoOf(request)),
    confirmIdentity: async (call) => ({
      data: { token: await accounts.confirmIdentity(call.user, call.body, clientInfoOf(call.request)) },
    }),
    listApiTokens: async (call) => accounts.apiTokens.listApiTokens(call.user, pageRequest(call.query)),
    createApiToken: (call) => withData(accounts.apiTokens.createApiToken(call.user, call.body)),
    revokeApiToken: (call) => accounts.apiTokens.revokeApiToken(call.user, call.params.id),
    listInstructors: async (call) => accounts.listInstructors(call.user, pageRequest(call.query)),
  }
}
