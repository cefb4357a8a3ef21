import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { createCommunityTesting } from './community.testing.ts'

let server: TestApp
let community: ReturnType<typeof createCommunityTesting>
let superadmin: TestPerson
let people: TestPerson[]
let first: TestPerson
let second: TestPerson
let others: TestPerson[]

beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments }, limitsOn: false, poolSize: 12 })
  community = createCommunityTesting(server)
  superadmin = await server.person('superadmin')
  first = await server.person()
  second = await server.person()
  others = await Promise.all(Array.from({ length: 4 }, () => server.person()))
  people = [first, second, ...others]
})
afterAll(() => server.stop())

type Act = () => Promise<{ status: number }>
interface Owned {
  id: number
  by: TestPerson
}

const dropGroup = ({ id }: Owned) => server.call('deleteGroup', { params: { id }, as: superadmin })
const drop = ({ id, by }: Owned) => server.call('deleteDiscussion', { params: { id }, as: by })
const dropPost = ({ id, by }: Owned) => server.call('deletePost', { params: { id }, as: by })
const hide = (id: number, hidden: boolean) =>
  server.call('hideDiscussion', { params: { id }, body: { hidden }, as: superadmin })
const hidePost = (id: number, hidden: boolean) =>
  server.call('hidePost', { params: { id }, body: { hidden }, as: superadmin })
const report = (as: TestPerson, text: { postId: number } | { discussionId: number }) =>
  server.call('reportPost', { body: { reason: 'Not kind', ...text }, as })

interface Scene {
  author: TestPerson
  groupId: number
  discussionId: number
  postId: number
}

async function scene(): Promise<Scene> {
  const author = await server.person()
  const groupId = (await community.beginGroup(author)).id
  const discussionId = (await community.started(author, { groupId })).id
  const postId = (await community.answer(author, discussionId)).body.data.id
  return { author, groupId, discussionId, postId }
}

const waiting = async () =>
  (
    await server.database.pool.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
  ).rows.length

describe('whoever writes in a group', () => {
  const writing: Record<string, (scene: Scene) => Promise<{ status: number }>> = {
    'answers a discussion': ({ author, discussionId }) => community.answer(author, discussionId),
    'changes a discussion': ({ author, discussionId: id }) =>
      server.call('updateDiscussion', { params: { id }, body: { title: 'Another' }, as: author }),
    'deletes a discussion': ({ author, discussionId }) => drop({ id: discussionId, by: author }),
    'hides a discussion': ({ discussionId }) => hide(discussionId, true),
    'changes a reply': ({ author, postId: id }) =>
      server.call('updatePost', { params: { id }, body: { body: 'Another' }, as: author }),
    'deletes a reply': ({ author, postId }) => dropPost({ id: postId, by: author }),
    'hides a reply': ({ postId }) => hidePost(postId, true),
    'reports a reply': ({ postId }) => report(superadmin, { postId }),
  }

  test.each(Object.entries(writing))(
    'writing in a group and deleting it lock in one order: %s',
    async (_, write) => {
      const here = await scene()
      const { answer } = await server.database.transaction(async (tx) => {
        await sql`SELECT 1 FROM study_groups WHERE id = ${here.groupId} FOR UPDATE`.execute(tx)
        const written = write(here)
        await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
        await sql`SELECT 1 FROM discussions WHERE id = ${here.discussionId} FOR UPDATE NOWAIT`.execute(tx)
        return { answer: written }
      })
      expect([200, 201]).toContain((await answer).status)
    },
  )
})

test('a discussion started while its course is being deleted finds no course', async () => {
  const teacher = await server.person('instructor')
  const { id: courseId } = await makeCourse(server.database, { owner: teacher })
  const { answer } = await server.database.transaction(async (tx) => {
    await sql`DELETE FROM courses WHERE id = ${courseId}`.execute(tx)
    const begun = community.start(teacher, { courseId })
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
    return { answer: begun }
  })
  expect(await answer).toMatchObject({ status: 404, body: { errorCode: 'COURSE_NOT_FOUND' } })
})

test('a group and all its discussions can be deleted concurrently', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { author, groupId } = await scene()
    const started = await Promise.all(people.map(() => community.started(author, { groupId })))
    const answers = await Promise.all([
      ...started.map(({ id }) => drop({ id, by: author })),
      dropGroup({ id: groupId, by: author }),
    ])
    expect(answers.at(-1)?.status).toBe(200)
    for (const { status } of answers) expect([200, 404]).toContain(status)
  }
})

