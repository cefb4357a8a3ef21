/** Stores discussions, their replies, and reports of both. Triggers maintain the numbers of replies. */
import { erasedText } from '@apogee/contracts/community/erased-text.ts'
import { sql, type RawBuilder } from 'kysely'
import { matchesPattern } from '#server/platform/search-pattern.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { versionOf } from '#server/policy/edits.ts'
import { countLimit, newestPage, type PageRequest } from '#server/platform/pages.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import type { Caller } from '#server/policy/caller.ts'
import type { WritingFacts } from './community.rules.ts'
import { mentionedNames, picturesWhere, voteColumns, type PictureRow } from './posts/post-columns.ts'

type Condition = RawBuilder<unknown>

interface Authored {
  authorId: number
  authorName: string | null
  authorAvatar: string | null
  authorStanding: 'teacher' | 'owner' | null
}

export interface DiscussionRow extends Authored {
  id: number
  version: number
  title: string
  body: string
  groupId: number | null
  groupName: string | null
  courseId: number | null
  courseTitle: string | null
  /** The question belongs to this lesson. Null means to none, or to a lesson that learners do not see now. */
  lessonId: number | null
  lessonTitle: string | null
  lessonContentId: number | null
  positionSeconds: number | null
  /** True means that the discussion has an accepted reply that is visible. */
  isAnswered: boolean
  /** Counts the people who find the opening text helpful. `hasVoted` says whether the caller is one of them. */
  helpfulCount: number
  hasVoted: boolean
  replyCount: number
  createdAt: Date
  lastActivityAt: Date
  editedAt: Date | null
  isHidden: boolean
  /** Counts open reports of the opening text and of all replies. `openingReportCount` counts those of the opening text alone. */
  reportCount: number
  openingReportCount: number
  /** True means that the caller may hide the discussion and its replies. */
  moderates: boolean
  /** True means that the caller is a member of the discussion's group. Discussions without a group have false. */
  isMember: boolean
  /** The moderator is the group's owner or the course's teacher. */
  moderatorId: number | null
}

export interface PostRow extends Authored {
  id: number
  discussionId: number
  body: string
  createdAt: Date
  editedAt: Date | null
  isHidden: boolean
  reportCount: number
  isAccepted: boolean
  helpfulCount: number
  hasVoted: boolean
  mentionedNames: string[]
  pictures: PictureRow[]
  version: number
}

/**
 * Selects the courses that this caller may edit as a teacher or as an admin of the business. The result is meant for IN, which
 * hashes it once. An array of thousands of ids would be searched from its start for each discussion.
 */
function taughtBy({ userId, role, businessId }: Caller): Condition {
  const theirs = {
    student: sql`false`,
    superadmin: sql`true`,
    admin: sql`t.seller_id IN (SELECT s.id FROM seller_cards s WHERE s.business_id = ${businessId}::bigint)`,
    // The query uses two indexes and looks up the seller of each course found. With OR or a join, PostgreSQL would read all
    // courses.
    instructor: sql`t.id IN (SELECT id FROM course_cards WHERE created_by = ${userId}
                             UNION SELECT id FROM course_cards WHERE instructor_id = ${userId})
                    AND (SELECT s.business_id FROM seller_cards s WHERE s.id = t.seller_id)
                        IS NOT DISTINCT FROM ${businessId}::bigint`,
  }[role]
  return sql`SELECT t.id FROM course_cards t WHERE ${theirs}`
}

/**
 * Matches discussions without a course, and those of courses that this caller may study as a learner, as a teacher, or as an admin
 * of the business.
 */
const isStudied = (caller: Caller): Condition =>
  caller.role === 'superadmin'
    ? sql`true`
    : sql`(d.course_id IS NULL OR d.course_id IN (
             SELECT e.course_id FROM studying_enrolments e WHERE e.user_id = ${caller.userId}
             UNION ALL (${taughtBy(caller)})))`

const ownedBy = ({ userId }: Caller): Condition => sql`
  ARRAY(SELECT o.group_id FROM group_members o WHERE o.user_id = ${userId} AND o.role = 'owner')`

