/**
 * Mails about questions in courses. Teachers get a digest of new questions, authors a mail when a teacher answers, and mentioned
 * people a mail. Each person can switch all of them off together.
 */
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import type { Keys } from '#server/platform/secrets/keys.ts'
import { queueMail } from '#server/platform/mail/mail-outbox.ts'
import { MailSwitch } from '#server/policy/mail-switch.ts'
import type { OriginRule } from '#server/policy/origin.ts'
import type { AskerRow } from './question-mails.store.ts'

export interface QuestionMailsDependencies extends OriginRule {
  database: Database
  clock: Clock
  keys: Keys
}

type AskedAbout = Pick<AskerRow, 'lessonId' | 'contentId' | 'positionSeconds'>

export const questionMailsTask = 'community.send-question-mails'

const hourMs = 3_600_000

/** The module is loaded on first use. */
const store = () => import('./question-mails.store.ts')

export const stopKind = {
  purpose: 'stop mails about questions',
  page: '/stop-question-mails',
  call: '/api/question-mail-stops',
}

export class QuestionMails {
  readonly #deps: QuestionMailsDependencies
  readonly switch: MailSwitch

  constructor(deps: QuestionMailsDependencies) {
    this.#deps = deps
    this.switch = new MailSwitch(deps, stopKind, store)
  }

  readonly #origin = () => this.#deps.publicUrl ?? this.#deps.ownOrigin()

  readonly #discussionLink = (id: number) => `${this.#origin()}/community/discussions/${id}`

  /** Returns the second of a video that a question is about. Null means that it is about none, or the author may not open the video now. */
  readonly #momentOf = (id: number, { lessonId, contentId, positionSeconds: seconds }: AskedAbout) =>
    lessonId === null || contentId === null || seconds === null
      ? null
      : {
          seconds,
          link: `${this.#origin()}/lesson/${contentId}/resources/${lessonId}?t=${seconds}&question=${id}`,
        }

  readonly #stopLinks = (userId: number) => this.switch.linksFor(this.#origin(), userId)

  async questionAsked(
    tx: Tx,
    { discussionId, courseId, authorId }: { discussionId: number; courseId: number | null; authorId: number },
  ): Promise<void> {
    if (courseId !== null) await (await store()).insertWaiting(tx, { discussionId, courseId, authorId })
  }

  /**
   * Mails new questions to teachers. The transaction that mails questions also removes them from the waiting ones, so each question
   * is mailed once, even if two processes run the job.
   */
  async sendToTeachers(stopping?: AbortSignal): Promise<void> {
    const { coursesWithWaiting } = await store()
    for (const courseId of await coursesWithWaiting(this.#deps.database.kysely)) {
      if (stopping?.aborted) return
      await this.#deps.database.transaction((tx) => this.#mailTeachers(tx, courseId))
    }
  }

  async #mailTeachers(tx: Tx, courseId: number): Promise<void> {
    const { takeWaiting, teachersToMail } = await store()
    const questions = await takeWaiting(tx, courseId)
    const newest = questions.at(-1)
    if (!newest) return
    const { questionsMail } = await import('./question-mails.mail.ts')
    const listed = questions.map(({ id, title }) => ({ title, link: this.#discussionLink(id) }))
    for (const { userId, email: to, language, name, courseTitle } of await teachersToMail(tx, courseId)) {
      const { stopLink, unsubscribeUrl } = this.#stopLinks(userId)
      const mail = questionsMail(language, { name, courseTitle, stopLink, questions: listed })
      await queueMail(tx, {
        to,
        language,
        ...mail,
        unsubscribeUrl,
        occasion: `questions:${courseId}:${userId}:${newest.id}`,
        seller: null,
      })
    }
  }

  async discussionAnswered(
    tx: Tx,
    { discussionId, postId, authorId }: { discussionId: number; postId: number; authorId: number },
  ): Promise<void> {
    const asker = await (await store()).askerToMail(tx, { discussionId, replierId: authorId })
    if (!asker) return
    const { teacherAnswerMail } = await import('./question-mails.mail.ts')
    const { userId, email: to, language } = asker
    const { stopLink, unsubscribeUrl } = this.#stopLinks(userId)
    const seller = { courseId: asker.courseId, at: this.#deps.clock.now() }
    const link = this.#discussionLink(discussionId)
    const moment = this.#momentOf(discussionId, asker)
    const mail = teacherAnswerMail(language, { ...asker, link, moment, stopLink })
    await queueMail(tx, {
      to,
      language,
      ...mail,
      unsubscribeUrl,
      occasion: `teacher-answer:${postId}`,
      seller,
    })
  }

  /**
   * Mails people whom a reply mentions, at most once an hour about one discussion. The discussion's author is left out, because the
   * author is notified of the reply anyway.
   */
  async mentioned(
    tx: Tx,
    reply: {
      discussionId: number
      authorId: number
      answeredUserId: number
      mentionedIds: readonly number[]
    },
  ): Promise<void> {
    const { discussionId, authorId, answeredUserId, mentionedIds } = reply
    const userIds = mentionedIds.filter((id) => id !== authorId && id !== answeredUserId)
    if (userIds.length === 0) return
    const { mentionMail } = await import('./question-mails.mail.ts')
    const hour = Math.floor(this.#deps.clock.now().getTime() / hourMs)
    const { mentionedToMail } = await store()
    for (const person of await mentionedToMail(tx, { discussionId, authorId, userIds })) {
      const { userId, email: to, language } = person
      const { stopLink, unsubscribeUrl } = this.#stopLinks(userId)
      const mail = mentionMail(language, { ...person, link: this.#discussionLink(discussionId), stopLink })
      const occasion = `mention:${discussionId}:${userId}:${hour}`
      const seller =
        person.courseOfTeam === null ? null : { courseId: person.courseOfTeam, at: this.#deps.clock.now() }
      await queueMail(tx, { to, language, ...mail, unsubscribeUrl, occasion, seller })
    }
  }
}