describe('everybody at once', () => {
  /** Returns pseudo-random numbers. The same seed gives the same numbers, so that a failure can be repeated. */
  function chooser(seed: number) {
    let state = seed >>> 0
    const next = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state / 2 ** 32
    }
    return <T>(from: readonly [T, ...T[]]): T => from[Math.floor(next() * from.length)] ?? from[0]
  }

  /** Creates two groups that everybody has joined, with some discussions and replies. */
  async function furnish() {
    for (const owner of [first, second]) {
      const { id: groupId } = await community.beginGroup(owner)
      await Promise.all(people.map((person) => community.join(person, groupId)))
      const started = await Promise.all(people.map((person) => community.started(person, { groupId })))
      await Promise.all(
        started.flatMap(({ id }) => [first, ...others].map((person) => community.answer(person, id))),
      )
    }
  }

  async function newest(kind: 'study_groups' | 'discussions' | 'discussion_posts', howMany: number) {
    const by = kind === 'study_groups' ? 'created_by' : 'author_id'
    const { rows } = await sql<{ id: number; by: number }>`
      SELECT id, ${sql.ref(by)} AS by FROM ${sql.table(kind)} ORDER BY id DESC LIMIT ${howMany}`.execute(
      server.database.kysely,
    )
    const found = rows.map((row) => ({
      id: row.id,
      by: people.find(({ id }) => id === row.by) ?? superadmin,
    }))
    const [head = { id: 0, by: superadmin }, ...tail] = found
    return [head, ...tail] as const
  }

  test('concurrent writing, joining, leaving, hiding and deleting leave counts that match the rows', async () => {
    const seed = Date.now()
    const choose = chooser(seed)
    const someone = () => choose([first, second, ...others])
    for (let round = 0; round < 4; round += 1) {
      await furnish()
      const groups = await newest('study_groups', 2)
      const discussions = await newest('discussions', 12)
      const posts = await newest('discussion_posts', 60)
      const group = () => choose(groups)
      const discussion = () => choose(discussions)
      const post = () => choose(posts)
      const either = () => choose([true, false])
      const acts: readonly [Act, ...Act[]] = [
        () => community.join(someone(), group().id),
        () => community.leave(someone(), group().id),
        () => community.start(someone(), { groupId: group().id }),
        () => community.answer(someone(), discussion().id),
        () => community.answer(someone(), discussion().id),
        () => dropPost(post()),
        () => dropPost(post()),
        () => drop(discussion()),
        () => hide(discussion().id, either()),
        () => hidePost(post().id, either()),
        () => report(someone(), { postId: post().id }),
        () => report(someone(), { discussionId: discussion().id }),
      ]
      const answers = await Promise.all([
        ...Array.from({ length: 8 }, () => choose(acts)()),
        ...(round % 2 ? [dropGroup(group())] : []),
        ...Array.from({ length: 52 }, () => choose(acts)()),
      ])
      const failed = answers.map(({ status }) => status).filter((status) => status >= 500)
      expect(failed, `seed ${seed}, round ${round}`).toEqual([])
      expect(answers.filter(({ status }) => status < 300).length).toBeGreaterThan(10)
    }
    const { rows: wrong } = await sql`
      SELECT 'member_count' AS count, g.id FROM study_groups g
       WHERE member_count <> (SELECT count(*) FROM group_members m WHERE m.group_id = g.id)
      UNION ALL
      SELECT 'owners', g.id FROM study_groups g
       WHERE 1 <> (SELECT count(*) FROM group_members m WHERE m.group_id = g.id AND m.role = 'owner')
      UNION ALL
      SELECT 'discussion_count', g.id FROM study_groups g
       WHERE discussion_count <> (SELECT count(*) FROM discussions d
                                   WHERE d.group_id = g.id AND d.hidden_at IS NULL AND d.removed_at IS NULL)
      UNION ALL
      SELECT 'reply_count', d.id FROM discussions d
       WHERE reply_count <> (SELECT count(*) FROM discussion_posts p
                              WHERE p.discussion_id = d.id AND p.hidden_at IS NULL AND p.removed_at IS NULL)
      UNION ALL
      SELECT 'open reports of what is gone', r.id FROM post_reports r
        JOIN discussions d ON d.id = r.discussion_id LEFT JOIN discussion_posts p ON p.id = r.post_id
       WHERE r.resolved_at IS NULL AND (d.removed_at IS NOT NULL OR p.removed_at IS NOT NULL)`.execute(
      server.database.kysely,
    )
    expect(wrong, `seed ${seed}`).toEqual([])
  })
})
