/** `features/<feature>/feature.ts` exports one manifest, and `app/features.ts` lists them in order. */
import type { RouteName } from '@apogee/contracts/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from './dependencies.ts'
import type { DomainEvent, EventKind } from './events.ts'
import type { Tx } from './platform/database/database.ts'
import type { PeriodicTask, TaskHandler } from './platform/jobs/jobs.ts'
import type { ResealSecrets } from './platform/secrets/reseal.ts'
import type { Call, Handlers } from './policy/handler.ts'
import type { PeriodId } from './policy/personal-data/retention.ts'
import type { FeatureTables, PersonalTables } from './policy/personal-data/table-entry.ts'

/**
 * `Needs` are dependencies of the application and services of earlier features. `Services` are those that this feature adds. Only
 * `create` is required.
 */
export interface Feature<Needs, Services> {
  create: (needs: Needs) => Services
  /**
   * Says of each of the feature's tables which personal data it holds and how long its rows stay. A table that neither a manifest
   * nor `policy/personal-data` names fails a test.
   */
  tables?: FeatureTables
  /** The server does not start when a call of the contract has no handler in any feature. */
  calls?: (all: Needs & Services) => Handlers
  /** Reads, for each call that accepts a whole object, the stored object with which the sent one is compared. */
  storedObjects?: (all: Needs & Services) => StoredReaders
  /** Registers HTTP addresses outside the contract, such as those of files. */
  addresses?: (app: FastifyInstance, all: Needs & Services) => void
  /** Keys are task ids. The queue stores them, so renaming one needs a migration (docs/decisions/services-and-ids.md). */
  jobs?: (all: Needs & Services) => JobsById
  listeners?: (all: Needs & Services) => Listeners
  retention?: (all: Needs & Services) => readonly RetentionRule[]
  /** A feature needs this function if it stores secrets that are encrypted with a key derived from the application's secret. */
  resealSecrets?: (all: Needs & Services) => readonly ResealSecrets[]
  /**
   * Resolves when the feature's caches have received all notices of changes committed so far. A call that may have changed data
   * awaits this before its answer, so that the caller's next request shows the change.
   */
  caughtUp?: (all: Needs & Services) => Promise<void>
  close?: (all: Needs & Services) => Promise<void>
}

/** Every feature receives these objects. `personalTables` is complete once all features have been added. */
export interface GivenToFeatures extends Dependencies {
  personalTables: PersonalTables
}

/** Returns its argument. Calling it lets TypeScript infer the manifest's types from `create`. */
export const defineFeature = <Needs, Services>(feature: Feature<Needs, Services>): Feature<Needs, Services> =>
  feature

export type StoredReaders = {
  [N in RouteName]?: (call: Call<N>) => Promise<Readonly<Record<string, unknown>>>
}

/** Jobs of one class share its workers, so that a hanging mail server delays mail only. */
export type JobClassName = 'money' | 'mail' | 'media' | 'streams' | 'webhooks' | 'default'

export interface Job {
  run: TaskHandler
  class?: JobClassName
  /** A job that has this field runs on a schedule, and not only when it is queued. */
  everyMinutes?: PeriodicTask['everyMinutes']
  /** Scheduled runs are queued with this priority. */
  priority?: PeriodicTask['priority']
}

export type JobsById = Record<string, Job>

/** Handles one event in the transaction that marks it as handled. The event is delivered at least once and handled once. */
export type Listener<K extends EventKind> = (tx: Tx, event: DomainEvent<K>) => Promise<void>

/** Maps each event to its listeners by id. The ids are stored with each delivery (docs/decisions/services-and-ids.md). */
export type Listeners = { [K in EventKind]?: Record<string, Listener<K>> }

/** Applies a period of `policy/personal-data/retention.ts`. The job `retention.sweep` runs the rules every hour. */
export interface RetentionRule {
  period: PeriodId
  /**
   * Deletes older records, or clears their columns.
   * @param before is the current time minus the period.
   */
  deleteBefore: (before: Date) => Promise<void>
}
