/** Stores study groups and their members. Triggers maintain the numbers of members and discussions. */
import type { CourseCategory } from '@apogee/contracts/course-choices.ts'
import { sql } from 'kysely'
import { matchesPattern } from '#server/platform/search-pattern.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { versionOf } from '#server/policy/edits.ts'
import { countLimit, newestPage, type PageRequest } from '#server/platform/pages.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import type { WritingFacts } from './community.rules.ts'

export interface GroupRow {
  id: number
  version: number
  name: string
  description: string
  category: CourseCategory | null
  memberCount: number
  discussionCount: number
  createdAt: Date
  lastActivityAt: Date
  membership: 'owner' | 'member' | null
}

export interface GroupFilter {
  /** This is the result of `searchPattern`. */
  pattern: string | null
  category: CourseCategory | null
  mine: boolean
}

const groupColumns = sql`
  g.id, g.name, g.description, g.category, g.member_count AS "memberCount", g.discussion_count AS "discussionCount",
  g.created_at AS "createdAt", g.last_activity_at AS "lastActivityAt", m.role AS membership,
  ${versionOf('group', 'g.id')} AS version`

const groupsSeenBy = (userId: number) => sql`
  study_groups g LEFT JOIN group_members m ON m.group_id = g.id AND m.user_id = ${userId}`

/** Returns the newest group first. One extra row shows that another page exists. */
export async function pageOfGroups(
  db: Db,
  userId: number,
  { pattern, category, mine }: GroupFilter,
  page: PageRequest,
): Promise<{ rows: GroupRow[]; total: number }> {
  const where = sql`
    (${pattern}::text IS NULL OR ${matchesPattern(sql`g.name`, pattern)} OR ${matchesPattern(sql`g.description`, pattern)})
    AND (${category}::text IS NULL OR g.category = ${category}) AND (NOT ${mine}::boolean OR m.role IS NOT NULL)`
  const found = await sql<GroupRow>`
    SELECT ${groupColumns} FROM ${groupsSeenBy(userId)} WHERE ${where} AND ${newestPage('g.id', page)}`.execute(
    db,
  )
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (SELECT FROM ${groupsSeenBy(userId)} WHERE ${where} ${countLimit}) counted`.execute(
    db,
  )
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

export interface FeaturedGroupRow {
  id: number
  name: string
  category: CourseCategory | null
  memberCount: number
  discussionCount: number
}

/**
 * Returns the groups with the most members. Groups with fewer than `members` members are left out, because strangers must not see
 * groups of single people.
 */
export async function largestGroups(
  db: Db,
  { members, most }: { members: number; most: number },
): Promise<FeaturedGroupRow[]> {
  const found = await sql<FeaturedGroupRow>`
    SELECT g.id, g.name, g.category, g.member_count AS "memberCount", g.discussion_count AS "discussionCount"
      FROM study_groups g WHERE g.member_count >= ${members}
     ORDER BY g.member_count DESC, g.id DESC LIMIT ${most}`.execute(db)
  return found.rows
}

export async function groupById(db: Db, userId: number, id: number): Promise<GroupRow | undefined> {
  const found = await sql<GroupRow>`
    SELECT ${groupColumns} FROM ${groupsSeenBy(userId)} WHERE g.id = ${id}`.execute(db)
  return found.rows[0]
}

/** Locks a group and its membership until the transaction ends. Returns false if the group does not exist. */
export async function lockGroup(tx: Tx, id: number): Promise<boolean> {
  const found = await sql`SELECT 1 FROM study_groups WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx)
  return found.rows.length > 0
}

/** Locks the group of a discussion, if it has one, until the transaction ends. */
export async function lockGroupOf(tx: Tx, discussionId: number): Promise<void> {
  await sql`SELECT 1 FROM study_groups
             WHERE id = (SELECT group_id FROM discussions WHERE id = ${discussionId}) FOR NO KEY UPDATE`.execute(
    tx,
  )
}

