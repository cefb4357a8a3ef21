/** Live sessions: planning, joining, reminders and attendance (docs/decisions/announcements.md). */
import { liveSessionLimits } from '@apogee/contracts/live-sessions/live-sessions.forms.ts'
import type { Attendance, LiveSession } from '@apogee/contracts/live-sessions/live-sessions.ts'
import type { AudienceChoice } from '@apogee/contracts/enrolments/audiences.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import { choiceOf, presentAudience, storedAudience } from '#server/policy/audiences.ts'
import { verdictOn } from '#server/policy/authorise.ts'
import type { Caller } from '#server/policy/caller.ts'
import { recordEdit } from '#server/policy/edits.ts'
import { refuse } from '#server/policy/refusal.ts'
import { holdUnsuspended } from '#server/policy/suspended-sellers.ts'
import type { CourseStanding } from '#server/policy/standing.ts'
import { serverTexts } from '#server/texts/index.ts'
import type { Announcements } from '#server/features/announcements/announcements.service.ts'
import { startInWords } from './live-sessions.words.ts'
import * as store from './live-sessions.store.ts'

interface LiveSessionsDependencies {
  database: Database
  clock: Clock
  announcements: Pick<Announcements, 'remind' | 'withdraw'>
}

interface SessionForm {
  title: string
  startsAt: string
  minutes: number
  link: string
  notes?: string | undefined
  audience?: AudienceChoice | undefined
}

type SessionChanges = { [K in keyof SessionForm]?: SessionForm[K] | undefined } & {
  version?: number | undefined
}

interface SessionInUrl {
  id: number
  sessionId: number
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const mostLearners = 2_000

export class LiveSessions {
  readonly #deps: LiveSessionsDependencies

  constructor(deps: LiveSessionsDependencies) {
    this.#deps = deps
  }

