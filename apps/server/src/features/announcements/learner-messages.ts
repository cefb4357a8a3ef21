/** Sends messages of the course team to one learner (docs/decisions/announcements.md). */
import type { LearnerMessage } from '@apogee/contracts/announcements/learner-messages.ts'
import {
  messagesOfCourseADay,
  messagesToLearnerADay,
} from '@apogee/contracts/announcements/learner-messages.forms.ts'
import { emit } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { sellerMailsLeft } from '#server/platform/mail/mail-outbox.ts'
import { pageOf, pageRequest, type Page, type PageQuery } from '#server/platform/pages.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import { holdUnsuspended } from '#server/policy/suspended-sellers.ts'
import type { AnnouncementMails } from './announcement-mails.ts'
import type * as stored from './learner-messages.store.ts'

export interface LearnerMessagesDependencies {
  database: Database
  clock: Clock
  /** Measurements and tests of other features switch the limits off. */
  limitsOn: boolean
  mails: Pick<AnnouncementMails, 'queueMessage'>
}

const dayMs = 24 * 3_600_000

/** The store is loaded on first use, because most processes write no message to one learner. */
const messageStore = () => import('./learner-messages.store.ts')

export class LearnerMessages {
  readonly #deps: LearnerMessagesDependencies

  constructor(deps: LearnerMessagesDependencies) {
    this.#deps = deps
  }

  async list(place: stored.Place, query: PageQuery): Promise<Page<LearnerMessage>> {
    const store = await messageStore()
    const page = pageRequest(query)
    const db = this.#deps.database.kysely
    if (!(await store.isLearner(db, place))) refuse('LEARNER_NOT_FOUND')
    const [rows, total] = await Promise.all([store.messagesTo(db, place, page), store.countTo(db, place)])
    const { data, meta } = pageOf(rows, total, page)
    return { data: data.map(present), meta }
  }

  /** Stores, notifies and mails in one transaction. A repeated request with the same key sends nothing again. */
  async write(
    caller: Caller,
    place: stored.Place,
    { body, ...given }: { body: string; clientKey?: string | undefined },
  ): Promise<LearnerMessage> {
    const { clientKey = null } = given
    const { userId: authorId } = caller
    const store = await messageStore()
    const id = await this.#deps.database.transaction(async (tx) => {
      await holdUnsuspended(tx, caller, place.courseId)
      await store.lockCourse(tx, place.courseId)
      const written = clientKey === null ? undefined : await store.idByKey(tx, authorId, place, clientKey)
      if (written !== undefined) return written
      const reader = (await store.readerOf(tx, place, authorId)) ?? refuse('LEARNER_NOT_FOUND')
      await this.#mayWrite(tx, place)
      const at = this.#deps.clock.now()
      const to = reader.email === null ? [] : [reader.email]
      const [left] = await sellerMailsLeft(tx, { courseId: place.courseId, at }, to)
      const isMailed = left !== undefined && left.mailsLeft > 0
      const inserted = await store.insertMessage(tx, { ...place, authorId, clientKey, body, isMailed, at })
      await emit(tx, 'learner-message.written', { messageId: inserted, ...place, authorId })
      if (isMailed) await this.#deps.mails.queueMessage(tx, { ...place, id: inserted, body }, reader)
      return inserted
    })
    const row = await store.messageById(this.#deps.database.kysely, id)
    return present(row ?? refuse('LEARNER_NOT_FOUND'))
  }

  async #mayWrite(tx: Tx, { courseId, userId }: stored.Place): Promise<void> {
    if (!this.#deps.limitsOn) return
    const { writtenSince } = await messageStore()
    const now = this.#deps.clock.now().getTime()
    const ofCourse = await writtenSince(tx, courseId, new Date(now - dayMs))
    const toLearner = ofCourse.filter((message) => message.userId === userId)
    const waits = [
      ofCourse.length < messagesOfCourseADay ? undefined : ofCourse[0],
      toLearner.length < messagesToLearnerADay ? undefined : toLearner[0],
    ].flatMap((first) => (first ? [first.createdAt.getTime() + dayMs - now] : []))
    if (waits.length === 0) return
    refuse('TOO_MANY_ATTEMPTS', { retryAfter: Math.max(1, Math.ceil(Math.max(...waits) / 1000)) })
  }

  /** Deletes the messages to this person. Messages that the person wrote stay in their courses without the author's name. */
  async forgetPerson(tx: Tx, userId: number): Promise<void> {
    const { deleteMessagesTo } = await messageStore()
    await deleteMessagesTo(tx, userId)
  }
}

const present = ({ createdAt, ...row }: stored.MessageRow): LearnerMessage => ({
  ...row,
  createdAt: createdAt.toISOString(),
})
