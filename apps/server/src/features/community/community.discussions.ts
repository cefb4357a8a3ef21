/**
 * Manages discussions. All users read the discussions of a group and its members write in them. A course's discussions are for
 * people who may study the course. General discussions are for all users.
 */
import type {
  Answerer,
  Discussion,
  DiscussionPost,
  DiscussionSummary,
  PictureSent,
} from '@apogee/contracts/community/community.ts'
import type { ErrorCode } from '@apogee/contracts/refusals.ts'
import { emit } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import { type Page, type PageQuery, pageOf, pageRequest } from '#server/platform/pages.ts'
import { searchPattern } from '#server/platform/search-pattern.ts'
import { authoriseOnCourse, verdictOn, whyRefused } from '#server/policy/authorise.ts'
import type { Caller } from '#server/policy/caller.ts'
import { recordEdit } from '#server/policy/edits.ts'
import { refuse } from '#server/policy/refusal.ts'
import { standingIn } from '#server/policy/standing.ts'
import { waitFor, writingLimits, type WritingLimit, type WritingFacts } from './community.rules.ts'
import {
  mayAccept,
  presentPictures,
  presentPlace,
  presentPost,
  presentSummary,
} from './discussions.presenters.ts'
import * as store from './discussions.store.ts'
import { groupById, lockGroup, lockGroupOf } from './groups.store.ts'
import type { PictureEdit, PictureFiles } from './posts/post-pictures.ts'
import type { IllustratedText } from './posts/post-pictures.store.ts'

export interface DiscussionQuery extends PageQuery {
  search?: string | undefined
  groupId?: number | undefined
  courseId?: number | undefined
  resourceId?: number | undefined
  minute?: number | undefined
  reported?: 'true' | 'false' | undefined
  unanswered?: 'true' | 'false' | undefined
}

/** These modules are loaded on first use, so that the server starts faster. */
const mentions = () => import('./posts/mentions.store.ts')
const pictureStore = () => import('./posts/post-pictures.store.ts')
const voteStore = () => import('./votes.store.ts')
const answerTimes = () => import('./posts/answer-times.store.ts')

const dayMs = 24 * 3_600_000
/** The team's figures are those of this many days, and none are given for fewer answers. */
const answersCounted = { days: 90, least: 5 }

type Missing = Extract<ErrorCode, 'DISCUSSION_NOT_FOUND' | 'POST_NOT_FOUND'>

interface DiscussionsDependencies {
  database: Database
  media: PictureFiles
  clock: Clock
  limitsOn: boolean
}

export class Discussions {
  readonly #deps: DiscussionsDependencies

  constructor(deps: DiscussionsDependencies) {
    this.#deps = deps
  }

