import { withData, type Handlers } from '#server/policy/handler.ts'
import type { Inbox } from './inbox.service.ts'

export function inboxRoutes(inbox: Inbox): Handlers {
  return {
    listInbox: (call) => inbox.list(call.user, call.query),
    hideInboxItem: (call) => inbox.hide(call.user, call.body),
    countInbox: (call) => withData(inbox.counts(call.user)),
  }
}
