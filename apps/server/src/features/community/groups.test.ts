import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { createCommunityTesting } from './community.testing.ts'

let server: TestApp
let community: ReturnType<typeof createCommunityTesting>
let owner: TestPerson
let member: TestPerson

beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments }, limitsOn: false })
  community = createCommunityTesting(server)
  owner = await server.person()
  member = await server.person()
})
afterAll(() => server.stop())

const listed = async (
  as: TestPerson,
  query: { search?: string; mine?: 'true'; limit?: number; cursor?: string } = {},
) => (await server.call('listGroups', { query: query as Record<string, string>, as })).body

describe('Create Group', () => {
  test('creating a group makes the caller its owner and only member', async () => {
    const group = await community.beginGroup(owner, { name: 'SQL on Sundays', description: 'Joins and tea' })
    expect(group).toMatchObject({
      name: 'SQL on Sundays',
      description: 'Joins and tea',
      category: null,
      memberCount: 1,
      discussionCount: 0,
      membership: 'owner',
      permissions: { edit: true },
    })
  })

  test('creating a group reports missing or too long fields', async () => {
    const blank = await server.call('createGroup', { body: { name: ' ', description: '' }, as: owner })
    expect(blank.status).toBe(400)
    expect(blank.body.error).toBe('name: Name is required, description: Description is required')
    const long = await server.call('createGroup', {
      body: { name: 'n'.repeat(81), description: 'd'.repeat(1001) },
      as: owner,
    })
    expect(long.body.error).toBe(
      'name: Must be at most 80 characters, description: Must be at most 1000 characters',
    )
  })

  test('creating a group needs a session', async () => {
    const answer = await server.call('createGroup', { body: { name: 'A', description: 'B' } })
    expect(answer.status).toBe(401)
    expect((await server.call('listGroups', { query: {} })).status).toBe(401)
  })
})