  async listDiscussions(caller: Caller, query: DiscussionQuery): Promise<Page<DiscussionSummary>> {
    const { groupId = null, courseId = null, resourceId = null } = query
    if (courseId !== null)
      await authoriseOnCourse(this.#deps.database.kysely, caller, 'course.study', { course: courseId })
    if (groupId !== null && !(await groupById(this.#deps.database.kysely, caller.userId, groupId)))
      refuse('GROUP_NOT_FOUND')
    const page = pageRequest(query)
    const filter = {
      pattern: searchPattern(query.search),
      groupId,
      courseId,
      resourceId,
      minute: query.minute ?? null,
      reported: query.reported === 'true',
      unanswered: query.unanswered === 'true',
    }
    const { rows, total } = await store.pageOfDiscussions(this.#deps.database.kysely, caller, filter, page)
    return pageOf(rows.map(presentSummary), total, page)
  }

  /** Returns who answers questions in the course. Callers must check that the person may study it. */
  async answererOf(courseId: number): Promise<Answerer> {
    const now = this.#deps.clock.now()
    const ago = (days: number) => new Date(now.getTime() - days * dayMs)
    const { answererOf } = await answerTimes()
    const times = { now, since: ago(answersCounted.days), answerBy: ago(1) }
    const row = (await answererOf(this.#deps.database.kysely, courseId, times)) ?? refuse('COURSE_NOT_FOUND')
    return {
      teacher:
        row.teacherId === null
          ? null
          : { id: row.teacherId, name: row.teacherName, avatar: row.teacherAvatar },
      minutes: row.answered < answersCounted.least ? null : row.minutes,
    }
  }

  /** Returns a discussion that this person may read. Any other discussion is refused as not found, or with status 403. */
  async #readable(
    db: Db,
    caller: Caller,
    id: number,
    missing: Missing = 'DISCUSSION_NOT_FOUND',
  ): Promise<store.OpenedDiscussionRow> {
    const row = await store.discussionById(db, caller, id)
    if (!row) refuse(missing)
    if (row.courseId !== null) await this.#mustStudy(db, caller, row.courseId, missing)
    if (row.isHidden && !row.moderates) refuse(missing)
    return row
  }

  async #mustStudy(db: Db, caller: Caller, courseId: number, missing: Missing): Promise<void> {
    const standing = await standingIn(db, caller, { course: courseId })
    if (!standing) refuse(missing)
    const verdict = verdictOn('course.study', standing)
    if (verdict === 'hide') refuse(missing)
    if (verdict !== 'allow') refuse(whyRefused('course.study', standing))
  }

  async #readableByPost(
    db: Db,
    caller: Caller,
    postId: number,
  ): Promise<{ post: store.PostRow; discussion: store.OpenedDiscussionRow }> {
    const post = (await store.postById(db, caller.userId, postId)) ?? refuse('POST_NOT_FOUND')
    const discussion = await this.#readable(db, caller, post.discussionId, 'POST_NOT_FOUND')
    if (post.isHidden && !discussion.moderates) refuse('POST_NOT_FOUND')
    return { post, discussion }
  }

  async readDiscussion(
    caller: Caller,
    id: number,
    query: PageQuery = {},
  ): Promise<{ data: Discussion; meta: Page<DiscussionPost>['meta'] }> {
    const row = await this.#readable(this.#deps.database.kysely, caller, id)
    const page = pageRequest(query)
    const { kysely } = this.#deps.database
    const { rows, total } = await store.pageOfPosts(kysely, caller.userId, id, page)
    const accepted = row.isAnswered ? await store.acceptedPostOf(kysely, caller.userId, id) : undefined
    const mayReply = !row.isHidden && (row.groupId === null || row.isMember)
    const people = mayReply ? await (await mentions()).peopleOf(kysely, id) : []
    const { data, meta } = pageOf(rows, total, page)
    return {
      data: {
        ...presentPlace(row),
        body: row.body,
        pictures: presentPictures(this.#deps.media, caller, row.pictures),
        version: row.version,
        editedAt: row.editedAt?.toISOString() ?? null,
        openingReportCount: row.moderates ? row.openingReportCount : 0,
        hasVoted: row.hasVoted,
        permissions: {
          reply: mayReply,
          edit: row.authorId === caller.userId,
          report: row.authorId !== caller.userId,
          moderate: row.moderates,
          vote: row.authorId !== caller.userId && !row.isHidden,
        },
        people: people.filter((person) => person.id !== caller.userId),
        acceptedPost: accepted ? presentPost(this.#deps.media, accepted, row, caller) : null,
        posts: data.map((post) => presentPost(this.#deps.media, post, row, caller)),
      },
      meta,
    }
  }

  async #withinLimit(limit: WritingLimit, written: (since: Date) => Promise<WritingFacts>): Promise<void> {
    const now = this.#deps.clock.now()
    const wait = waitFor(await written(new Date(now.getTime() - limit.withinMs)), limit, now)
    if (this.#deps.limitsOn && wait !== null) refuse('TOO_MANY_ATTEMPTS', { retryAfter: wait })
  }

  readonly #mayWrite = (tx: Tx, userId: number): Promise<void> =>
    this.#withinLimit(writingLimits.posts, (since) => store.writtenSince(tx, userId, since))

  /** Locks the group. Refuses people who are not members, because only members write in a group. */
  async #mustBeMember(tx: Tx, caller: Caller, groupId: number): Promise<void> {
    const group = await groupById(tx, caller.userId, groupId)
    if (!group?.membership) refuse('NOT_A_MEMBER')
  }

  async startDiscussion(
    caller: Caller,
    form: {
      title: string
      body: string
      groupId?: number | null | undefined
      courseId?: number | null | undefined
      resourceId?: number | null | undefined
      positionSeconds?: number | null | undefined
      pictures?: readonly PictureSent[] | undefined
      clientKey?: string | undefined
    },
  ): Promise<Discussion> {
    const { title, body, pictures, clientKey } = form
    const { groupId = null, courseId = null, resourceId = null, positionSeconds = null } = form
    const id = await this.#deps.database.transaction(async (tx) => {
      await store.lockWriter(tx, caller.userId)
      const written = clientKey && (await store.discussionByKey(tx, caller.userId, clientKey))
      if (written) return written
      if (courseId !== null) {
        await store.lockCourseForShare(tx, courseId)
        await authoriseOnCourse(tx, caller, 'course.study', { course: courseId })
        if (resourceId !== null && !(await store.lockLessonForShare(tx, { courseId, resourceId })))
          refuse('RESOURCE_NOT_FOUND')
      }
      if (groupId !== null) {
        if (!(await lockGroup(tx, groupId))) refuse('GROUP_NOT_FOUND')
        await this.#mustBeMember(tx, caller, groupId)
      }
      await this.#mayWrite(tx, caller.userId)
      const authorId = caller.userId
      const at = this.#deps.clock.now()
      const place = { groupId, courseId, resourceId, positionSeconds }
      const discussionId = await store.insertDiscussion(tx, {
        title,
        body,
        authorId,
        ...place,
        at,
        clientKey,
      })
      await this.#illustrate(tx, caller, { discussionId, postId: null }, pictures)
      await emit(tx, 'discussion.started', { discussionId, authorId, groupId, courseId })
      return discussionId
    })
    return (await this.readDiscussion(caller, id)).data
  }

  /**
   * Locks a discussion until the transaction ends. The group is locked before the discussion, because deleting a group and updating
   * its counts use this order too.
   */
  async #hold(tx: Tx, id: number, missing: Missing): Promise<void> {
    await lockGroupOf(tx, id)
    if (!(await store.lockDiscussion(tx, id))) refuse(missing)
  }

  /** Returns a discussion that this person may read, locked until the transaction ends. */
  async #locked(tx: Tx, caller: Caller, id: number): Promise<store.OpenedDiscussionRow> {
    await this.#hold(tx, id, 'DISCUSSION_NOT_FOUND')
    return this.#readable(tx, caller, id)
  }

  async #own(tx: Tx, caller: Caller, id: number): Promise<store.OpenedDiscussionRow> {
    const discussion = await this.#locked(tx, caller, id)
    return discussion.authorId === caller.userId ? discussion : refuse('NOT_YOURS')
  }

  async updateDiscussion(
    caller: Caller,
    id: number,
    {
      version,
      pictures: sent,
      ...changes
    }: {
      title?: string | undefined
      body?: string | undefined
      pictures?: readonly PictureSent[] | undefined
      version?: number | undefined
    },
  ): Promise<Discussion> {
    await this.#deps.database.transaction(async (tx) => {
      const { title, body, pictures: present } = await this.#own(tx, caller, id)
      const pictures = await this.#pictureEdit(tx, caller, { sent, present })
      await recordEdit(tx, {
        kind: 'discussion',
        id,
        by: caller.userId,
        at: this.#deps.clock.now(),
        version,
        current: { title, body, ...pictures.current },
        changes: { ...changes, ...pictures.changes },
      })
      await store.updateDiscussion(tx, id, { ...changes, at: this.#deps.clock.now() })
      await pictures.save({ discussionId: id, postId: null })
    })
    return (await this.readDiscussion(caller, id)).data
  }

  async deleteDiscussion(caller: Caller, id: number): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      await this.#own(tx, caller, id)
      await (await pictureStore()).deletePicturesOfDiscussion(tx, id)
      await store.removeDiscussion(tx, id, { by: caller.userId, at: this.#deps.clock.now() })
    })
  }

  async hideDiscussion(caller: Caller, id: number, hidden: boolean): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      if (!(await this.#locked(tx, caller, id)).moderates) refuse('FORBIDDEN')
      const at = this.#deps.clock.now()
      await store.setDiscussionHidden(tx, id, hidden ? { by: caller.userId, at } : null)
      await store.resolveReports(tx, { discussionId: id, postId: null }, caller.userId, at)
    })
  }

