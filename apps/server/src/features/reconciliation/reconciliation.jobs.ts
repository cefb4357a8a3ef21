import type { PeriodicTask, TaskHandler } from '../../platform/jobs/jobs.ts'
import type { MoneyWatch } from './money-watch.service.ts'
import { stepTask, type Reconciliation } from './reconciliation.service.ts'

const keepTask = 'reconciliation.keep'
const watchTask = 'moneyWatch.look'

export function reconciliationTasks(
  reconciliation: Reconciliation,
  watch: MoneyWatch,
): Record<string, TaskHandler> {
  return {
    [stepTask]: async (payload) => reconciliation.step((payload as { runId: number }).runId),
    [keepTask]: async () => reconciliation.keep(),
    [watchTask]: async () => watch.report(),
  }
}

export const reconciliationPeriodicTasks: readonly PeriodicTask[] = [
  { task: keepTask, everyMinutes: 60 },
  { task: watchTask, everyMinutes: 5 },
]
