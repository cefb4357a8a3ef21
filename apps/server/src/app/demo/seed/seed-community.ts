/** Seeds study groups, discussions, reviews and messages. The newest entry has the highest id. */
import { sql } from 'kysely'
import { userById } from '#server/features/accounts/accounts.store.ts'
import * as discussionStore from '#server/features/community/discussions.store.ts'
import * as groupStore from '#server/features/community/groups.store.ts'
import { insertMessage } from '#server/features/messages/messages.store.ts'
import { insertPast } from '#server/features/reviews/reviews.store.ts'
import { ByKey, daysBefore, type Seeding } from './seeding.ts'

/** The members of a group joined one after the other within this many days. */
const joiningDays = 3

export async function seedCommunity(seeding: Seeding): Promise<void> {
  const { tx, school, now, people, courses } = seeding
  const groupIds = await seedGroups(seeding)
  for (const { title, body, author, daysAgo, group, course, replies } of oldestFirst(school.discussions)) {
    const discussionId = await discussionStore.insertDiscussion(tx, {
      title,
      body,
      authorId: people.of(author).userId,
      groupId: group === undefined ? null : groupIds.of(group),
      courseId: course === undefined ? null : courses.of(course).id,
      at: daysBefore(now, daysAgo),
    })
    for (const reply of replies) {
      await discussionStore.insertPost(tx, {
        discussionId,
        authorId: people.of(reply.author).userId,
        body: reply.body,
        at: daysBefore(now, reply.daysAgo),
      })
    }
  }
}

async function seedGroups({ tx, school, now, people }: Seeding): Promise<ByKey<number>> {
  const ids = new ByKey<number>()
  for (const { key, name, description, category, members, begunDaysAgo } of school.groups) {
    const userIds = members.map((member) => people.of(member).userId)
    const [createdBy = 0] = userIds
    const group = { name, description, category, createdBy, at: daysBefore(now, begunDaysAgo) }
    const groupId = await groupStore.insertGroup(tx, group)
    for (const [index, userId] of userIds.entries()) {
      const at = daysBefore(now, begunDaysAgo - (joiningDays * index) / members.length)
      await groupStore.insertMember(tx, { groupId, userId, role: index === 0 ? 'owner' : 'member', at })
    }
    ids.set(key, groupId)
  }
  return ids
}

/** Runs after all steps that enrol people, because only enrolled people may review a course. */
export async function seedReviews(seeding: Seeding): Promise<void> {
  const { tx, school, now, people, courses } = seeding
  for (const { course, by, daysAgo, rating, text, reply } of oldestFirst(school.reviews)) {
    const { id: courseId, instructor } = courses.of(course)
    const at = daysBefore(now, daysAgo)
    const userId = by === null ? await longestLearnerOf(seeding, courseId, at) : people.of(by).userId
    // The learner does not exist if the seller has no account at the provider, because past sales were then not seeded.
    if (userId === undefined) continue
    const replied = reply && {
      text: reply.text,
      by: people.of(instructor).userId,
      at: daysBefore(now, reply.daysAgo),
    }
    await insertPast(tx, { userId, courseId, rating, text, at, reply: replied ?? null })
  }
}

/** Returns the learner of past sales who has had the course for the longest time and has not reviewed it. */
async function longestLearnerOf(
  { tx, school }: Seeding,
  courseId: number,
  at: Date,
): Promise<number | undefined> {
  const found = await sql<{ id: number }>`
    SELECT e.user_id AS id FROM enrolments e JOIN user_cards u ON u.id = e.user_id
     WHERE e.course_id = ${courseId} AND e.revoked_at IS NULL AND e.granted_at < ${at}
       AND u.email LIKE ${`%@${school.learners.domain}`}
       AND NOT EXISTS (SELECT 1 FROM reviews r WHERE r.user_id = e.user_id AND r.course_id = e.course_id)
     ORDER BY e.granted_at, e.id LIMIT 1`.execute(tx)
  return found.rows[0]?.id
}

/** Seeds messages to the platform's staff. No mail is sent. */
export async function seedMessages({ tx, school, now, people }: Seeding): Promise<void> {
  for (const { from, topic, state, daysAgo, body } of school.messages) {
    const sender = await userById(tx, people.of(from).userId)
    if (!sender) throw new Error(`the account of '${from}' is gone`)
    await insertMessage(tx, {
      topic,
      state,
      body,
      name: sender.name ?? sender.email,
      email: sender.email,
      senderId: sender.id,
      looksAutomated: false,
      addressDigest: null,
      createdAt: daysBefore(now, daysAgo),
    })
  }
}

const oldestFirst = <Entry extends { daysAgo: number }>(entries: readonly Entry[]): Entry[] =>
  entries.toSorted((one, other) => other.daysAgo - one.daysAgo)
