/** Manages study groups. All signed-in users may join one, and each group has one owner. */
import { erasedText } from '@apogee/contracts/community/erased-text.ts'
import type { FeaturedGroup, GroupMember, StudyGroup } from '@apogee/contracts/community/community.ts'
import type { CourseCategory } from '@apogee/contracts/course-choices.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { pageOf, pageRequest, type Page } from '#server/platform/pages.ts'
import { searchPattern } from '#server/platform/search-pattern.ts'
import type { Caller } from '#server/policy/caller.ts'
import { recordEdit } from '#server/policy/edits.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import { waitFor, writingLimits } from './community.rules.ts'
import { lockWriter } from './discussions.store.ts'
import * as store from './groups.store.ts'

export interface GroupQuery {
  limit?: number | undefined
  cursor?: string | undefined
  page?: number | undefined
  search?: string | undefined
  mine?: 'true' | 'false' | undefined
  category?: CourseCategory | undefined
}

interface GroupForm {
  name: string
  description: string
  category?: CourseCategory | null | undefined
}

/** Visitors see at most `most` groups, each with at least `members` members. */
const featured = { members: 3, most: 4 } as const

interface GroupsDependencies {
  database: Database
  clock: Clock
  limitsOn: boolean
  accounts: Pick<Accounts, 'consumeAttempt'>
}

export class Groups {
  readonly #deps: GroupsDependencies

  constructor(deps: GroupsDependencies) {
    this.#deps = deps
  }

  async listGroups(caller: Caller, query: GroupQuery): Promise<Page<StudyGroup>> {
    const page = pageRequest(query)
    const { rows, total } = await store.pageOfGroups(
      this.#deps.database.kysely,
      caller.userId,
      {
        pattern: searchPattern(query.search),
        category: query.category ?? null,
        mine: query.mine === 'true',
      },
      page,
    )
    return pageOf(
      rows.map((row) => present(row, caller)),
      total,
      page,
    )
  }

  readonly featuredGroups = (): Promise<FeaturedGroup[]> =>
    this.#deps.database.publicRead((db) => store.largestGroups(db, featured))

  async readGroup(caller: Caller, id: number): Promise<StudyGroup> {
    return present(await found(store.groupById(this.#deps.database.kysely, caller.userId, id)), caller)
  }

  async createGroup(caller: Caller, form: GroupForm): Promise<StudyGroup> {
    const id = await this.#deps.database.transaction(async (tx) => {
      await lockWriter(tx, caller.userId)
      const now = this.#deps.clock.now()
      const since = new Date(now.getTime() - writingLimits.groups.withinMs)
      const wait = waitFor(await store.groupsBegunSince(tx, caller.userId, since), writingLimits.groups, now)
      if (this.#deps.limitsOn && wait !== null) refuse('TOO_MANY_ATTEMPTS', { retryAfter: wait })
      const groupId = await store.insertGroup(tx, {
        ...form,
        category: form.category ?? null,
        createdBy: caller.userId,
        at: now,
      })
      await store.insertMember(tx, { groupId, userId: caller.userId, role: 'owner', at: now })
      return groupId
    })
    return this.readGroup(caller, id)
  }

  /** Locks and returns a group that the caller may change or delete. Refuses other callers. */
  async #ownGroup(tx: Tx, caller: Caller, id: number): Promise<store.GroupRow> {
    if (!(await store.lockGroupForDeletion(tx, id))) refuse('GROUP_NOT_FOUND')
    const group = await found(store.groupById(tx, caller.userId, id))
    if (!present(group, caller).permissions.edit) refuse('NOT_YOURS')
    return group
  }

  async updateGroup(
    caller: Caller,
    id: number,
    { version, ...changes }: Partial<GroupForm> & { version?: number | undefined },
  ): Promise<StudyGroup> {
    await this.#deps.database.transaction(async (tx) => {
      const { name, description, category } = await this.#ownGroup(tx, caller, id)
      await recordEdit(tx, {
        kind: 'group',
        id,
        by: caller.userId,
        at: this.#deps.clock.now(),
        version,
        current: { name, description, category },
        changes,
      })
      await store.updateGroup(tx, id, changes)
    })
    return this.readGroup(caller, id)
  }

  async deleteGroup(caller: Caller, id: number): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      await this.#ownGroup(tx, caller, id)
      await store.deleteGroup(tx, id)
    })
  }

  async joinGroup({ userId }: Caller, id: number): Promise<void> {
    await this.#deps.accounts.consumeAttempt('group.join', String(userId))
    await this.#deps.database.transaction(async (tx) => {
      if (!(await store.lockGroup(tx, id))) refuse('GROUP_NOT_FOUND')
      await store.insertMember(tx, { groupId: id, userId, role: 'member', at: this.#deps.clock.now() })
    })
  }

  /**
   * Removes the caller from a group. If the caller is the owner, the member who joined first becomes the owner. Refuses LAST_MEMBER
   * if there is no other member.
   */
  async leaveGroup({ userId }: Caller, id: number): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      if (!(await store.lockGroup(tx, id))) refuse('GROUP_NOT_FOUND')
      if (!(await this.#leave(tx, userId, id))) refuse('LAST_MEMBER')
    })
  }

  /** Removes a member. Returns false if the group then has no member who could be its owner. The group must be locked. */
  async #leave(tx: Tx, userId: number, id: number): Promise<boolean> {
    const group = await found(store.groupById(tx, userId, id))
    if (group.membership === null) return true
    await store.deleteMember(tx, id, userId)
    return group.membership === 'member' || (await store.transferOwnership(tx, id))
  }

  /** Removes an erased account from every group. A group without other members is deleted. */
  async leaveAllGroups(tx: Tx, userId: number): Promise<void> {
    for (const id of await store.groupsOf(tx, userId)) {
      if (!(await store.lockGroupForDeletion(tx, id))) continue
      const group = await store.groupById(tx, userId, id)
      // The group keeps its name, by which the other members know it.
      if (group?.membership === 'owner') await store.updateGroup(tx, id, { description: erasedText })
      if (!(await this.#leave(tx, userId, id))) await store.deleteGroup(tx, id)
    }
  }

  async listGroupMembers(
    caller: Caller,
    id: number,
    query: Pick<GroupQuery, 'limit' | 'cursor' | 'page'>,
  ): Promise<Page<GroupMember>> {
    const page = pageRequest(query)
    const group = await found(store.groupById(this.#deps.database.kysely, caller.userId, id))
    const { data, meta } = pageOf(
      await store.pageOfMembers(this.#deps.database.kysely, id, page),
      { exact: group.memberCount },
      page,
    )
    return {
      data: data.map(({ userId, name, avatar, role, joinedAt }) => ({
        id: userId,
        name,
        avatar,
        role,
        joinedAt: joinedAt.toISOString(),
      })),
      meta,
    }
  }
}

async function found(asked: Promise<store.GroupRow | undefined>): Promise<store.GroupRow> {
  return (await asked) ?? refuse('GROUP_NOT_FOUND')
}

function present({ createdAt, lastActivityAt, ...group }: store.GroupRow, { role }: Caller): StudyGroup {
  return {
    ...group,
    createdAt: createdAt.toISOString(),
    lastActivityAt: lastActivityAt.toISOString(),
    permissions: { edit: group.membership === 'owner' || role === 'superadmin' },
  }
}
