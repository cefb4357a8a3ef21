import { clientInfoOf, hostCookieOf } from '#server/policy/client-info.ts'
import { withData, type Handlers } from '#server/policy/handler.ts'
import { challengeCookie, rememberBrowser, setCookie } from '../sign-in/cookies.ts'
import type { Passkeys } from './passkeys.ts'

export function passkeysRoutes(passkeys: Passkeys): Handlers {
  return {
    listPasskeys: async (call) => {
      const all = await passkeys.list(call.user)
      return { data: all, meta: { total: all.length, nextCursor: null } }
    },
    beginPasskey: (call) => withData(passkeys.begin(call.user, call.origin)),
    addPasskey: (call) => withData(passkeys.add(call.user, call.body, call.origin)),
    renamePasskey: (call) => withData(passkeys.rename(call.user, call.params.id, call.body.name)),
    removePasskey: (call) => passkeys.remove(call.user, call.params.id, clientInfoOf(call.request).device),
    beginPasskeySignIn: async ({ body, request, origin }) => ({
      data: body.secondStep
        ? await passkeys.beginSecondStep(hostCookieOf(request, challengeCookie, origin), origin)
        : passkeys.beginSignIn(origin),
    }),
    completePasskeySignIn: async ({ body, request, reply, origin }) => {
      const { credential, rememberDevice = false } = body
      const signedIn = await passkeys.completeSignIn(
        { credential, rememberDevice, origin },
        clientInfoOf(request),
      )
      // A browser that had begun a sign-in with a password no longer needs the cookie of that first step.
      if (hostCookieOf(request, challengeCookie, origin) !== undefined)
        setCookie(reply, origin, { name: challengeCookie, value: '', seconds: 0, site: 'Strict' })
      return { data: rememberBrowser(reply, origin, signedIn) }
    },
    beginPasskeyProof: (call) => withData(passkeys.beginProof(call.user, call.origin)),
    confirmByPasskey: async (call) => ({
      data: { token: await passkeys.prove(call.user, call.body.credential, call.origin) },
    }),
  }
}
