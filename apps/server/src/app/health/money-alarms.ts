/** Logs money problems on a timer of its own. An alarm that ran as a job would be silent while no jobs run. */
import type { Log } from '#server/platform/database/database.ts'
import type { Jobs, JobsHealth } from '#server/platform/jobs/jobs.ts'
import type { PaymentMonitoring } from '#server/features/operations/reconciliation/payment-monitoring.service.ts'
import { moneyClass } from '../jobs.ts'

/** Settlements and refunds normally start within a second. If one is due for a minute, the workers are considered stuck. */
const latestSeconds = 60
const everyMs = 60_000
/** The books are checked only in every fifth check. */
const looksPerReport = 5

export function hasLateMoneyJobs({ classes }: Pick<JobsHealth, 'classes'>): boolean {
  return (classes.get(moneyClass)?.oldestDueSeconds ?? 0) > latestSeconds
}

export interface AlarmDependencies {
  jobs: Pick<Jobs, 'health'>
  paymentMonitoring: Pick<PaymentMonitoring, 'report'>
  log: Log
  /** This is the time between two checks. */
  intervalMs?: number
}

export function startMoneyAlarms({ jobs, paymentMonitoring, log, intervalMs = everyMs }: AlarmDependencies): {
  stop(): void
} {
  let looks = 0
  let isLooking = false

  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    try {
      const health = await jobs.health()
      const money = health.classes.get(moneyClass)
      if (hasLateMoneyJobs(health)) {
        log.error(
          { due: money?.due, oldestDueSeconds: money?.oldestDueSeconds },
          'due money jobs not taken by any worker',
        )
      }
      if (looks % looksPerReport === 0) await paymentMonitoring.report()
      looks += 1
    } catch (err) {
      log.error({ err }, 'money check failed')
    } finally {
      isLooking = false
    }
  }

  const timer = setInterval(() => void look(), intervalMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
