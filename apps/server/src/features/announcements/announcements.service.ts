/** Stores announcements of a course; a job delivers them to its learners in batches (docs/decisions/announcements.md). */
import type { Announcement } from '@apogee/contracts/announcements/announcements.ts'
import type { AudienceChoice } from '@apogee/contracts/enrolments/audiences.ts'
import { announcementsADay } from '@apogee/contracts/announcements/announcements.forms.ts'
import { emit } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { pageOf, pageRequest, type Page, type PageQuery } from '#server/platform/pages.ts'
import {
  presentAudience,
  storedAudience,
  type AudienceReader,
  type StoredAudience,
} from '#server/policy/audiences.ts'
import type { Caller } from '#server/policy/caller.ts'
import { recordEdit } from '#server/policy/edits.ts'
import { refuse } from '#server/policy/refusal.ts'
import { holdUnsuspended } from '#server/policy/suspended-sellers.ts'
import type { AnnouncementMails } from './announcement-mails.ts'
import * as store from './announcements.store.ts'

export interface AnnouncementsDependencies {
  database: Database
  clock: Clock
  /** Measurements and tests of other features switch the limits off. */
  limitsOn: boolean
  mails: Pick<AnnouncementMails, 'queue'>
}

export const deliverTask = 'announcements.deliver'
/**
 * Announcements to a part of the learners use this task. The previous release does not know such announcements and would run
 * `deliverTask` without delivering anything.
 */
export const deliverToPartTask = 'announcements.deliver-to-cohort'

const dayMs = 24 * 3_600_000
/** One transaction notifies this many readers. */
const batch = 200

interface AnnouncementForm {
  title: string
  body: string
  byMail?: boolean | undefined
  audience?: AudienceChoice | undefined
  clientKey?: string | undefined
}

export class Announcements {
  readonly #deps: AnnouncementsDependencies

  constructor(deps: AnnouncementsDependencies) {
    this.#deps = deps
  }

  /**
   * Lists announcements to the reader. With `isManager`, also lists those to all other audiences, and how far each was delivered.
   */
  async list(reader: AudienceReader, query: PageQuery): Promise<Page<Announcement>> {
    const page = pageRequest(query)
    const db = this.#deps.database.kysely
    const [rows, total] = await Promise.all([
      store.announcementsOf(db, reader, page),
      store.countOf(db, reader),
    ])
    const { data, meta } = pageOf(rows, total, page)
    return { data: data.map((row) => present(row, reader.isManager)), meta }
  }

