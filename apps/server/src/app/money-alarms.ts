/** Says in the log what is wrong with money, by this process's own clock: an alarm that is a job is silent when no job runs. */
import type { Log } from '../platform/database/database.ts'
import type { Jobs, JobsHealth } from '../platform/jobs/jobs.ts'
import type { MoneyWatch } from '../features/reconciliation/money-watch.service.ts'
import { moneyClass } from './jobs-table.ts'

/** Settlements and refunds are taken within a second; a minute means that nobody takes them. */
const latestSeconds = 60
const everyMs = 60_000
/** Every so many looks the books are looked at, too. */
const looksPerReport = 5

export function moneyIsLate({ classes }: Pick<JobsHealth, 'classes'>): boolean {
  return (classes.get(moneyClass)?.oldestDueSeconds ?? 0) > latestSeconds
}

export interface AlarmParts {
  jobs: Pick<Jobs, 'health'>
  moneyWatch: Pick<MoneyWatch, 'report'>
  log: Log
  /** Between two looks. */
  intervalMs?: number
}

export function startMoneyAlarms({ jobs, moneyWatch, log, intervalMs = everyMs }: AlarmParts): {
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
      if (moneyIsLate(health)) {
        log.error(
          { due: money?.due, oldestDueSeconds: money?.oldestDueSeconds },
          'money jobs wait and are not taken',
        )
      }
      if (looks % looksPerReport === 0) await moneyWatch.report()
      looks += 1
    } catch (err) {
      log.error({ err }, 'money cannot be watched')
    } finally {
      isLooking = false
    }
  }

  const timer = setInterval(() => void look(), intervalMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