/** Matches discussions whose texts the caller may hide. For a list, the caller's groups and courses are computed once. */
const moderates = (caller: Caller): Condition =>
  caller.role === 'superadmin'
    ? sql`true`
    : sql`(coalesce(d.group_id = ANY(${ownedBy(caller)}), false)
           OR coalesce(d.course_id IN (${taughtBy(caller)}), false))`

const around = (caller: Caller) => sql`
  JOIN user_cards u ON u.id = d.author_id
  LEFT JOIN course_cards c ON c.id = d.course_id
  LEFT JOIN published_resources l ON l.id = d.resource_id
  LEFT JOIN study_groups g ON g.id = d.group_id
  LEFT JOIN group_members m ON m.group_id = d.group_id AND m.user_id = ${caller.userId}`

const author = sql`
  u.id AS "authorId", u.name AS "authorName", u.avatar_url AS "authorAvatar",
  CASE WHEN u.id IN (c.instructor_id, c.created_by) THEN 'teacher'
       WHEN u.id = (SELECT o.user_id FROM group_members o WHERE o.group_id = d.group_id AND o.role = 'owner')
       THEN 'owner' END AS "authorStanding"`

const openReports = sql`FROM post_reports r WHERE r.discussion_id = d.id AND r.resolved_at IS NULL`

const isAnswered = sql`
  EXISTS (SELECT FROM discussion_posts a
           WHERE a.discussion_id = d.id AND a.accepted_at IS NOT NULL AND a.removed_at IS NULL AND a.hidden_at IS NULL)`

const discussionColumns = (caller: Caller) => sql`
  d.id, d.title, d.body, ${author}, d.group_id AS "groupId", g.name AS "groupName",
  d.course_id AS "courseId", c.title AS "courseTitle",
  l.id AS "lessonId", l.title AS "lessonTitle", l.content_id AS "lessonContentId", d.position_seconds AS "positionSeconds",
  ${isAnswered} AS "isAnswered", ${voteColumns(sql`d.id`, null, caller.userId)},
  d.reply_count AS "replyCount", d.created_at AS "createdAt",
  d.last_activity_at AS "lastActivityAt", d.edited_at AS "editedAt", d.hidden_at IS NOT NULL AS "isHidden",
  (SELECT count(*) ${openReports}) AS "reportCount", (SELECT count(*) ${openReports} AND r.post_id IS NULL) AS "openingReportCount",
  ${moderates(caller)} AS moderates, m.role IS NOT NULL AS "isMember",
  coalesce((SELECT o.user_id FROM group_members o WHERE o.group_id = d.group_id AND o.role = 'owner'),
           c.instructor_id) AS "moderatorId", ${versionOf('discussion', 'd.id')} AS version`

/** Requires `discussions d`. True when the author teaches the course of `d`, is an admin of its business, or is a superadmin. */
const isCoursePerson = (authorId: Condition): Condition => sql`
  EXISTS (SELECT FROM course_cards k JOIN user_cards w ON w.id = ${authorId}
           WHERE k.id = d.course_id
             AND (w.id IN (k.instructor_id, k.created_by) OR w.role = 'superadmin'
                  OR w.role = 'admin'
                     AND w.business_id = (SELECT s.business_id FROM seller_cards s WHERE s.id = k.seller_id)))`

export const isUnanswered = (caller: Caller): Condition => sql`
  d.course_id IN (${taughtBy(caller)}) AND d.hidden_at IS NULL AND NOT ${isAnswered}
  AND NOT ${isCoursePerson(sql`d.author_id`)}
  AND NOT EXISTS (SELECT FROM discussion_posts p
                   WHERE p.discussion_id = d.id AND p.removed_at IS NULL AND p.hidden_at IS NULL
                     AND ${isCoursePerson(sql`p.author_id`)})`

const formSigns = '*_`\\'

/**
 * Finds a phrase even if formatting characters interrupt it, as in `**primary** key`. An index first finds texts with the words of
 * the phrase in their order. If no word has three letters, this would read the whole table, so formatting is not ignored then.
 */
