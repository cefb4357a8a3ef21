import type { LearningGoal } from '@apogee/contracts/goals/goals.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Keys } from '#server/platform/secrets/keys.ts'
import { newPublicId } from '#server/platform/secrets/tokens.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import { serverTexts } from '#server/texts/index.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { AchievementsService } from '#server/features/achievements/achievements.service.ts'
import type { Plan } from './calendar.rules.ts'
import { presentWeek } from './goals.rules.ts'
import { mostUnanswered, nextReminder } from './reminders.rules.ts'
import * as store from './goals.store.ts'
import { dayAt, isTimeZone } from '#server/platform/zoned-time.ts'

export interface GoalsDependencies {
  database: Database
  clock: Clock
  keys: Keys
  accounts: Pick<Accounts, 'registeredAt'>
  achievements: Pick<AchievementsService, 'weekOf'>
}

/** Past sessions leave the calendar after 30 days. */
const sessionsKeptMs = 30 * 24 * 3_600_000

/** Live sessions that begin within this time are part of today. */
const sessionsAheadMs = 24 * 3_600_000

const calendarPurpose = 'calendar link'
const calendarFile = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})\.ics$/

/** Reads and writes only the caller's own goal. */
export class Goals {
  readonly #deps: GoalsDependencies
  readonly forget = store.forgetLearner

  constructor(deps: GoalsDependencies) {
    this.#deps = deps
  }

  async read({ userId }: Caller, origin: string): Promise<LearningGoal> {
    const { kysely } = this.#deps.database
    const now = this.#deps.clock.now()
    const until = new Date(now.getTime() + sessionsAheadMs)
    const [goal, { timeZone, ...week }, registeredAt, sessions] = await Promise.all([
      store.goalOf(kysely, userId),
      this.#deps.achievements.weekOf(userId),
      this.#deps.accounts.registeredAt(userId),
      store.sessionsBetween(kysely, userId, { now, until }),
    ])
    return {
      daysPerWeek: goal?.daysPerWeek ?? null,
      week: presentWeek({ ...week, since: dayAt(registeredAt, timeZone) }),
      timeZone,
      plan: {
        weekdays: [...(goal?.weekdays ?? [])],
        hour: goal?.hour ?? defaultHour,
        timeZone: goal?.timeZone ?? timeZone,
      },
      reminders: remindersOf(goal),
      calendarUrl: goal?.calendarId ? this.#calendarUrl(goal.calendarId, origin) : null,
      sessions: sessions.map((session) => ({ ...session, startsAt: session.startsAt.toISOString() })),
    }
  }

  async saveGoal(caller: Caller, daysPerWeek: number | null, origin: string): Promise<LearningGoal> {
    await store.saveGoal(this.#deps.database.kysely, caller.userId, daysPerWeek)
    return this.read(caller, origin)
  }

  async savePlan(
    caller: Caller,
    { weekdays, reminds, ...plan }: Plan & { reminds: boolean },
    origin: string,
  ): Promise<LearningGoal> {
    if (!isTimeZone(plan.timeZone))
      refuse('VALIDATION', { issues: [{ path: 'timeZone', message: 'must be an IANA time zone' }] })
    const chosen = [...new Set(weekdays)].toSorted((one, other) => one - other)
    const at = this.#deps.clock.now()
    const nextAt = reminds ? nextReminder({ ...plan, weekdays: chosen }, at) : null
    await store.savePlan(this.#deps.database.kysely, caller.userId, { ...plan, weekdays: chosen, at, nextAt })
    return this.read(caller, origin)
  }

  readonly #calendarUrl = (calendarId: string, origin: string): string =>
    `${origin}/api/calendar/${calendarId}.${this.#deps.keys.sign(calendarPurpose, calendarId)}.ics`

  /** Creates a new calendar address. The earlier address becomes invalid. */
  async replaceCalendarLink(caller: Caller, origin: string): Promise<LearningGoal> {
    const calendarId = newPublicId()
    await store.saveCalendarId(this.#deps.database.kysely, caller.userId, calendarId)
    return this.read(caller, origin)
  }

  /** Returns the feed. The address must have a valid signature, and no newer address may have replaced it. */
  async readCalendar(file: string, origin: string): Promise<string> {
    const [, calendarId, signature] = calendarFile.exec(file) ?? []
    if (!calendarId || !signature || !this.#deps.keys.isSignedBy(calendarPurpose, calendarId, signature))
      refuse('NOT_FOUND')
    const found = await store.planByCalendarId(this.#deps.database.kysely, calendarId)
    if (!found) refuse('NOT_FOUND')
    const { language, plannedAt, userId, ...plan } = found
    const url = `${origin}/dashboard`
    const since = new Date(this.#deps.clock.now().getTime() - sessionsKeptMs)
    const sessions = await store.liveSessionsOf(this.#deps.database.kysely, userId, since)
    const { calendarFeed } = await import('./calendar.rules.ts')
    return calendarFeed({
      ...serverTexts(language).goals.calendar(url),
      uid: `${calendarId}@apogee`,
      plan,
      plannedAt: plannedAt ?? this.#deps.clock.now(),
      url,
      sessions: sessions.map(({ courseId, ...session }) => ({
        ...session,
        url: `${origin}/course/${courseId}?tab=announcements`,
      })),
    })
  }
}

function remindersOf(goal: store.GoalRow | undefined): LearningGoal['reminders'] {
  if (goal?.reminds) return 'on'
  return goal && goal.unanswered >= mostUnanswered ? 'stopped' : 'off'
}

/** Reminders come at 20:00 until the learner chooses another hour. */
const defaultHour = 20
