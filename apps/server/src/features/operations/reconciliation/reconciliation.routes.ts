import { pageRequest } from '#server/platform/pages.ts'
import { withData, type Handlers } from '#server/policy/handler.ts'
import type { Reconciliation } from './reconciliation.service.ts'

export function reconciliationRoutes(reconciliation: Reconciliation): Handlers {
  return {
    listReconciliations: async (call) => reconciliation.listRuns(pageRequest(call.query)),
    startReconciliation: (call) => withData(reconciliation.start(call.user)),
    listDifferences: async (call) => reconciliation.listDifferences(call.params.id, pageRequest(call.query)),
  }
}