function bodyMatches(pattern: string): Condition {
  const words = pattern.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '%')
  const body = sql`d.body`
  if (words === pattern || !/[\p{L}\p{N}]{3}/u.test(words)) return matchesPattern(body, pattern)
  const plain = sql`translate(d.body, ${formSigns}, '')`
  return sql`${matchesPattern(body, words)} AND (${matchesPattern(body, pattern)} OR ${matchesPattern(plain, pattern)})`
}

export interface DiscussionFilter {
  /** This is the result of `searchPattern`. */
  pattern: string | null
  groupId: number | null
  courseId: number | null
  resourceId: number | null
  /** Selects questions about this minute of a video. */
  minute: number | null
  /** Selects only discussions with open reports that the caller may resolve. */
  reported: boolean
  /**
   * Selects only learners' questions that need an answer, in courses that the caller teaches or manages. They have neither an
   * accepted reply nor a reply by the course's staff.
   */
  unanswered: boolean
}

/**
 * Returns a page of the discussions that the caller may read. At 200,000 discussions, the page is read from the end of an index,
 * and the total is counted by scanning this table alone.
 */
export async function pageOfDiscussions(
  db: Db,
  caller: Caller,
  { pattern, groupId, courseId, resourceId, minute, reported, unanswered }: DiscussionFilter,
  page: PageRequest,
): Promise<{ rows: DiscussionRow[]; total: number }> {
  const conditions = [
    sql`d.removed_at IS NULL AND (d.hidden_at IS NULL OR ${moderates(caller)})`,
    isStudied(caller),
    ...(groupId === null ? [] : [sql`d.group_id = ${groupId}`]),
    ...(courseId === null ? [] : [sql`d.course_id = ${courseId}`]),
    ...(resourceId === null ? [] : [sql`d.resource_id = ${resourceId}`]),
    ...(minute === null ? [] : [sql`d.position_seconds / 60 = ${minute}::bigint`]),
    ...(reported ? [sql`EXISTS (SELECT 1 ${openReports}) AND ${moderates(caller)}`] : []),
    ...(unanswered ? [isUnanswered(caller)] : []),
    ...(pattern === null ? [] : [sql`(${matchesPattern(sql`d.title`, pattern)} OR ${bodyMatches(pattern)})`]),
  ]
  const where = sql.join(conditions, sql` AND `)
  const found = await sql<DiscussionRow>`
    SELECT ${discussionColumns(caller)}
      FROM (SELECT * FROM discussions d WHERE ${where} AND ${newestPage('d.id', page)}) d ${around(caller)}
     ORDER BY d.id DESC`.execute(db)
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (SELECT FROM discussions d WHERE ${where} ${countLimit}) counted`.execute(
    db,
  )
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

export type OpenedDiscussionRow = DiscussionRow & { pictures: PictureRow[] }

/** Returns the discussion even if the caller may not read it. */
export async function discussionById(
  db: Db,
  caller: Caller,
  id: number,
): Promise<OpenedDiscussionRow | undefined> {
  const found = await sql<OpenedDiscussionRow>`
    SELECT ${discussionColumns(caller)},
           ${picturesWhere(sql`x.discussion_id = d.id AND x.post_id IS NULL`)} AS pictures FROM discussions d ${around(caller)}
     WHERE d.id = ${id} AND d.removed_at IS NULL`.execute(db)
  return found.rows[0]
}

/**
 * Locks the discussion until the transaction ends, so that nobody writes in it while it is deleted. Returns false if it does not
 * exist.
 */
export async function lockDiscussion(tx: Tx, id: number): Promise<boolean> {
  const found = await sql`
    SELECT 1 FROM discussions WHERE id = ${id} AND removed_at IS NULL FOR NO KEY UPDATE`.execute(tx)
  return found.rows.length > 0
}

/** Prevents the deletion of the course, if it exists, until the transaction ends. */
export async function lockCourseForShare(tx: Tx, id: number): Promise<void> {
  await sql`SELECT 1 FROM course_cards WHERE id = ${id} FOR KEY SHARE`.execute(tx)
}

/**
 * Prevents the deletion of the lesson until the transaction ends. Returns false if the course has no lesson with this id that
 * learners see.
 */
export async function lockLessonForShare(
  tx: Tx,
  { courseId, resourceId }: { courseId: number; resourceId: number },
): Promise<boolean> {
  const found = await sql`
    SELECT 1 FROM published_resources WHERE id = ${resourceId} AND course_id = ${courseId} FOR KEY SHARE`.execute(
    tx,
  )
  return found.rows.length > 0
}

export async function insertDiscussion(
  tx: Tx,
  given: {
    title: string
    body: string
    authorId: number
    groupId: number | null
    courseId: number | null
    resourceId?: number | null
    positionSeconds?: number | null
    at: Date
    clientKey?: string | undefined
  },
): Promise<number> {
  const inserted = await sql<{ id: number }>`
    INSERT INTO discussions (group_id, course_id, resource_id, position_seconds, author_id, title, body, created_at,
                             last_activity_at, client_key)
    VALUES (${given.groupId}, ${given.courseId}, ${given.resourceId ?? null}, ${given.positionSeconds ?? null}, ${given.authorId},
            ${given.title}, ${given.body}, ${given.at}, ${given.at}, ${given.clientKey ?? null}::uuid)
    RETURNING id`.execute(tx)
  return onlyRow(inserted).id
}

/** Returns the discussion that this author wrote under this client key, including a removed one. */
export async function discussionByKey(tx: Tx, authorId: number, key: string): Promise<number | undefined> {
  const found = await sql<{ id: number }>`
    SELECT id FROM discussions WHERE author_id = ${authorId} AND client_key = ${key}::uuid`.execute(tx)
  return found.rows[0]?.id
}

export async function updateDiscussion(
  tx: Tx,
  id: number,
  changes: { title?: string | undefined; body?: string | undefined; at: Date },
): Promise<void> {
  await sql`
    UPDATE discussions SET title = coalesce(${changes.title ?? null}, title), body = coalesce(${changes.body ?? null}, body),
           edited_at = ${changes.at}
     WHERE id = ${id}`.execute(tx)
}

/**
 * Removes a discussion: its texts are emptied and their reports are resolved. The rows stay, so that they count towards their
 * authors' limits.
 */
export async function removeDiscussion(
  tx: Tx,
  id: number,
  { by, at }: { by: number; at: Date },
): Promise<void> {
  await sql`UPDATE discussion_posts SET body = '', removed_at = ${at}
             WHERE discussion_id = ${id} AND removed_at IS NULL`.execute(tx)
  await sql`UPDATE discussions SET title = '', body = '', removed_at = ${at} WHERE id = ${id}`.execute(tx)
  await sql`UPDATE post_reports SET resolved_at = ${at}, resolved_by = ${by}
             WHERE discussion_id = ${id} AND resolved_at IS NULL`.execute(tx)
}

export async function setDiscussionHidden(
  tx: Tx,
  id: number,
  hidden: { by: number; at: Date } | null,
): Promise<void> {
  await sql`UPDATE discussions SET hidden_at = ${hidden?.at ?? null}, hidden_by = ${hidden?.by ?? null}
             WHERE id = ${id}`.execute(tx)
}

/**
 * Erases what an account has written. Its replies are emptied and removed, and so are its discussions without a visible reply. A
 * discussion with replies stays, with a placeholder as title and text. Reports by the account are deleted, and open reports of its
 * texts are resolved.
 */
export async function forgetAuthor(tx: Tx, authorId: number, at: Date): Promise<void> {
  await sql`DELETE FROM post_reports WHERE reporter_id = ${authorId}`.execute(tx)
  await sql`
    UPDATE post_reports SET resolved_at = ${at}, resolved_by = ${authorId}
     WHERE resolved_at IS NULL
       AND (post_id IN (SELECT id FROM discussion_posts WHERE author_id = ${authorId})
         OR post_id IS NULL AND discussion_id IN (SELECT id FROM discussions WHERE author_id = ${authorId}))`.execute(
    tx,
  )
  await sql`UPDATE discussion_posts SET body = '', removed_at = ${at}
             WHERE author_id = ${authorId} AND removed_at IS NULL`.execute(tx)
  await sql`
    UPDATE discussions d SET title = ${erasedText}, body = ${erasedText}, edited_at = NULL
     WHERE d.author_id = ${authorId} AND d.removed_at IS NULL
       AND EXISTS (SELECT 1 FROM discussion_posts p WHERE p.discussion_id = d.id AND p.removed_at IS NULL)`.execute(
    tx,
  )
  await sql`
    UPDATE discussions d SET title = '', body = '', removed_at = ${at}
     WHERE d.author_id = ${authorId} AND d.removed_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM discussion_posts p WHERE p.discussion_id = d.id AND p.removed_at IS NULL)`.execute(
    tx,
  )
}

const postColumns = (userId: number) => sql`
  p.id, p.discussion_id AS "discussionId", p.body, ${author}, p.created_at AS "createdAt",
  p.edited_at AS "editedAt", p.hidden_at IS NOT NULL AS "isHidden",
  (SELECT count(*) FROM post_reports r WHERE r.post_id = p.id AND r.resolved_at IS NULL) AS "reportCount",
  p.accepted_at IS NOT NULL AS "isAccepted", ${voteColumns(sql`p.discussion_id`, sql`p.id`, userId)}, ${mentionedNames},
  ${picturesWhere(sql`x.post_id = p.id`)} AS pictures,
  ${versionOf('post', 'p.id')} AS version`

const posts = sql`
  discussion_posts p JOIN user_cards u ON u.id = p.author_id JOIN discussions d ON d.id = p.discussion_id
  LEFT JOIN course_cards c ON c.id = d.course_id`

export async function pageOfPosts(
  db: Db,
  userId: number,
  discussionId: number,
  page: PageRequest,
): Promise<{ rows: PostRow[]; total: number }> {
  const found = await sql<PostRow>`
    SELECT ${postColumns(userId)} FROM ${posts}
     WHERE p.discussion_id = ${discussionId} AND p.removed_at IS NULL AND ${newestPage('p.id', page)}`.execute(
    db,
  )
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (SELECT FROM discussion_posts
     WHERE discussion_id = ${discussionId} AND removed_at IS NULL ${countLimit}) counted`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

