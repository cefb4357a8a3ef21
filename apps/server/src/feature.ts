/** The manifest of a feature. `features/<feature>/feature.ts` exports one, `app/features.ts` lists them in order. */
import type { RouteName } from '@apogee/contracts/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { DomainEvent, EventKind } from './events.ts'
import type { Tx } from './platform/database/database.ts'
import type { PeriodicTask, TaskHandler } from './platform/jobs/jobs.ts'
import type { ResealSecrets } from './platform/reseal.ts'
import type { Call, Handlers } from './policy/handler.ts'
import type { PeriodId } from './policy/personal-data/retention.ts'

/**
 * `Needs`: dependencies of the application and services of earlier features. `Services`: what this feature adds.
 * Everything but `create` is optional.
 */
export interface Feature<Needs, Services> {
  create: (needs: Needs) => Services
  /** One handler per call of the contract. A call without a handler stops the start. */
  calls?: (all: Needs & Services) => Handlers
  /** The stored object of each call that clients may send whole objects to. */
  storedObjects?: (all: Needs & Services) => StoredReaders
  /** Addresses outside the contract, such as files. */
  addresses?: (app: FastifyInstance, all: Needs & Services) => void
  /** By task id, which the queue stores: docs/decisions/services-and-ids.md. */
  jobs?: (all: Needs & Services) => JobsById
  listeners?: (all: Needs & Services) => Listeners
  retention?: (all: Needs & Services) => readonly RetentionRule[]
  /** For a feature that stores secrets under a key of the application's secret. */
  resealSecrets?: (all: Needs & Services) => readonly ResealSecrets[]
  /**
   * Resolves when the feature's caches have received all notices committed so far. Awaited before each call
   * that may have changed something is answered, so that the caller's next request shows the change.
   */
  caughtUp?: (all: Needs & Services) => Promise<void>
  /** Ends what the services hold open. */
  close?: (all: Needs & Services) => Promise<void>
}

/** Returns the manifest; its types follow from `create`. */
export const defineFeature = <Needs, Services>(feature: Feature<Needs, Services>): Feature<Needs, Services> =>
  feature

export type StoredReaders = {
  [N in RouteName]?: (call: Call<N>) => Promise<Readonly<Record<string, unknown>>>
}

/** Jobs of one class share its workers, so that a hanging mail server delays mail only. */
export type JobClassName = 'money' | 'mail' | 'media' | 'streams' | 'webhooks' | 'default'

export interface Job {
  run: TaskHandler
  /** `default` unless named. */
  class?: JobClassName
  /** For jobs that run by the clock. */
  everyMinutes?: PeriodicTask['everyMinutes']
  /** Of the scheduled runs. */
  priority?: PeriodicTask['priority']
}

export type JobsById = Record<string, Job>

/** Handles one event in the transaction that marks it as handled: it is delivered at least once and handled once. */
export type Listener<K extends EventKind> = (tx: Tx, event: DomainEvent<K>) => Promise<void>

/** Event → listeners by id. The ids are stored with each delivery: docs/decisions/services-and-ids.md. */
export type Listeners = { [K in EventKind]?: Record<string, Listener<K>> }

/** How a period of `policy/personal-data/retention.ts` is applied; the job `retention.sweep` does it every hour. */
export interface RetentionRule {
  period: PeriodId
  /** Deletes, or empties, what is older. @param before the current time minus the period */
  deleteBefore: (before: Date) => Promise<void>
}
