import { pageRequest } from '#server/platform/pages.ts'
import { withData, type Handlers } from '#server/policy/handler.ts'
import type { SecurityLogChain } from './chain.ts'
import type { SecurityLog } from './security-log.service.ts'

export function securityLogRoutes(securityLog: SecurityLog, chain: SecurityLogChain): Handlers {
  return {
    listSecurityLog: async (call) =>
      securityLog.listSecurityLog(call.user, call.query.businessId ?? null, pageRequest(call.query)),
    searchSecurityLog: async (call) => securityLog.search(call.user, call.query, pageRequest(call.query)),
    readSecurityLogState: () => withData(chain.state()),
  }
}