export async function postById(db: Db, userId: number, id: number): Promise<PostRow | undefined> {
  const found = await sql<PostRow>`
    SELECT ${postColumns(userId)} FROM ${posts} WHERE p.id = ${id} AND p.removed_at IS NULL`.execute(db)
  return found.rows[0]
}

/** Returns the accepted reply, if it is visible. */
export async function acceptedPostOf(
  db: Db,
  userId: number,
  discussionId: number,
): Promise<PostRow | undefined> {
  const found = await sql<PostRow>`
    SELECT ${postColumns(userId)} FROM ${posts}
     WHERE p.discussion_id = ${discussionId} AND p.accepted_at IS NOT NULL
       AND p.removed_at IS NULL AND p.hidden_at IS NULL`.execute(db)
  return found.rows[0]
}

export async function withdrawAcceptance(tx: Tx, discussionId: number): Promise<void> {
  await sql`
    UPDATE discussion_posts SET accepted_at = NULL
     WHERE discussion_id = ${discussionId} AND accepted_at IS NOT NULL`.execute(tx)
}

export async function setAccepted(tx: Tx, id: number, at: Date | null): Promise<void> {
  await sql`UPDATE discussion_posts SET accepted_at = ${at} WHERE id = ${id}`.execute(tx)
}

export async function insertPost(
  tx: Tx,
  given: {
    discussionId: number
    authorId: number
    body: string
    at: Date
    clientKey?: string | undefined
  },
): Promise<number> {
  const inserted = await sql<{ id: number }>`
    INSERT INTO discussion_posts (discussion_id, author_id, body, created_at, client_key)
    VALUES (${given.discussionId}, ${given.authorId}, ${given.body}, ${given.at}, ${given.clientKey ?? null}::uuid)
    RETURNING id`.execute(tx)
  return onlyRow(inserted).id
}