  async write(caller: Caller, courseId: number, form: AnnouncementForm): Promise<Announcement> {
    const { userId: authorId } = caller
    const { title, body, byMail = false, clientKey = null } = form
    const id = await this.#deps.database.transaction(async (tx) => {
      await holdUnsuspended(tx, caller, courseId)
      await store.lockCourse(tx, courseId)
      const written = clientKey === null ? undefined : await store.idByKey(tx, authorId, clientKey)
      if (written !== undefined) return written
      const audience = await storedAudience(tx, courseId, form.audience)
      await this.#mayWrite(tx, courseId, audience)
      return this.#insert(tx, {
        courseId,
        authorId,
        clientKey,
        title,
        body,
        isMailed: byMail,
        isReminder: false,
        audience,
      })
    })
    return this.#read({ courseId, id })
  }

  /**
   * Writes a reminder from the system for the learners of the course, on the site and, if `isMailed`, by mail. It does not count
   * towards the limit of the course team. Returns the id, for `withdraw`.
   */
  async remind(
    tx: Tx,
    reminder: {
      courseId: number
      authorId: number
      title: string
      body: string
      isMailed: boolean
      audience: StoredAudience
    },
  ): Promise<number> {
    return this.#insert(tx, { ...reminder, clientKey: null, isReminder: true })
  }

  /** Withdraws reminders of the course: they disappear from the site, and delivery to the remaining readers stops. Idempotent. */
  async withdraw(tx: Tx, reminders: { courseId: number; ids: readonly number[] }): Promise<void> {
    await store.withdrawReminders(tx, reminders, this.#deps.clock.now())
  }

  async #insert(tx: Tx, given: Omit<Parameters<typeof store.insertAnnouncement>[1], 'at'>): Promise<number> {
    const id = await store.insertAnnouncement(tx, { ...given, at: this.#deps.clock.now() })
    const { cohortId, isWithoutCohort } = given.audience
    const task = cohortId === null && !isWithoutCohort ? deliverTask : deliverToPartTask
    await enqueue(tx, task, { announcementId: id })
    return id
  }

  async #mayWrite(tx: Tx, courseId: number, audience: StoredAudience): Promise<void> {
    if (!this.#deps.limitsOn) return
    const now = this.#deps.clock.now().getTime()
    const written = await store.writtenSince(tx, courseId, audience, new Date(now - dayMs))
    const [first] = written
    if (!first || written.length < announcementsADay) return
    const retryAfter = Math.max(1, Math.ceil((first.getTime() + dayMs - now) / 1000))
    refuse('TOO_MANY_ATTEMPTS', { retryAfter })
  }

  async #read(place: { courseId: number; id: number }): Promise<Announcement> {
    const row = await store.announcementById(this.#deps.database.kysely, place)
    return present(row ?? refuse('ANNOUNCEMENT_NOT_FOUND'), true)
  }

  async update(
    caller: Caller,
    { id: courseId, announcementId: id }: { id: number; announcementId: number },
    {
      version,
      ...changes
    }: { title?: string | undefined; body?: string | undefined; version?: number | undefined },
  ): Promise<Announcement> {
    const at = this.#deps.clock.now()
    await this.#deps.database.transaction(async (tx) => {
      await holdUnsuspended(tx, caller, courseId)
      const current = (await store.lockText(tx, { courseId, id })) ?? refuse('ANNOUNCEMENT_NOT_FOUND')
      await recordEdit(tx, {
        kind: 'announcement',
        id,
        by: caller.userId,
        at,
        version,
        current,
        changes,
      })
      await store.updateText(tx, id, { title: changes.title, body: changes.body, at })
    })
    return this.#read({ courseId, id })
  }

  /** Removes an announcement. Removing it again has no effect. */
  async remove({ id: courseId, announcementId: id }: { id: number; announcementId: number }): Promise<void> {
    await store.markRemoved(this.#deps.database.kysely, { courseId, id }, this.#deps.clock.now())
  }

  /** Deletes the rows of announcements that were removed before `before`. */
  async deleteRemoved(before: Date): Promise<void> {
    await store.deleteRemovedBefore(this.#deps.database.kysely, before)
  }

  /**
   * Delivers an announcement in batches. Each transaction notifies a batch and stores how far the delivery has come, so an
   * interrupted job continues there and notifies nobody twice.
   */
  async deliver(payload: unknown, stopping?: AbortSignal): Promise<void> {
    const { announcementId } = payload as { announcementId: number }
    for (;;) {
      stopping?.throwIfAborted()
      const isDone = await this.#deps.database.transaction((tx) => this.#deliverBatch(tx, announcementId))
      if (isDone) return
    }
  }

  async #deliverBatch(tx: Tx, id: number): Promise<boolean> {
    const delivery = await store.lockUndelivered(tx, id)
    if (!delivery) return true
    const readers = await store.nextReaders(tx, delivery, batch)
    const isDone = readers.length < batch
    if (readers.length > 0) {
      const { courseId, authorId } = delivery
      const userIds = readers.map(({ userId }) => userId)
      await emit(tx, 'announcement.delivered', { announcementId: id, courseId, authorId, userIds })
    }
    if (delivery.isMailed) await this.#deps.mails.queue(tx, delivery, readers)
    await store.advance(tx, id, {
      lastEnrolmentId: readers.at(-1)?.enrolmentId ?? delivery.lastEnrolmentId,
      told: readers.length,
      doneAt: isDone ? this.#deps.clock.now() : null,
    })
    return isDone
  }
}

const present = (row: store.AnnouncementRow, isManager: boolean): Announcement => ({
  id: row.id,
  title: row.title,
  body: row.body,
  authorName: row.authorName,
  createdAt: row.createdAt.toISOString(),
  editedAt: row.editedAt?.toISOString() ?? null,
  version: row.version,
  ...presentAudience(row),
  delivery: isManager ? { isMailed: row.isMailed, toldCount: row.toldCount, isDone: row.isDone } : null,
})
