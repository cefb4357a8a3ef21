import { pageRequest } from '#server/platform/pages.ts'
import { withData, type Handlers } from '#server/policy/handler.ts'
import type { PaymentMonitoring } from './payment-monitoring.service.ts'
import type { Reconciliation } from './reconciliation.service.ts'

export function reconciliationRoutes(reconciliation: Reconciliation, watch: PaymentMonitoring): Handlers {
  return {
    moneyWaiting: (call) => withData(watch.waitingFor(call.user)),
    listReconciliations: async (call) => reconciliation.listRuns(pageRequest(call.query)),
    startReconciliation: (call) => withData(reconciliation.start(call.user)),
    listDifferences: async (call) => reconciliation.listDifferences(call.params.id, pageRequest(call.query)),
  }
}
