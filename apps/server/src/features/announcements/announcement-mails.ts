/** Queues mails about announcements to learners with verified addresses who have not unsubscribed. */
import { startOfDay } from '@apogee/domain/time/malaysia-time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import type { Keys } from '#server/platform/secrets/keys.ts'
import { queueMails } from '#server/platform/mail/mail-outbox.ts'
import { MailSwitch } from '#server/policy/mail-switch.ts'
import type { OriginRule } from '#server/policy/origin.ts'
import * as store from './announcements.store.ts'
import type * as messageStore from './learner-messages.store.ts'

export interface AnnouncementMailsDependencies extends OriginRule {
  database: Database
  clock: Clock
  keys: Keys
}

export const stopKind = {
  purpose: 'stop mails about announcements',
  page: '/stop-announcement-mails',
  call: '/api/announcement-mail-stops',
}

export class AnnouncementMails {
  readonly #deps: AnnouncementMailsDependencies
  readonly switch: MailSwitch

  constructor(deps: AnnouncementMailsDependencies) {
    this.#deps = deps
    const { deleteStop, hasStopped, insertStop } = store
    const stops = Promise.resolve({ deleteStop, hasStopped, insertStop })
    this.switch = new MailSwitch(deps, stopKind, () => stops)
  }

  readonly #origin = () => this.#deps.publicUrl ?? this.#deps.ownOrigin()

  readonly #stopLinks = (userId: number) => this.switch.linksFor(this.#origin(), userId)

  readonly #causedIn = (courseId: number) => ({ courseId, at: this.#deps.clock.now() })

  /** Queues a mail for each reader who wants mails. No person gets the mail of an announcement twice. */
  async queue(
    tx: Tx,
    { id, courseId, courseTitle, title, body }: store.Delivery,
    readers: readonly store.Reader[],
  ): Promise<void> {
    const { announcementMail } = await import('./announcements.mail.ts')
    const seller = this.#causedIn(courseId)
    const link = `${this.#origin()}/course/${courseId}?tab=announcements`
    const mails = readers.flatMap(({ userId, email: to, language, name }) => {
      if (to === null) return []
      const { stopLink, unsubscribeUrl } = this.#stopLinks(userId)
      const mail = announcementMail(language, { name, courseTitle, title, body, link, stopLink })
      return [{ to, language, ...mail, unsubscribeUrl, occasion: `announcement:${id}:${userId}`, seller }]
    })
    await queueMails(tx, mails)
  }

  /**
   * Queues the mail of a message to one learner. A learner without a verified address gets none, nor does one who has switched off
   * mails about courses.
   */
  async queueMessage(
    tx: Tx,
    { id, courseId, userId, body }: { id: number; courseId: number; userId: number; body: string },
    { email: to, language, ...reader }: messageStore.Reader,
  ): Promise<void> {
    if (to === null) return
    const { learnerMessageMail } = await import('./announcements.mail.ts')
    const origin = this.#origin()
    const { stopLink, unsubscribeUrl } = this.#stopLinks(userId)
    const mail = learnerMessageMail(language, {
      ...reader,
      body,
      stopLink,
      link: `${origin}/notifications`,
      discussionsLink: `${origin}/course/${courseId}?tab=discussion`,
    })
    await queueMails(tx, [
      {
        to,
        language,
        ...mail,
        unsubscribeUrl,
        occasion: `learner-message:${id}`,
        seller: this.#causedIn(courseId),
      },
    ])
  }

  /** Queues the reminder that access ends, unless the learner gets no mails about courses or the end of access has changed. */
  async queueEnding(
    tx: Tx,
    { userId, courseId, endsAt, days }: { userId: number; courseId: number; endsAt: string; days: number },
  ): Promise<void> {
    const reader = await store.endingReader(tx, { userId, courseId, endsAt: new Date(endsAt) })
    if (!reader) return
    const { accessEndingMail } = await import('./announcements.mail.ts')
    const origin = this.#origin()
    const { stopLink, unsubscribeUrl } = this.#stopLinks(userId)
    const { email: to, language, renewal, ...facts } = reader
    const mail = accessEndingMail(language, {
      ...facts,
      endsAt: new Date(endsAt),
      stopLink,
      link: `${origin}/course/${courseId}`,
      renewal: renewal && { kind: renewal, link: `${origin}/sp/${courseId}/` },
    })
    const occasion = `access-ending:${courseId}:${userId}:${endsAt}:${days}`
    const seller = this.#causedIn(courseId)
    await queueMails(tx, [{ to, language, ...mail, unsubscribeUrl, occasion, seller }])
  }

  /**
   * Queues the mail that a course has opened because its prerequisites are completed. Learners who get no mails about courses are
   * left out. Each learner gets this mail once for each course.
   */
  async queueOpened(tx: Tx, { userId, courseId }: { userId: number; courseId: number }): Promise<void> {
    const reader = await store.openedReader(tx, { userId, courseId })
    if (!reader) return
    const { courseOpenedMail } = await import('./announcements.mail.ts')
    const { stopLink, unsubscribeUrl } = this.#stopLinks(userId)
    const { email: to, language, ...facts } = reader
    const link = `${this.#origin()}/course/${courseId}`
    const mail = courseOpenedMail(language, { ...facts, link, stopLink })
    await queueMails(tx, [
      {
        to,
        language,
        ...mail,
        unsubscribeUrl,
        occasion: `course-opened:${courseId}:${userId}`,
        seller: this.#causedIn(courseId),
      },
    ])
  }

  /**
   * Queues reminders that a cohort starts. Learners who get no mails about courses are left out. Each learner gets one for each
   * cohort and starting day.
   */
  async queueStarting(tx: Tx, told: Parameters<typeof store.startingReaders>[1]): Promise<void> {
    if (told.length === 0) return
    const { cohortStartingMail } = await import('./announcements.mail.ts')
    const readers = await store.startingReaders(tx, told)
    const mails = readers.map(({ userId, courseId, cohortId, startsOn, email: to, language, ...facts }) => {
      const { stopLink, unsubscribeUrl } = this.#stopLinks(userId)
      const link = `${this.#origin()}/course/${courseId}`
      const mail = cohortStartingMail(language, { ...facts, startsAt: startOfDay(startsOn), link, stopLink })
      return {
        to,
        language,
        ...mail,
        unsubscribeUrl,
        occasion: `cohort-starting:${cohortId}:${userId}:${startsOn}`,
        seller: this.#causedIn(courseId),
      }
    })
    await queueMails(tx, mails)
  }
}