  async list(caller: Caller, standing: CourseStanding): Promise<{ sessions: LiveSession[] }> {
    const isManager = verdictOn('course.edit', standing) === 'allow'
    const reader = { courseId: standing.courseId, userId: caller.userId, isManager }
    const rows = await store.sessionsOf(this.#deps.database.kysely, reader)
    return { sessions: rows.map((row) => this.#present(row, isManager)) }
  }

  async create(
    caller: Caller,
    courseId: number,
    { notes = '', audience, ...form }: SessionForm,
  ): Promise<LiveSession> {
    const { database, clock } = this.#deps
    const at = clock.now()
    const startsAt = new Date(form.startsAt)
    if (startsAt <= at) refuse('LIVE_SESSION_IN_PAST')
    const id = await database.transaction(async (tx) => {
      await holdUnsuspended(tx, caller, courseId)
      const count = await store.lockCourse(tx, courseId)
      if (count >= liveSessionLimits.sessions) refuse('LIVE_SESSION_LIMIT_REACHED')
      const forWhom = await storedAudience(tx, courseId, audience)
      return store.insertSession(tx, {
        ...form,
        ...forWhom,
        notes,
        startsAt,
        courseId,
        createdBy: caller.userId,
        at,
      })
    })
    return this.#read(caller, { courseId, id })
  }

  async update(
    caller: Caller,
    { id: courseId, sessionId: id }: SessionInUrl,
    { version, ...changes }: SessionChanges,
  ): Promise<LiveSession> {
    const { database, clock } = this.#deps
    const at = clock.now()
    await database.transaction(async (tx) => {
      await holdUnsuspended(tx, caller, courseId)
      const current = (await store.lockSession(tx, { courseId, id })) ?? refuse('LIVE_SESSION_NOT_FOUND')
      const { cohortId, isWithoutCohort, reminderIds, ...fields } = current
      const audience = choiceOf(current)
      const shown = { ...fields, startsAt: current.startsAt.toISOString(), audience }
      // An unchanged audience is not validated again, because its cohort may have been removed.
      const isForOthers = changes.audience !== undefined && changes.audience !== audience
      const forWhom = isForOthers
        ? await storedAudience(tx, courseId, changes.audience)
        : { cohortId, isWithoutCohort }
      const startsAt = changes.startsAt === undefined ? undefined : new Date(changes.startsAt).toISOString()
      await recordEdit(tx, {
        kind: 'live-session',
        id,
        by: caller.userId,
        at,
        version,
        current: shown,
        changes: { ...changes, ...(startsAt !== undefined && { startsAt }) },
      })
      // The former audience loses the announcement, and the new audience is reminded again.
      if (isForOthers) await this.#withdraw(tx, { courseId, id }, reminderIds)
      await store.updateSession(tx, id, {
        title: changes.title ?? current.title,
        startsAt: startsAt === undefined ? current.startsAt : new Date(startsAt),
        minutes: changes.minutes ?? current.minutes,
        link: changes.link ?? current.link,
        notes: changes.notes ?? current.notes,
        ...forWhom,
        reminderIds: isForOthers ? [] : reminderIds,
        at,
      })
    })
    return this.#read(caller, { courseId, id })
  }

  /** Removes a session with its reminders. The call is idempotent. */
  async remove({ id: courseId, sessionId: id }: SessionInUrl): Promise<void> {
    const { database, clock } = this.#deps
    await database.transaction(async (tx) => {
      const reminderIds = await store.markRemoved(tx, { courseId, id }, clock.now())
      await this.#withdraw(tx, { courseId, id }, reminderIds)
    })
  }

  /**
   * Withdraws the announcements that reminded of a session. Other sessions in the same announcements are announced again on the
   * site.
   */
  async #withdraw(tx: Tx, { courseId, id }: { courseId: number; id: number }, ids: number[]): Promise<void> {
    await store.remindAnew(tx, { courseId, id }, ids)
    await this.#deps.announcements.withdraw(tx, { courseId, ids })
  }

  async readAttendance(caller: Caller, { id: courseId, sessionId: id }: SessionInUrl): Promise<Attendance> {
    const { kysely } = this.#deps.database
    await sessionIn(kysely, { courseId, id }, caller.userId)
    const rows = await store.attendanceOf(kysely, { courseId, id }, mostLearners)
    return {
      learners: rows.map(({ total: _total, ...learner }) => learner),
      total: rows[0]?.total ?? 0,
    }
  }

  async saveAttendance(
    { userId: by }: Caller,
    { id: courseId, sessionId: id }: SessionInUrl,
    learners: readonly { userId: number; isPresent: boolean | null }[],
  ): Promise<void> {
    const { database, clock } = this.#deps
    await database.transaction(async (tx) => {
      if (!(await store.lockSession(tx, { courseId, id }))) refuse('LIVE_SESSION_NOT_FOUND')
      await store.saveAttendance(tx, { courseId, id }, { learners, by, at: clock.now() })
    })
  }

  /**
   * Reminds once of each session that begins within a day or an hour. All due sessions for one audience of a course form one
   * announcement, in a separate transaction.
   */
  async remind(stopping?: AbortSignal): Promise<void> {
    const { database, clock, announcements } = this.#deps
    for (;;) {
      stopping?.throwIfAborted()
      const now = clock.now()
      const inAnHour = new Date(now.getTime() + hourMs)
      const inADay = new Date(now.getTime() + 24 * hourMs)
      const aDayAgo = new Date(now.getTime() - 24 * hourMs)
      const isDone = await database.transaction(async (tx) => {
        const due = await store.lockDue(tx, { now, inAnHour, inADay, aDayAgo })
        const [first] = due
        if (!first) return true
        const { courseId, createdBy: authorId, language, cohortId, isWithoutCohort } = first
        const facts = due.map((session) => ({ ...session, start: startInWords(session.startsAt, language) }))
        const words = serverTexts(language).liveSessions.reminder(facts)
        // A session whose start was moved is announced again on the site, but not mailed again within the same day.
        const isMailed = due.some((session) => !session.wasMailed)
        const reminderId = await announcements.remind(tx, {
          courseId,
          authorId,
          ...words,
          isMailed,
          audience: { cohortId, isWithoutCohort },
        })
        await store.noteReminder(tx, due, { reminderId, isMailed, at: now })
        return false
      })
      if (isDone) return
    }
  }

  readonly deleteRemoved = (before: Date): Promise<void> =>
    store.deleteRemovedBefore(this.#deps.database.kysely, before)

  readonly forgetPerson = store.forgetPerson

  async #read(caller: Caller, place: { courseId: number; id: number }): Promise<LiveSession> {
    return this.#present(await sessionIn(this.#deps.database.kysely, place, caller.userId), true)
  }

  #present(given: store.LiveSessionRow, isManager: boolean): LiveSession {
    const { startsAt, link, cohortId, cohortName, isRemoved, isWithoutCohort, ...row } = given
    const linkFrom = new Date(startsAt.getTime() - liveSessionLimits.linkMinutesBefore * minuteMs)
    const end = new Date(startsAt.getTime() + row.minutes * minuteMs)
    const now = this.#deps.clock.now()
    return {
      ...row,
      startsAt: startsAt.toISOString(),
      linkFrom: linkFrom.toISOString(),
      link: isManager || (now >= linkFrom && now <= end) ? link : null,
      ...presentAudience({ cohortId, cohortName, isRemoved, isWithoutCohort }),
    }
  }
}

async function sessionIn(
  db: Db,
  place: { courseId: number; id: number },
  userId: number,
): Promise<store.LiveSessionRow> {
  return (await store.sessionById(db, place, userId)) ?? refuse('LIVE_SESSION_NOT_FOUND')
}
