import type { PeriodicTask, TaskHandler } from '#server/platform/jobs/jobs.ts'
import { stepTask, type Reconciliation } from './reconciliation.service.ts'

const keepTask = 'reconciliation.run-due'

export function reconciliationTasks(reconciliation: Reconciliation): Record<string, TaskHandler> {
  return {
    [stepTask]: async (payload) => reconciliation.step((payload as { runId: number }).runId),
    [keepTask]: async () => reconciliation.keep(),
  }
}

export const reconciliationPeriodicTasks: readonly PeriodicTask[] = [{ task: keepTask, everyMinutes: 60 }]
