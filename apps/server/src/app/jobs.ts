/** Collects the jobs of all features and of the platform for the job runner. */
import type { Dependencies } from '#server/dependencies.ts'
import { sweepEvents } from '#server/events.ts'
import type { Job, JobClassName, JobsById, RetentionRule } from '#server/feature.ts'
import type { JobClass, PeriodicTask } from '#server/platform/jobs/jobs.ts'
import { mailTasks, sweepSentMail } from '#server/platform/mail/mail-outbox.ts'
import { isOwnUrl } from '#server/policy/origin.ts'
import { brandOfSpeaker } from '#server/policy/seller-brands.ts'
import { isSellerSuspended } from '#server/policy/suspended-sellers.ts'
import { keepMsOf } from '#server/policy/personal-data/retention.ts'
import { eventJobs } from './event-delivery.ts'
import type { Features } from './features.ts'
import { rememberSecret } from './config/secrets/secret.ts'

/** Jobs of this class settle and refund payments. Readiness and alarms watch it. */
export const moneyClass: JobClassName = 'money'

export const backupTask = 'backup.take-due'
export const resealTask = 'secrets.reseal'

/** One process runs at most this many jobs of a class concurrently. */
const concurrency: Record<JobClassName, number> = {
  money: 3,
  mail: 3,
  media: 1,
  streams: 1,
  webhooks: 3,
  default: 4,
}

/** A job of these classes counts as hanging only after this time in ms, because a long video takes hours. */
const hangingAfterMs: Partial<Record<JobClassName, number>> = { streams: 24 * 3_600_000 }

export function allJobs(features: Features, dependencies: Dependencies): JobsById {
  return {
    ...features.jobs(),
    ...eventJobs(features, dependencies.database),
    ...mailJobs(dependencies),
    [backupTask]: backupJob(dependencies),
    [resealTask]: resealJob(features, dependencies),
    'retention.sweep': retentionJob(retentionRules(features, dependencies), dependencies),
  }
}

export function jobClasses(jobs: JobsById): JobClass[] {
  const classes = new Map<JobClassName, JobClass>()
  for (const [task, job] of Object.entries(jobs)) {
    const name = job.class ?? 'default'
    const found = classes.get(name) ?? {
      name,
      concurrency: concurrency[name],
      tasks: {},
      ...(hangingAfterMs[name] && { hangingAfterMs: hangingAfterMs[name] }),
    }
    found.tasks[task] = job.run
    classes.set(name, found)
  }
  return [...classes.values()]
}

export const periodicTasks = (jobs: JobsById): PeriodicTask[] =>
  Object.entries(jobs).flatMap(([task, { everyMinutes, priority }]) =>
    everyMinutes ? [{ task, everyMinutes, ...(priority && { priority }) }] : [],
  )

function mailJobs({ database, mailer, log, clock, ...origins }: Dependencies): JobsById {
  const tasks = mailTasks(database, mailer, (url) => isOwnUrl(url, origins), {
    log,
    clock,
    brandOf: (speaker) => brandOfSpeaker(database.kysely, speaker),
    isSuspended: (seller) => isSellerSuspended(database.kysely, seller),
  })
  return Object.fromEntries(Object.entries(tasks).map(([task, run]) => [task, { class: 'mail', run }]))
}

const backupJob = ({ backups }: Dependencies): Job => ({
  ...(backups && { everyMinutes: 10 }),
  priority: 'last',
  run: async (_payload, { signal }) => backups?.takeDue(signal),
})

/**
 * Runs only while a second secret is accepted. When no row is encrypted with it any more, the database needs only the current
 * secret.
 */
const resealJob = (features: Features, { database, keys, log }: Dependencies): Job => ({
  ...(keys.acceptsOther && { everyMinutes: 60 }),
  run: async (_payload, { signal }) => {
    if (!keys.acceptsOther) return
    let [resealed, unreadable] = [0, 0]
    for (const reseal of features.resealSecrets()) {
      const done = await reseal(signal)
      resealed += done.resealed
      unreadable += done.unreadable
    }
    if (signal.aborted) return
    if (unreadable > 0) {
      log.error({ resealed, unreadable }, 'some stored secrets are opened by no accepted secret')
      return
    }
    await rememberSecret(database.kysely, keys)
    log.info(
      { resealed },
      'all stored secrets are sealed under APP_SECRET: only links need APP_SECRET_PREVIOUS',
    )
  },
})

/**
 * Returns the rules of the sweep, both the platform's own and those of the features' manifests (docs/decisions/personal-data.md).
 */
export const retentionRules = (features: Features, { database }: Dependencies): readonly RetentionRule[] => [
  { period: 'mail.sent', deleteBefore: (before) => sweepSentMail(database, before) },
  { period: 'events.handled', deleteBefore: (before) => sweepEvents(database, before) },
  ...features.retention(),
]

const retentionJob = (rules: readonly RetentionRule[], dependencies: Dependencies): Job => ({
  everyMinutes: 60,
  run: (_payload, { signal }) => applyRetention(rules, dependencies, signal),
})

/** Applies every rule, even if another rule fails. If any failed, the run fails at the end. */
export async function applyRetention(
  rules: readonly RetentionRule[],
  { clock, log }: Pick<Dependencies, 'clock' | 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  const failed: unknown[] = []
  for (const { period, deleteBefore } of rules) {
    if (signal?.aborted) break
    try {
      await deleteBefore(new Date(clock.now().getTime() - keepMsOf(period)))
    } catch (error) {
      log.error({ err: error, period }, 'old records not deleted')
      failed.push(error)
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} retention rules failed`)
}