/** Returns the reply that this author wrote under this client key, including a removed one. */
export async function postByKey(tx: Tx, authorId: number, key: string): Promise<number | undefined> {
  const found = await sql<{ id: number }>`
    SELECT id FROM discussion_posts WHERE author_id = ${authorId} AND client_key = ${key}::uuid`.execute(tx)
  return found.rows[0]?.id
}

export async function updatePost(tx: Tx, id: number, body: string, at: Date): Promise<void> {
  await sql`UPDATE discussion_posts SET body = ${body}, edited_at = ${at}
             WHERE id = ${id} AND removed_at IS NULL`.execute(tx)
}

/** Empties the reply and resolves its reports. */
export async function removePost(
  tx: Tx,
  { id, discussionId }: Pick<PostRow, 'id' | 'discussionId'>,
  { by, at }: { by: number; at: Date },
): Promise<void> {
  await sql`UPDATE discussion_posts SET body = '', removed_at = ${at}
             WHERE id = ${id} AND removed_at IS NULL`.execute(tx)
  await resolveReports(tx, { discussionId, postId: id }, by, at)
}

export async function setPostHidden(
  tx: Tx,
  id: number,
  hidden: { by: number; at: Date } | null,
): Promise<void> {
  await sql`UPDATE discussion_posts SET hidden_at = ${hidden?.at ?? null}, hidden_by = ${hidden?.by ?? null}
             WHERE id = ${id}`.execute(tx)
}

