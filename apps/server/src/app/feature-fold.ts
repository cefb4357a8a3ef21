/** Combines the manifests of features into one set of services, calls, jobs and listeners. */
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '#server/dependencies.ts'
import { personalTables } from '#server/policy/personal-data/registry.ts'
import {
  isPersonal,
  type FeatureTables,
  type PersonalTable,
  type PersonalTables,
} from '#server/policy/personal-data/table-entry.ts'
import type { EventKind } from '#server/events.ts'
import type { Feature, JobsById, Listener, Listeners, RetentionRule, StoredReaders } from '#server/feature.ts'
import type { ResealSecrets } from '#server/platform/secrets/reseal.ts'
import type { Handlers } from '#server/policy/handler.ts'

/** Contains what one feature adds, bound to its services. */
interface Contribution {
  calls: Handlers
  storedObjects: StoredReaders
  jobs: JobsById
  listeners: Listeners
  retention: readonly RetentionRule[]
  resealSecrets: readonly ResealSecrets[]
  addAddresses: (app: FastifyInstance) => void
  /** The list is empty if the feature has no caches. */
  caughtUp: readonly (() => Promise<void>)[]
  tables: FeatureTables
  close: () => Promise<void>
}

export class FeatureFold<Services extends object> {
  readonly #dependencies: Dependencies
  readonly #contributions: readonly Contribution[]
  /** Features read this object as the service `personalTables`. Each feature that is added puts its own tables into it. */
  readonly #personalTables: Record<string, PersonalTable>
  readonly services: Services

  private constructor(
    { dependencies, registry }: { dependencies: Dependencies; registry: Record<string, PersonalTable> },
    services: Services,
    contributions: readonly Contribution[],
  ) {
    this.#dependencies = dependencies
    this.#personalTables = registry
    this.services = services
    this.#contributions = contributions
  }

  static of(dependencies: Dependencies) {
    const registry = { ...personalTables }
    return new FeatureFold({ dependencies, registry }, { personalTables: registry as PersonalTables }, [])
  }

  /** The compiler refuses a feature that needs a service of no earlier feature. */
  add<Added extends object>(feature: Feature<Dependencies & Services, Added>): FeatureFold<Services & Added> {
    const needs = { ...this.#dependencies, ...this.services }
    const added = feature.create(needs)
    refuseRepeated('service', needs, added)
    const all = { ...needs, ...added }
    const contribution: Contribution = {
      calls: feature.calls?.(all) ?? {},
      storedObjects: feature.storedObjects?.(all) ?? {},
      jobs: feature.jobs?.(all) ?? {},
      listeners: feature.listeners?.(all) ?? {},
      retention: feature.retention?.(all) ?? [],
      resealSecrets: feature.resealSecrets?.(all) ?? [],
      addAddresses: (app) => feature.addresses?.(app, all),
      caughtUp: feature.caughtUp ? [async () => feature.caughtUp?.(all)] : [],
      tables: feature.tables ?? {},
      close: async () => feature.close?.(all),
    }
    refuseRepeated('table', this.#personalTables, contribution.tables)
    for (const [table, entry] of Object.entries(contribution.tables))
      if (isPersonal(entry)) this.#personalTables[table] = entry
    const given = { dependencies: this.#dependencies, registry: this.#personalTables }
    return new FeatureFold(given, { ...this.services, ...added }, [...this.#contributions, contribution])
  }

  calls(): Handlers {
    return united(
      'call',
      this.#contributions.map(({ calls }) => calls),
    )
  }

  storedObjects(): StoredReaders {
    return united(
      'stored object',
      this.#contributions.map(({ storedObjects }) => storedObjects),
    )
  }

  jobs(): JobsById {
    return united(
      'job',
      this.#contributions.map(({ jobs }) => jobs),
    )
  }

  tables(): FeatureTables {
    return united(
      'table',
      this.#contributions.map(({ tables }) => tables),
    )
  }

  /** Returns the listeners of an event by id. The record is empty for an event kind that only an earlier release had. */
  listenersOf<K extends EventKind>(kind: K): Record<string, Listener<K>> {
    return united(
      'listener',
      this.#contributions.map(({ listeners }) => listeners[kind] ?? {}),
    )
  }

  retention(): readonly RetentionRule[] {
    return this.#contributions.flatMap(({ retention }) => retention)
  }

  resealSecrets(): readonly ResealSecrets[] {
    return this.#contributions.flatMap(({ resealSecrets }) => resealSecrets)
  }

  addAddresses(app: FastifyInstance): void {
    for (const { addAddresses } of this.#contributions) addAddresses(app)
  }

  async caughtUp(): Promise<void> {
    await Promise.all(this.#contributions.flatMap(({ caughtUp }) => caughtUp.map((wait) => wait())))
  }

  async close(): Promise<void> {
    for (const { close } of this.#contributions.toReversed()) await close()
  }
}

/** @throws when two of the tables have the same key. */
const united = <T extends object>(noun: string, tables: readonly T[]): T =>
  tables.reduce((all, table) => {
    refuseRepeated(noun, all, table)
    return { ...all, ...table }
  })

function refuseRepeated(noun: string, before: object, added: object): void {
  const repeated = Object.keys(added).find((key) => key in before)
  if (repeated) throw new Error(`two features have the ${noun} ${repeated}`)
}
