import type { SecurityLogState } from '@apogee/contracts/security-log/security-log.ts'
import { pageRequest } from '#server/platform/pages.ts'
import { withData, type Handlers } from '#server/policy/handler.ts'
import type { SecurityLogChain } from './chain.ts'
import type { BlockedContents } from './blocked-contents.ts'
import type { LastSeal } from './last-seal.ts'
import type { SecurityLog } from './security-log.service.ts'

interface SecurityLogServices {
  securityLog: SecurityLog
  securityLogChain: SecurityLogChain
  securityLogHead: LastSeal
  blockedContents: BlockedContents
}

export function securityLogRoutes(services: SecurityLogServices): Handlers {
  const { securityLog, blockedContents } = services
  return {
    listSecurityLog: async (call) =>
      securityLog.listSecurityLog(call.user, call.query.businessId ?? null, pageRequest(call.query)),
    searchSecurityLog: async (call) => securityLog.search(call.user, call.query, pageRequest(call.query)),
    readSecurityLogState: () => withData(stateOf(services)),
    listBlockedContents: ({ query }) => blockedContents.list(pageRequest(query)),
  }
}

async function stateOf(log: SecurityLogServices): Promise<SecurityLogState> {
  const [state, fall] = await Promise.all([log.securityLogChain.state(), log.securityLogHead.newestFall()])
  return { ...state, fall }
}
