import { signedIn, type Handlers } from '../../policy/handler.ts'
import { originOf, type OriginRule } from '../../policy/origin.ts'
import { visitorOf } from '../../policy/visitor.ts'
import type { PasswordChanges } from './passwords.service.ts'

export function passwordsRoutes(changes: PasswordChanges, origins: OriginRule): Handlers {
  return {
    forgotPassword: async ({ body, request }) => {
      await changes.forgot(body.email, visitorOf(request), originOf(request, origins))
      return {}
    },
    resetPassword: async ({ body }) => {
      await changes.reset(body.token, body.password)
      return {}
    },
    changePassword: async (call) => {
      await changes.change(signedIn(call), call.body)
      return {}
    },
    resendVerification: async (call) => {
      await changes.resendVerification(signedIn(call), originOf(call.request, origins))
      return {}
    },
  }
}
