import { signedIn, type Handlers } from '#server/policy/handler.ts'
import { originOf, type OriginRule } from '#server/policy/origin.ts'
import { clientInfoOf } from '#server/policy/client-info.ts'
import { setDeviceCookie } from './cookies.ts'
import type { PasswordChanges } from './passwords.service.ts'

export function passwordsRoutes(changes: PasswordChanges, origins: OriginRule): Handlers {
  return {
    forgotPassword: async ({ body, request }) => {
      await changes.forgot(body.email, clientInfoOf(request), originOf(request, origins))
      return {}
    },
    resetPassword: async ({ body, request, reply }) => {
      const device = await changes.reset(body.token, body.password, clientInfoOf(request))
      setDeviceCookie(reply, originOf(request, origins), device)
      return {}
    },
    changePassword: async (call) => {
      await changes.change(signedIn(call), call.body, clientInfoOf(call.request))
      return {}
    },
    resendVerification: async (call) => {
      await changes.resendVerification(signedIn(call), originOf(call.request, origins))
      return {}
    },
  }
}
