import { clientInfoOf } from '#server/policy/client-info.ts'
import { withData, type Handlers } from '#server/policy/handler.ts'
import type { EmailChanges } from './email-changes.ts'

export function emailChangesRoutes(changes: EmailChanges): Handlers {
  return {
    readEmailChange: (call) => withData(changes.read(call.user)),
    askEmailChange: (call) => withData(changes.ask(call.user, call.body.email, call.origin)),
    cancelEmailChange: (call) => changes.cancel(call.user),
    finishEmailChange: (call) => changes.finish(call.user),
    readEmailChangeLink: ({ params, caller }) => withData(changes.readLink(caller, params.token)),
    confirmEmailChange: ({ body, caller, request }) =>
      withData(changes.confirm(caller, body, clientInfoOf(request))),
    stopEmailChange: ({ body, request }) => changes.stop(body.token, clientInfoOf(request).address),
    undoEmailChange: ({ body, request, origin }) =>
      changes.undo(body.token, clientInfoOf(request).address, origin),
  }
}
