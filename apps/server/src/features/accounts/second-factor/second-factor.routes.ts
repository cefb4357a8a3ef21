import { pageRequest } from '#server/platform/pages.ts'
import { clientInfoOf, hostCookieOf } from '#server/policy/client-info.ts'
import { withData, type Handlers } from '#server/policy/handler.ts'
import { challengeCookie, rememberBrowser, setCookie } from '../sign-in/cookies.ts'
import type { SecondFactorRequirement } from './second-factor-requirement.ts'
import type { SecondFactor } from './second-factor.ts'

export function secondFactorRoutes(
  secondFactor: SecondFactor,
  requirement: SecondFactorRequirement,
): Handlers {
  return {
    completeSecondFactor: async ({ body, request, reply, origin }) => {
      const challenge = hostCookieOf(request, challengeCookie, origin)
      const { code, rememberDevice = false } = body
      const signedIn = await secondFactor.complete({ challenge, code, rememberDevice }, clientInfoOf(request))
      setCookie(reply, origin, { name: challengeCookie, value: '', seconds: 0, site: 'Strict' })
      return { data: rememberBrowser(reply, origin, signedIn) }
    },
    readSecondFactor: (call) => withData(secondFactor.read(call.user)),
    listLackingSecondFactor: (call) => requirement.listLacking(call.user, pageRequest(call.query)),
    beginSecondFactor: (call) => withData(secondFactor.begin(call.user)),
    confirmSecondFactor: (call) => withData(secondFactor.confirm(call.user, call.body.code)),
    replaceRecoveryCodes: (call) => withData(secondFactor.replaceRecoveryCodes(call.user)),
    turnOffSecondFactor: (call) => secondFactor.turnOff(call.user),
  }
}
