/** Groups and discussions of the demo school, oldest first, so that the newest has the highest id. */
import type { Transaction } from 'kysely'
import { demoDiscussions, demoGroups } from '../../../demo/community.ts'
import * as discussions from '#server/features/community/discussions.store.ts'
import * as groups from '#server/features/community/groups.store.ts'
import type { DB } from '#server/platform/database/schema.d.ts'

const dayMs = 24 * 3_600_000
/** After a group begins, its members join within this many days, one after the other. */
const joiningDays = 3

export async function seedCommunity(
  tx: Transaction<DB>,
  now: Date,
  ids: { person: (key: string) => number; course: (key: string) => number },
): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * dayMs)
  const groupIds = new Map<string, number>()
  for (const { key, members, begunDaysAgo, ...group } of demoGroups) {
    const [owner = ''] = members
    const createdBy = ids.person(owner)
    const groupId = await groups.insertGroup(tx, { ...group, createdBy, at: ago(begunDaysAgo) })
    for (const [place, member] of members.entries()) {
      await groups.insertMember(tx, {
        groupId,
        userId: ids.person(member),
        role: place === 0 ? 'owner' : 'member',
        at: ago(begunDaysAgo - (joiningDays * place) / members.length),
      })
    }
    groupIds.set(key, groupId)
  }
  const oldestFirst = demoDiscussions.toSorted((one, other) => other.daysAgo - one.daysAgo)
  for (const { title, body, author, daysAgo, group, course, replies } of oldestFirst) {
    const discussionId = await discussions.insertDiscussion(tx, {
      title,
      body,
      authorId: ids.person(author),
      groupId: group === undefined ? null : (groupIds.get(group) ?? missing(group)),
      courseId: course === undefined ? null : ids.course(course),
      at: ago(daysAgo),
    })
    for (const reply of replies) {
      await discussions.insertPost(tx, {
        discussionId,
        authorId: ids.person(reply.author),
        body: reply.body,
        at: ago(reply.daysAgo),
      })
    }
  }
}

function missing(group: string): never {
  throw new Error(`the demo school has no group '${group}'`)
}