describe('joining and leaving', () => {
  test('joining a group twice joins once', async () => {
    const group = await community.beginGroup(owner)
    await community.join(member, group.id)
    const { body } = await community.join(member, group.id)
    expect(body.data).toMatchObject({ memberCount: 2, membership: 'member', permissions: { edit: false } })
  })

  test('twenty concurrent joins and leaves keep the counts equal to the rows', async () => {
    const group = await community.beginGroup(owner)
    const people = await Promise.all(Array.from({ length: 10 }, () => server.person()))
    await Promise.all(people.flatMap((person) => [1, 2].map(() => community.join(person, group.id))))
    expect((await community.readGroup(owner, group.id)).memberCount).toBe(11)
    await Promise.all(
      people.slice(0, 4).flatMap((person) => [1, 2].map(() => community.leave(person, group.id))),
    )
    const { rows } = await sql<{ members: number; owners: number }>`
      SELECT count(*) AS members, count(*) FILTER (WHERE role = 'owner') AS owners
        FROM group_members WHERE group_id = ${group.id}`.execute(server.database.kysely)
    expect(rows).toEqual([{ members: 7, owners: 1 }])
    expect((await community.readGroup(owner, group.id)).memberCount).toBe(7)
  })

  test('when an owner leaves, the longest-standing member becomes owner', async () => {
    const group = await community.beginGroup(owner)
    const late = await server.person()
    await community.join(member, group.id)
    await community.join(late, group.id)
    expect((await community.leave(owner, group.id)).body.data).toMatchObject({
      membership: null,
      memberCount: 2,
    })
    expect((await community.readGroup(member, group.id)).membership).toBe('owner')
    expect((await community.readGroup(late, group.id)).membership).toBe('member')
  })

  test('the only member of a group is asked to delete it instead of leaving', async () => {
    const group = await community.beginGroup(owner)
    const refused = await community.leave(owner, group.id)
    expect(refused.status).toBe(409)
    expect(refused.body.error).toBe(
      'You are the only member of this group. Delete the group instead of leaving it.',
    )
    expect((await community.readGroup(owner, group.id)).membership).toBe('owner')
    expect((await server.call('deleteGroup', { params: { id: group.id }, as: owner })).status).toBe(200)
    expect((await server.call('readGroup', { params: { id: group.id }, as: owner })).body.error).toBe(
      'Study group not found',
    )
  })

  test('concurrent leaving of all members leaves one owner', async () => {
    const group = await community.beginGroup(owner)
    await community.join(member, group.id)
    const answers = await Promise.all([community.leave(owner, group.id), community.leave(member, group.id)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const { rows } =
      await sql`SELECT 1 FROM group_members WHERE group_id = ${group.id} AND role = 'owner'`.execute(
        server.database.kysely,
      )
    expect(rows).toHaveLength(1)
  })

  test('erasing an account passes its groups on, and deletes those without other members', async () => {
    const leaver = await server.person()
    const shared = await community.beginGroup(leaver)
    const alone = await community.beginGroup(leaver)
    await community.join(member, shared.id)
    await server.database.transaction((tx) => server.services.community.groups.leaveAllGroups(tx, leaver.id))
    expect((await community.readGroup(member, shared.id)).membership).toBe('owner')
    expect((await server.call('readGroup', { params: { id: alone.id }, as: member })).status).toBe(404)
  })
})

describe('a group is changed', () => {
  test('a group is changed by its owner and a superadmin only', async () => {
    const group = await community.beginGroup(owner)
    await community.join(member, group.id)
    const change = (as: TestPerson) =>
      server.call('updateGroup', { params: { id: group.id }, body: { category: 'Data Science' }, as })
    expect((await change(member)).body.errorCode).toBe('NOT_YOURS')
    expect((await change(owner)).body.data).toMatchObject({ category: 'Data Science', name: 'Night readers' })
    expect((await change(await server.person('superadmin'))).status).toBe(200)
    expect((await server.call('deleteGroup', { params: { id: group.id }, as: member })).status).toBe(403)
  })

  test('deleting a group deletes its discussions', async () => {
    const group = await community.beginGroup(owner)
    const discussion = await community.started(owner, { groupId: group.id })
    await server.call('deleteGroup', { params: { id: group.id }, as: owner })
    expect((await community.read(owner, discussion.id)).body.error).toBe('Discussion not found')
  })
})

describe('the list of groups', () => {
  test('the list of groups is newest first, in pages, each group once', async () => {
    const newest = await community.beginGroup(owner, { name: 'The newest' })
    const first = await listed(owner, { limit: 2 })
    expect(first.data[0]?.id).toBe(newest.id)
    expect(first.data).toHaveLength(2)
    const second = await listed(owner, { limit: 2, cursor: first.meta.nextCursor ?? '' })
    expect(second.data[0]?.id).toBeLessThan(first.data[1]?.id ?? 0)
    expect(second.meta.total).toBe(first.meta.total)
  })

  test('the list of groups is searched by name and description in any case, literally', async () => {
    await community.beginGroup(owner, { name: 'Café 100% Kopi', description: 'Talk over coffee' })
    expect((await listed(member, { search: '100% KOPI' })).data).toHaveLength(1)
    expect((await listed(member, { search: 'over COFFEE' })).data).toHaveLength(1)
    expect((await listed(member, { search: '100_ kopi' })).data).toEqual([])
  })

  test("the list of groups can be limited to the caller's groups", async () => {
    const reader = await server.person()
    const group = await community.beginGroup(owner)
    expect((await listed(reader, { mine: 'true' })).data).toEqual([])
    await community.join(reader, group.id)
    expect((await listed(reader, { mine: 'true' })).data.map(({ id }) => id)).toEqual([group.id])
  })

  test('the list of members contains no e-mail addresses', async () => {
    const group = await community.beginGroup(owner)
    await community.join(member, group.id)
    const { body, raw } = await server.call('listGroupMembers', {
      params: { id: group.id },
      query: {},
      as: member,
    })
    expect(body.data.map(({ id, role }) => ({ id, role }))).toEqual([
      { id: member.id, role: 'member' },
      { id: owner.id, role: 'owner' },
    ])
    expect(raw.body).not.toContain('@')
  })
})

test('a person creates five groups an hour, and the refusal says when the next is possible', async () => {
  const limited = await startTestApp({ payments: { ...unusedPayments } })
  try {
    const person = await limited.person()
    const begin = () =>
      limited.call('createGroup', { body: { name: 'A group', description: 'One of many' }, as: person })
    const answers = await Promise.all(Array.from({ length: 7 }, begin))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    const refused = await begin()
    expect(refused.body.errorCode).toBe('TOO_MANY_ATTEMPTS')
    expect(Number(refused.raw.headers['retry-after'])).toBeGreaterThan(3500)
    limited.clock.advance(3_600_001)
    expect((await begin()).status).toBe(201)
  } finally {
    await limited.stop()
  }
})

test('a person joins sixty groups an hour, and may always leave', async () => {
  const limited = await startTestApp({ payments: { ...unusedPayments } })
  try {
    const here = createCommunityTesting(limited)
    const person = await limited.person()
    const group = await here.beginGroup(await limited.person())
    for (let time = 1; time <= 60; time += 1) {
      expect((await here.join(person, group.id)).status).toBe(200)
      expect((await here.leave(person, group.id)).status).toBe(200)
    }
    const refused = await here.join(person, group.id)
    expect(refused).toMatchObject({ status: 429, body: { errorCode: 'TOO_MANY_ATTEMPTS' } })
    expect(Number(refused.raw.headers['retry-after'])).toBeGreaterThan(0)
    expect((await here.leave(person, group.id)).status).toBe(200)
    expect((await here.readGroup(person, group.id)).memberCount).toBe(1)
    expect((await here.join(await limited.person(), group.id)).status).toBe(200)
    limited.clock.advance(3_600_001)
    expect((await here.join(person, group.id)).status).toBe(200)
  } finally {
    await limited.stop()
  }
})