/** Returns true for the first report of this text by this person. */
export async function insertReport(
  tx: Tx,
  report: { discussionId: number; postId: number | null; reporterId: number; reason: string; at: Date },
): Promise<boolean> {
  const inserted = await sql`
    INSERT INTO post_reports (discussion_id, post_id, reporter_id, reason, created_at)
    VALUES (${report.discussionId}, ${report.postId}, ${report.reporterId}, ${report.reason}, ${report.at})
    ON CONFLICT DO NOTHING RETURNING id`.execute(tx)
  return inserted.rows.length > 0
}

/** Resolves the open reports of a text. Without `postId`, this is the opening text. */
export async function resolveReports(
  tx: Tx,
  text: { discussionId: number; postId: number | null },
  by: number,
  at: Date,
): Promise<void> {
  await sql`
    UPDATE post_reports SET resolved_at = ${at}, resolved_by = ${by}
     WHERE discussion_id = ${text.discussionId} AND post_id IS NOT DISTINCT FROM ${text.postId}
       AND resolved_at IS NULL`.execute(tx)
}

/** Locks a person's writing until the transaction ends, so that concurrent requests cannot exceed the limits. */
export async function lockWriter(tx: Tx, userId: number): Promise<void> {
  await sql`SELECT 1 FROM user_cards WHERE id = ${userId} FOR NO KEY UPDATE`.execute(tx)
}

export async function writtenSince(db: Db, userId: number, since: Date): Promise<WritingFacts> {
  const found = await sql<WritingFacts>`
    SELECT count(*) AS count, min(created_at) AS oldest
      FROM (SELECT created_at FROM discussions WHERE author_id = ${userId} AND created_at > ${since}
            UNION ALL
            SELECT created_at FROM discussion_posts WHERE author_id = ${userId} AND created_at > ${since}) written`.execute(
    db,
  )
  return found.rows[0] ?? { count: 0, oldest: null }
}

export async function reportedSince(db: Db, userId: number, since: Date): Promise<WritingFacts> {
  const found = await sql<WritingFacts>`
    SELECT count(*) AS count, min(created_at) AS oldest FROM post_reports
     WHERE reporter_id = ${userId} AND created_at > ${since}`.execute(db)
  return found.rows[0] ?? { count: 0, oldest: null }
}