  async answerDiscussion(
    caller: Caller,
    id: number,
    {
      body,
      pictures,
      clientKey,
    }: { body: string; pictures?: readonly PictureSent[] | undefined; clientKey?: string | undefined },
  ): Promise<DiscussionPost> {
    const authorId = caller.userId
    const postId = await this.#deps.database.transaction(async (tx) => {
      await store.lockWriter(tx, authorId)
      const written = clientKey && (await store.postByKey(tx, authorId, clientKey))
      if (written) return written
      const discussion = await this.#locked(tx, caller, id)
      if (discussion.groupId !== null) await this.#mustBeMember(tx, caller, discussion.groupId)
      if (discussion.isHidden) refuse('DISCUSSION_NOT_FOUND')
      await this.#mayWrite(tx, authorId)
      const inserted = await store.insertPost(tx, {
        discussionId: id,
        authorId,
        body,
        at: this.#deps.clock.now(),
        clientKey,
      })
      await this.#illustrate(tx, caller, { discussionId: id, postId: inserted }, pictures)
      const mentionedIds = await this.#mention(tx, { id, postId: inserted, authorId, body })
      await emit(tx, 'discussion.answered', {
        discussionId: id,
        postId: inserted,
        authorId,
        answeredUserId: discussion.authorId,
        mentionedIds,
      })
      return inserted
    })
    return this.#readPost(caller, postId)
  }

  /** Stores the people whom a reply mentions and returns their ids. */
  async #mention(
    tx: Tx,
    { id, postId, authorId, body }: { id: number; postId: number; authorId: number; body: string },
  ): Promise<number[]> {
    if (!body.includes('@')) return []
    const [{ peopleOf, insertMentions }, { mentionedIn }] = await Promise.all([
      mentions(),
      import('./posts/mentions.rules.ts'),
    ])
    const mentionedIds = mentionedIn(body, await peopleOf(tx, id), authorId)
    await insertMentions(tx, postId, mentionedIds)
    return mentionedIds
  }

  async #illustrate(
    tx: Tx,
    caller: Caller,
    text: IllustratedText,
    sent: readonly PictureSent[] = [],
  ): Promise<void> {
    if (sent.length === 0) return
    const edit = await this.#pictureEdit(tx, caller, { sent, present: [] })
    await edit.save(text)
  }

  async #pictureEdit(tx: Tx, caller: Caller, edit: Omit<PictureEdit, 'media'>) {
    const { editPictures } = await import('./posts/post-pictures.ts')
    return editPictures(tx, caller, { ...edit, media: this.#deps.media })
  }

  async #readPost(caller: Caller, id: number): Promise<DiscussionPost> {
    const { post, discussion } = await this.#readableByPost(this.#deps.database.kysely, caller, id)
    return presentPost(this.#deps.media, post, discussion, caller)
  }

  /** Locks the discussion of a reply and returns the reply, if this person may read it. */
  async #lockedPost(tx: Tx, caller: Caller, id: number) {
    const before = (await store.postById(tx, caller.userId, id)) ?? refuse('POST_NOT_FOUND')
    await this.#hold(tx, before.discussionId, 'POST_NOT_FOUND')
    return this.#readableByPost(tx, caller, id)
  }

  async updatePost(
    caller: Caller,
    id: number,
    {
      version,
      body,
      pictures: sent,
    }: { version?: number | undefined; body: string; pictures?: readonly PictureSent[] | undefined },
  ): Promise<DiscussionPost> {
    await this.#deps.database.transaction(async (tx) => {
      const { post } = await this.#lockedPost(tx, caller, id)
      if (post.authorId !== caller.userId) refuse('NOT_YOURS')
      const pictures = await this.#pictureEdit(tx, caller, { sent, present: post.pictures })
      await recordEdit(tx, {
        kind: 'post',
        id,
        by: caller.userId,
        at: this.#deps.clock.now(),
        version,
        current: { body: post.body, ...pictures.current },
        changes: { body, ...pictures.changes },
      })
      await store.updatePost(tx, id, body, this.#deps.clock.now())
      await pictures.save({ discussionId: post.discussionId, postId: id })
    })
    return this.#readPost(caller, id)
  }

  async deletePost(caller: Caller, id: number): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const { post } = await this.#lockedPost(tx, caller, id)
      if (post.authorId !== caller.userId) refuse('NOT_YOURS')
      await (await pictureStore()).deletePicturesOfPost(tx, id)
      await store.removePost(tx, post, { by: caller.userId, at: this.#deps.clock.now() })
    })
  }

  async hidePost(caller: Caller, id: number, hidden: boolean): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const { post, discussion } = await this.#lockedPost(tx, caller, id)
      if (!discussion.moderates) refuse('FORBIDDEN')
      const at = this.#deps.clock.now()
      await store.setPostHidden(tx, id, hidden ? { by: caller.userId, at } : null)
      await store.resolveReports(tx, { discussionId: post.discussionId, postId: id }, caller.userId, at)
    })
  }

  /**
   * Accepts a reply, or withdraws the acceptance, for the discussion's author or a moderator. The lock makes sure that concurrent
   * calls leave one accepted reply.
   */
  async acceptPost(caller: Caller, id: number, accepted: boolean): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const { post, discussion } = await this.#lockedPost(tx, caller, id)
      if (!mayAccept(discussion, caller)) refuse('FORBIDDEN')
      const acceptedAt = accepted ? this.#deps.clock.now() : null
      if (accepted) await store.withdrawAcceptance(tx, post.discussionId)
      await store.setAccepted(tx, id, acceptedAt)
    })
  }

  /**
   * Records that a person finds a text helpful; `isHelpful` false withdraws this. One's own texts are refused. Repeating the call
   * has no effect.
   */
  async vote(
    caller: Caller,
    text: { discussionId: number } | { postId: number },
    isHelpful: boolean,
  ): Promise<{ helpfulCount: number; hasVoted: boolean }> {
    const { userId } = caller
    const votes = await voteStore()
    return this.#deps.database.transaction(async (tx) => {
      const { authorId, ...about } = await this.#lockedText(tx, caller, text)
      if (authorId === userId) refuse('FORBIDDEN')
      if (isHelpful) await votes.insertVote(tx, { ...about, userId, at: this.#deps.clock.now() })
      else await votes.deleteVote(tx, { ...about, userId })
      return { helpfulCount: await votes.countVotes(tx, about), hasVoted: isHelpful }
    })
  }

  /** Locks the discussion and returns the opening text or a reply, if this person may read it. */
  async #lockedText(
    tx: Tx,
    caller: Caller,
    text: { discussionId: number } | { postId: number },
  ): Promise<{ discussionId: number; postId: number | null; authorId: number }> {
    if ('postId' in text) {
      const { post } = await this.#lockedPost(tx, caller, text.postId)
      return { discussionId: post.discussionId, postId: post.id, authorId: post.authorId }
    }
    const { id, authorId } = await this.#locked(tx, caller, text.discussionId)
    return { discussionId: id, postId: null, authorId }
  }

  async report(
    caller: Caller,
    { reason, ...text }: { reason: string; discussionId?: number | undefined; postId?: number | undefined },
  ): Promise<void> {
    const reporterId = caller.userId
    await this.#deps.database.transaction(async (tx) => {
      await store.lockWriter(tx, reporterId)
      const postId = text.postId ?? null
      // The lock makes sure that nobody reports a text that its author is deleting.
      const discussion =
        postId === null
          ? await this.#locked(tx, caller, text.discussionId ?? 0)
          : (await this.#lockedPost(tx, caller, postId)).discussion
      await this.#withinLimit(writingLimits.reports, (since) => store.reportedSince(tx, reporterId, since))
      const about = { discussionId: discussion.id, postId, reporterId }
      const isNew = await store.insertReport(tx, { ...about, reason, at: this.#deps.clock.now() })
      if (isNew) await emit(tx, 'post.reported', { ...about, moderatorId: discussion.moderatorId })
    })
  }

  async forgetAuthor(tx: Tx, userId: number): Promise<void> {
    await (await pictureStore()).deletePicturesOfAuthor(tx, userId)
    await (await voteStore()).deleteVotesOf(tx, userId)
    await (await mentions()).deleteMentionsOf(tx, userId)
    await store.forgetAuthor(tx, userId, this.#deps.clock.now())
  }
}
