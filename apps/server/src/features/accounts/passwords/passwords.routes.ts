import type { Handlers } from '#server/policy/handler.ts'
import { clientInfoOf } from '#server/policy/client-info.ts'
import { setDeviceCookie } from '../sign-in/cookies.ts'
import type { PasswordChanges } from './passwords.service.ts'

export function passwordsRoutes(changes: PasswordChanges): Handlers {
  return {
    forgotPassword: ({ body, request, origin }) => changes.forgot(body.email, clientInfoOf(request), origin),
    resetPassword: async ({ body, request, reply, origin }) => {
      const device = await changes.reset(body.token, body.password, clientInfoOf(request))
      setDeviceCookie(reply, origin, device)
    },
    changePassword: (call) => changes.change(call.user, call.body, clientInfoOf(call.request)),
    resendVerification: (call) => changes.resendVerification(call.user, call.origin),
  }
}
