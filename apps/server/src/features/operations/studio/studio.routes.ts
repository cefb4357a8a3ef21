import { withData, type Handlers } from '#server/policy/handler.ts'
import type { Studio } from './studio.service.ts'

export function studioRoutes(studio: Studio): Handlers {
  return {
    readStudio: (call) => withData(studio.read(call.user)),
    dismissChecklist: (call) => studio.dismissChecklist(call.user),
  }
}
