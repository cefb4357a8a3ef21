/** Mails learners on chosen weekdays when they have not studied yet. */
import type { Clock } from '#server/platform/clock.ts'
import { MailStops } from '#server/platform/mail/mail-stops.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import type { Keys } from '#server/platform/secrets/keys.ts'
import { queueMails, type OutgoingMail } from '#server/platform/mail/mail-outbox.ts'
import type { OriginRule } from '#server/policy/origin.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { AchievementsService } from '#server/features/achievements/achievements.service.ts'
import type { ItemToContinue, Learning } from '#server/features/learning/learning.service.ts'
import { learningReminderMail } from './reminders.mail.ts'
import { isInTime, longestDelayMs, mostUnanswered, nextReminder } from './reminders.rules.ts'
import * as store from './goals.store.ts'
import { dayAt, instantAt } from '#server/platform/zoned-time.ts'

export interface RemindersDependencies extends OriginRule {
  database: Database
  clock: Clock
  keys: Keys
  accounts: Pick<Accounts, 'sessions'>
  learning: Pick<Learning, 'toContinue'>
  achievements: Pick<AchievementsService, 'learnedSince'>
}

export const remindersTask = 'goals.send-reminders'

export const stopKind = {
  purpose: 'stop learning reminders',
  page: '/stop-reminders',
  call: '/api/reminder-stops',
}
const batchSize = 200

export class Reminders {
  readonly #deps: RemindersDependencies
  readonly #stops: MailStops

  constructor(deps: RemindersDependencies) {
    this.#deps = deps
    this.#stops = new MailStops(deps.keys, stopKind)
  }

  /**
   * Idempotent and safe to run concurrently: the transaction that queues a reminder's mail also stores its next time, under the
   * lock of its row.
   */
  async send(stopping?: AbortSignal): Promise<void> {
    while (!stopping?.aborted) {
      const taken = await this.#deps.database.transaction((tx) => this.#sendBatch(tx))
      if (taken < batchSize) return
    }
  }

  async #sendBatch(tx: Tx): Promise<number> {
    const now = this.#deps.clock.now()
    const due = await store.takeDue(tx, now, batchSize)
    if (due.length === 0) return 0
    const timely = due.filter((one) => one.isProven && isInTime(one, now))
    const learned = await this.#deps.achievements.learnedSince(
      tx,
      timely.map(({ userId, timeZone }) => ({ userId, since: instantAt(dayAt(now, timeZone), 0, timeZone) })),
    )
    const waiting = timely.filter(({ userId }) => !learned.has(userId)).map(({ userId }) => userId)
    const lessons = await this.#deps.learning.toContinue(tx, waiting)
    const seen = await this.#deps.accounts.sessions.lastSeen(
      tx,
      due.map(({ userId }) => userId),
    )
    const mails: OutgoingMail[] = []
    const states = due.map((one): store.ReminderState => {
      const { userId, remindedAt } = one
      const lesson = lessons.get(userId)
      const wasSeen = remindedAt !== null && (seen.get(userId) ?? remindedAt) > remindedAt
      const unanswered = (wasSeen ? 0 : one.unanswered) + (lesson ? 1 : 0)
      const reminds = unanswered < mostUnanswered
      if (lesson) mails.push(this.#mailOf(one, { lesson, isLast: !reminds, now }))
      const nextAt = reminds ? nextReminder(one, now) : null
      return { userId, nextAt, remindedAt: lesson ? now : remindedAt, unanswered, reminds }
    })
    await store.saveStates(tx, states)
    await queueMails(tx, mails)
    return due.length
  }

  #mailOf(
    { userId, email: to, name, language, dueAt, timeZone }: store.DueReminder,
    {
      lesson,
      isLast,
      now,
    }: {
      lesson: ItemToContinue
      isLast: boolean
      now: Date
    },
  ): OutgoingMail {
    const origin = this.#deps.publicUrl ?? this.#deps.ownOrigin()
    const { stopLink, unsubscribeUrl } = this.#stops.linksFor(origin, userId)
    const mail = learningReminderMail(language, {
      name,
      courseTitle: lesson.courseTitle,
      lessonTitle: lesson.title,
      lessons: lesson,
      link: `${origin}/lesson/${lesson.courseContentId}/resources/${lesson.id}`,
      stopLink,
      restartLink: isLast ? `${origin}/profile` : null,
    })
    return {
      to,
      language,
      ...mail,
      occasion: `learning-reminder:${userId}:${dayAt(now, timeZone)}`,
      unsubscribeUrl,
      expiresAt: new Date(dueAt.getTime() + longestDelayMs),
      seller: null,
    }
  }

  /** Ends the reminders for the holder of a reminder's link. The call is idempotent. */
  async stop(token: string): Promise<void> {
    const userId = this.#stops.readerOf(token) ?? refuse('NOT_FOUND')
    await store.stopReminders(this.#deps.database.kysely, userId)
  }
}
