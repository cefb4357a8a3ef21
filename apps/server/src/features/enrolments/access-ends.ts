/** Extends access, sets its end for one learner, and sends reminders (docs/decisions/access-periods.md). */
import { endOfDay } from '@apogee/domain/time/malaysia-time.ts'
import type { AccessLength } from '@apogee/contracts/courses/access-length.ts'
import { sql } from 'kysely'
import { emit, emitFor } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import type * as stored from './access-ends.store.ts'
import { endingSoon, lengthening, setEnd } from './enrolments.store.ts'
import type { Place } from './grants/grants.rules.ts'
import { cutUnpaid } from './grants/grants.store.ts'

/** The import is lazy because most server processes never change the end of anybody's access. */
const endStore = () => import('./access-ends.store.ts')

const remindedInBatch = 500

/** A null `paid` means that the paid access has no end. Undefined means that no access is paid. */
const isBefore = (endsAt: Date, paid: Date | null | undefined): boolean =>
  paid === null || (paid !== undefined && endsAt < paid)

/** Computes the same value as `access_end` of the database. */
const lastSecondOf = (day: string) => new Date(endOfDay(day).getTime() - 999)

export class AccessEnds {
  readonly #deps: { database: Database; clock: Clock }

  constructor(deps: { database: Database; clock: Clock }) {
    this.#deps = deps
  }

  async changesOf(db: Db, place: Place): Promise<stored.EndChangeRow[]> {
    return (await endStore()).endChangesOf(db, place)
  }

  async forgetPerson(tx: Tx, userId: number): Promise<void> {
    await (await endStore()).deleteEndChangesOf(tx, userId)
  }

  async read(courseId: number): Promise<{ access: AccessLength | null; learners: number }> {
    const { accessOf } = await endStore()
    return (await accessOf(this.#deps.database.kysely, courseId)) ?? refuse('COURSE_NOT_FOUND')
  }

  /** Extends access for all learners and shortens it for none. */
  async lengthenForAll({ userId: actorId }: Caller, courseId: number): Promise<{ learners: number }> {
    const at = this.#deps.clock.now()
    const { lengthenAll } = await endStore()
    const learners = await this.#deps.database.transaction((tx) =>
      lengthenAll(tx, courseId, { lengthening, actorId, at }),
    )
    return { learners }
  }

  /** `endsOn` is the last day, in Malaysia. Null means no end. The end cannot be earlier than the paid end. */
  async set(
    { userId: actorId }: Caller,
    place: Place,
    { endsOn, note = '' }: { endsOn: string | null; note?: string | undefined },
  ): Promise<{ accessEndsAt: string | null }> {
    const at = this.#deps.clock.now()
    const endsAt = endsOn === null ? null : lastSecondOf(endsOn)
    if (endsAt && endsAt <= at) refuse('ACCESS_IN_THE_PAST')
    const store = await endStore()
    await this.#deps.database.transaction(async (tx) => {
      const found = (await store.lockEnd(tx, place)) ?? refuse('LEARNER_NOT_FOUND')
      const isShorter = endsAt !== null && (found.endsAt === null || endsAt < found.endsAt)
      if (isShorter && isBefore(endsAt, await store.paidUntil(tx, place))) refuse('ACCESS_PAID_FOR_LONGER')
      if (found.endsAt?.getTime() === endsAt?.getTime()) return
      await setEnd(tx, place, endsAt)
      if (endsAt) await cutUnpaid(tx, place, endsAt)
      await store.insertEndChange(tx, place, { endsAt, actorId, reason: note, at })
      await emit(tx, 'access.changed', { ...place, endsAt: endsAt?.toISOString() ?? null })
    })
    return { accessEndsAt: endsAt?.toISOString() ?? null }
  }

  /** Sends reminders as a job, once for each end, 14 and 3 days before it. */
  async remind(signal: AbortSignal): Promise<void> {
    for (let told = remindedInBatch; told === remindedInBatch;) {
      signal.throwIfAborted()
      const events = await this.#deps.database.transaction((tx) =>
        emitFor(tx, endingSoon(remindedInBatch), sql`told`),
      )
      told = events.length
    }
  }
}
