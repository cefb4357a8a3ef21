import type { SecurityLogState } from '@apogee/contracts/security-log/security-log.ts'
import { pageRequest } from '#server/platform/pages.ts'
import { withData, type Handlers } from '#server/policy/handler.ts'
import type { SecurityLogChain } from './chain.ts'
import type { KeptHead } from './kept-head.ts'
import type { SecurityLog } from './security-log.service.ts'

export function securityLogRoutes(
  securityLog: SecurityLog,
  chain: SecurityLogChain,
  keptHead: KeptHead,
): Handlers {
  return {
    listSecurityLog: async (call) =>
      securityLog.listSecurityLog(call.user, call.query.businessId ?? null, pageRequest(call.query)),
    searchSecurityLog: async (call) => securityLog.search(call.user, call.query, pageRequest(call.query)),
    readSecurityLogState: () => withData(stateOf(chain, keptHead)),
  }
}

async function stateOf(chain: SecurityLogChain, keptHead: KeptHead): Promise<SecurityLogState> {
  const [state, fall] = await Promise.all([chain.state(), keptHead.newestFall()])
  return { ...state, fall }
}
