/** The figures of a scope, stored as sums that jobs update: docs/decisions/figures.md. */
import { growthMonths, topCoursesShown } from '@apogee/contracts/operations/insights.ts'
import { dayInMalaysia, startOfDay } from '@apogee/domain/time/malaysia-time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Log, Tx } from '#server/platform/database/database.ts'
import { foldDays, recomputeDailyFigures } from './days.store.ts'
import { foldSources } from '../conversion/conversion.store.ts'
import * as kept from './figures.store.ts'
import type { InsightScope } from './insights.rules.ts'
import * as store from './insights.store.ts'

interface FiguresDependencies {
  database: Database
  clock: Clock
  log: Log
}

export interface ScopeFigures {
  figures: store.FigureRow
  months: store.MonthRow[]
  top: store.TopCourseRow[]
}

const changesAtOnce = 20_000
/** The number of days whose sums are kept, which is more than any reader requests. */
const daysKept = 100
const dayMs = 24 * 60 * 60 * 1000
const coursesAtOnce = 1_000
const peopleAtOnce = 20_000

export class Figures {
  readonly #deps: FiguresDependencies

  constructor(deps: FiguresDependencies) {
    this.#deps = deps
  }

  /**
   * Returns the figures from the sums and the changes that they do not contain yet. Until the sums are built, the figures are
   * counted from rows.
   */
  async read(scope: InsightScope, now: Date): Promise<ScopeFigures> {
    const { kysely } = this.#deps.database
    const platform = await kept.platformFigures(kysely)
    if (!platform) return this.count(scope, now)
    const [figures, months, top] = await Promise.all([
      scope.kind === 'platform' ? platformRow(platform) : store.readFigures(kysely, scope),
      store.readMonths(kysely, scope, { now, months: growthMonths }),
      store.readTopCourses(kysely, scope, topCoursesShown),
    ])
    return { figures, months, top }
  }

  /** Counts the figures of `read` from rows, which takes seconds with millions of enrolments. */
  async count(scope: InsightScope, now: Date): Promise<ScopeFigures> {
    const { kysely } = this.#deps.database
    const [figures, months, top] = await Promise.all([
      store.countFigures(kysely, scope),
      store.countMonths(kysely, scope, { now, months: growthMonths }),
      store.countTopCourses(kysely, scope, topCoursesShown),
    ])
    return { figures, months, top }
  }

  readonly platform = (): Promise<kept.PlatformFigures | undefined> =>
    kept.platformFigures(this.#deps.database.kysely)

  /** Runs each minute as a job: adds the changes to the sums, or builds the sums first. */
  async fold(stopping?: AbortSignal): Promise<void> {
    for (let days = changesAtOnce; days >= changesAtOnce && !stopping?.aborted;)
      days = await this.#locked((tx) => foldDays(tx, changesAtOnce))
    for (let sources = changesAtOnce; sources >= changesAtOnce && !stopping?.aborted;)
      sources = await this.#locked((tx) => foldSources(tx, changesAtOnce))
    if (!(await kept.areBuilt(this.#deps.database.kysely))) {
      if ((await this.#recount(stopping)) !== undefined)
        await this.#locked((tx) => kept.markBuilt(tx, this.#deps.clock.now()))
      return
    }
    let taken = changesAtOnce
    while (taken >= changesAtOnce && !stopping?.aborted)
      taken = await this.#locked((tx) => kept.foldChanges(tx, changesAtOnce))
  }

  /**
   * Counts all figures from rows each night, as a job, and corrects the sums. A difference shows an error of the triggers. Returns
   * the number of differences.
   */
  async compare(stopping?: AbortSignal): Promise<number> {
    if (!(await kept.areBuilt(this.#deps.database.kysely))) return 0
    const since = startOfDay(dayInMalaysia(new Date(this.#deps.clock.now().getTime() - daysKept * dayMs)))
    const differing =
      ((await this.#recount(stopping)) ?? 0) + (await this.#locked((tx) => recomputeDailyFigures(tx, since)))
    if (differing > 0) this.#deps.log.error({ differing }, 'kept figures differed from their rows')
    return differing
  }

  readonly #locked = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    this.#deps.database.transaction(async (tx) => {
      await kept.lockFigures(tx)
      return work(tx)
    })

  /**
   * Counts the figures from rows and corrects the sums. Returns the number of differences. Undefined means that the job was stopped
   * before the end.
   */
  async #recount(stopping?: AbortSignal): Promise<number | undefined> {
    let differing = 0
    for (const [recount, most] of [
      [kept.recountCourses, coursesAtOnce],
      [kept.recountPeople, peopleAtOnce],
    ] as const) {
      for (let after: number | null = 0; after !== null;) {
        if (stopping?.aborted) return undefined
        const from: number = after
        const found = await this.#locked((tx) => recount(tx, from, most))
        differing += found.differing
        after = found.last
      }
    }
    differing += await this.#locked((tx) => kept.recountMonths(tx))
    return (await this.#locked((tx) => kept.recountPlatform(tx))) ? differing + 1 : differing
  }
}

const platformRow = (platform: kept.PlatformFigures): store.FigureRow => ({
  totalUsers: platform.accounts,
  activeUsers: platform.bookedPeople,
  lessons: platform.lessons,
  completed: platform.completed,
})