/** Locks a group for its deletion, after concurrent writers have finished. Returns false if the group does not exist. */
export async function lockGroupForDeletion(tx: Tx, id: number): Promise<boolean> {
  const found = await sql`SELECT 1 FROM study_groups WHERE id = ${id} FOR UPDATE`.execute(tx)
  return found.rows.length > 0
}

export async function insertGroup(
  tx: Tx,
  group: {
    name: string
    description: string
    category: CourseCategory | null
    createdBy: number
    at: Date
  },
): Promise<number> {
  const inserted = await sql<{ id: number }>`
    INSERT INTO study_groups (name, description, category, created_by, created_at, last_activity_at)
    VALUES (${group.name}, ${group.description}, ${group.category}, ${group.createdBy}, ${group.at}, ${group.at})
    RETURNING id`.execute(tx)
  return onlyRow(inserted).id
}

/** Undefined fields stay unchanged. A null category removes the category. */
export async function updateGroup(
  tx: Tx,
  id: number,
  changes: {
    name?: string | undefined
    description?: string | undefined
    category?: CourseCategory | null | undefined
  },
): Promise<void> {
  await sql`
    UPDATE study_groups
       SET name = coalesce(${changes.name ?? null}, name),
           description = coalesce(${changes.description ?? null}, description),
           category = CASE WHEN ${changes.category === undefined}::boolean THEN category
                           ELSE ${changes.category ?? null}::text END
     WHERE id = ${id}`.execute(tx)
}

export async function deleteGroup(tx: Tx, id: number): Promise<void> {
  await sql`DELETE FROM study_groups WHERE id = ${id}`.execute(tx)
}

/** Adds a member. Existing members stay as they are. */
export async function insertMember(
  tx: Tx,
  member: { groupId: number; userId: number; role: 'owner' | 'member'; at: Date },
): Promise<void> {
  await sql`
    INSERT INTO group_members (group_id, user_id, role, joined_at)
    VALUES (${member.groupId}, ${member.userId}, ${member.role}, ${member.at})
    ON CONFLICT (group_id, user_id) DO NOTHING`.execute(tx)
}

export async function deleteMember(tx: Tx, groupId: number, userId: number): Promise<void> {
  await sql`DELETE FROM group_members WHERE group_id = ${groupId} AND user_id = ${userId}`.execute(tx)
}

/** Makes the member who joined first the owner. Returns false if the group has no member left. */
export async function transferOwnership(tx: Tx, groupId: number): Promise<boolean> {
  const changed = await sql`
    UPDATE group_members SET role = 'owner'
     WHERE id = (SELECT min(id) FROM group_members WHERE group_id = ${groupId}) RETURNING id`.execute(tx)
  return changed.rows.length > 0
}

export interface MemberRow {
  /** This is the id of the membership, after which pages continue. */
  id: number
  userId: number
  name: string | null
  avatar: string | null
  role: 'owner' | 'member'
  joinedAt: Date
}

export async function pageOfMembers(db: Db, groupId: number, page: PageRequest): Promise<MemberRow[]> {
  const found = await sql<MemberRow>`
    SELECT m.id, u.id AS "userId", u.name, u.avatar_url AS avatar, m.role, m.joined_at AS "joinedAt"
      FROM group_members m JOIN user_cards u ON u.id = m.user_id
     WHERE m.group_id = ${groupId} AND ${newestPage('m.id', page)}`.execute(db)
  return found.rows
}

export async function groupsOf(db: Db, userId: number): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT group_id AS id FROM group_members WHERE user_id = ${userId} ORDER BY group_id`.execute(db)
  return found.rows.map(({ id }) => id)
}

export async function groupsBegunSince(db: Db, userId: number, since: Date): Promise<WritingFacts> {
  const found = await sql<WritingFacts>`
    SELECT count(*) AS count, min(created_at) AS oldest FROM study_groups
     WHERE created_by = ${userId} AND created_at > ${since}`.execute(db)
  return found.rows[0] ?? { count: 0, oldest: null }
}
