import { pageRequest } from '#server/platform/pages.ts'
import { signedIn, type Handlers } from '#server/policy/handler.ts'
import type { MoneyWatch } from './money-watch.service.ts'
import type { Reconciliation } from './reconciliation.service.ts'

export function reconciliationRoutes(reconciliation: Reconciliation, watch: MoneyWatch): Handlers {
  return {
    moneyWaiting: async (call) => ({ data: await watch.waitingFor(signedIn(call)) }),
    listReconciliations: async (call) => reconciliation.listRuns(pageRequest(call.query)),
    startReconciliation: async (call) => ({ data: await reconciliation.start(signedIn(call)) }),
    listDifferences: async (call) => reconciliation.listDifferences(call.params.id, pageRequest(call.query)),
  }
}
