import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { coursePermissions, standings, verdictFor, type Standing } from '#server/policy/permissions.ts'
import { createCommunityTesting } from './community.testing.ts'

let server: TestApp
let community: ReturnType<typeof createCommunityTesting>
let author: TestPerson
let other: TestPerson
let superadmin: TestPerson
let teacher: TestPerson

beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments }, limitsOn: false })
  community = createCommunityTesting(server)
  author = await server.person()
  other = await server.person()
  superadmin = await server.person('superadmin')
  teacher = await server.person('instructor')
})
afterAll(() => server.stop())

const remove = (as: TestPerson, id: number) => server.call('deleteDiscussion', { params: { id }, as })
const hide = (as: TestPerson, id: number, hidden = true) =>
  server.call('hideDiscussion', { params: { id }, body: { hidden }, as })
const hidePost = (as: TestPerson, id: number, hidden = true) =>
  server.call('hidePost', { params: { id }, body: { hidden }, as })
const report = (as: TestPerson, text: { postId: number } | { discussionId: number }) =>
  server.call('reportPost', { body: { reason: 'Not kind', ...text }, as })

describe('New Discussion', () => {
  test('a new discussion is listed for everybody, newest first, with author and last activity', async () => {
    const { status, body } = await community.start(
      author,
      {},
      { title: ' Where to begin? ', body: 'With what?' },
    )
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      title: 'Where to begin?',
      author: { id: author.id, standing: null },
      group: null,
      course: null,
      replyCount: 0,
      permissions: { reply: true, edit: true, report: false, moderate: false },
    })
    const { body: listed } = await community.list(other)
    expect(listed.data[0]).toMatchObject({
      id: body.data.id,
      title: 'Where to begin?',
      excerpt: 'With what?',
    })
    expect(listed.data[0]?.lastActivityAt).toBe(listed.data[0]?.createdAt)
    expect(await community.eventsOf('discussion.started')).toContainEqual({
      discussionId: body.data.id,
      authorId: author.id,
      groupId: null,
      courseId: null,
    })
  })

  test('a new discussion reports missing fields and belongs to one group or course', async () => {
    const blank = await community.start(author, {}, { title: '', body: ' ' })
    expect(blank.body.error).toBe('title: Title is required, body: Please write something')
    const both = await community.start(author, { groupId: 1, courseId: 1 })
    expect(both.status).toBe(400)
    expect(both.body.error).toBe('courseId: must be empty when there is a groupId')
  })

  test('a discussion in a group is written by members and read by everybody', async () => {
    const group = await community.beginGroup(author)
    expect((await community.start(other, { groupId: group.id })).body.error).toBe(
      'Please join this group to take part',
    )
    const discussion = await community.started(author, { groupId: group.id })
    expect((await community.read(other, discussion.id)).body.data).toMatchObject({
      author: { standing: 'owner' },
      group: { id: group.id, name: 'Night readers' },
      permissions: { reply: false },
    })
    expect((await community.answer(other, discussion.id)).body.errorCode).toBe('NOT_A_MEMBER')
    await community.join(other, group.id)
    expect((await community.answer(other, discussion.id)).status).toBe(201)
    expect((await community.readGroup(author, group.id)).discussionCount).toBe(1)
  })

  test('a discussion in a missing group is refused', async () => {
    expect((await community.start(author, { groupId: 999_999 })).body.errorCode).toBe('GROUP_NOT_FOUND')
    expect((await community.list(author, { groupId: 999_999 })).body.errorCode).toBe('GROUP_NOT_FOUND')
  })
})

describe('replies', () => {
  test("replies are listed newest first and notify the discussion's author", async () => {
    const { id } = await community.started(author)
    server.clock.advance(60_000)
    const { body } = await community.answer(other, id, 'First\nline two https://example.org/a?b=c')
    await community.answer(author, id, 'Thank you')
    const shown = (await community.read(author, id)).body
    expect(shown.data.posts.map((post) => post.body)).toEqual([
      'Thank you',
      'First\nline two https://example.org/a?b=c',
    ])
    expect(shown.data.replyCount).toBe(2)
    expect(Date.parse(shown.data.lastActivityAt)).toBe(Date.parse(shown.data.createdAt) + 60_000)
    expect(await community.eventsOf('discussion.answered')).toContainEqual({
      discussionId: id,
      postId: body.data.id,
      authorId: other.id,
      answeredUserId: author.id,
      mentionedIds: [],
    })
  })

  test('a reply and a discussion that are sent again with their key are written once', async () => {
    const clientKey = '0c5f4a1e-3a52-4c0e-9d0e-2f4f3c2b1a00'
    const place = { title: 'Sent twice', body: 'On a train' }
    const starts = await Promise.all(
      [1, 2, 3].map(() => server.call('startDiscussion', { body: { ...place, clientKey }, as: author })),
    )
    expect(starts.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(starts.map(({ body }) => body.data.id)).size).toBe(1)
    const id = starts[0]?.body.data.id ?? 0
    const reply = (as: TestPerson) =>
      server.call('answerDiscussion', { params: { id }, body: { body: 'Once', clientKey }, as })
    const replies = await Promise.all([reply(author), reply(author), reply(other)])
    const [first, again, others] = replies.map(({ body }) => body.data.id)
    expect(again).toBe(first)
    expect(others).not.toBe(first)
    expect((await community.read(author, id)).body.data.replyCount).toBe(2)
    await server.call('deletePost', { params: { id: first ?? 0 }, as: author })
    expect((await reply(author)).body.errorCode).toBe('POST_NOT_FOUND')
    expect((await community.read(author, id)).body.data.replyCount).toBe(1)
  })

  test('concurrent replies are all counted', async () => {
    const { id } = await community.started(author)
    await Promise.all(Array.from({ length: 12 }, (_, n) => community.answer(n % 2 ? author : other, id)))
    expect((await community.read(author, id)).body.data.replyCount).toBe(12)
  })

  test('replies come in pages', async () => {
    const { id } = await community.started(author)
    for (const body of ['one', 'two', 'three']) await community.answer(other, id, body)
    const page = async (cursor?: string) =>
      (
        await server.call('readDiscussion', {
          params: { id },
          query: { limit: '2' as never, ...(cursor && { cursor }) },
          as: author,
        })
      ).body
    const first = await page()
    expect(first.data.posts.map(({ body }) => body)).toEqual(['three', 'two'])
    expect(first.meta.total).toBe(3)
    const second = await page(first.meta.nextCursor ?? '')
    expect(second.data.posts.map(({ body }) => body)).toEqual(['one'])
    expect(second.meta.nextCursor).toBeNull()
  })

  test('replies are changed and deleted by their authors only', async () => {
    const { id } = await community.started(author)
    const post = (await community.answer(other, id, 'Frist')).body.data
    const change = (as: TestPerson, body: string) =>
      server.call('updatePost', { params: { id: post.id }, body: { body }, as })
    expect((await change(author, 'Mine')).body.errorCode).toBe('NOT_YOURS')
    expect((await change(other, 'First')).body.data).toMatchObject({
      body: 'First',
      permissions: { edit: true },
    })
    expect((await change(other, 'First')).body.data.editedAt).not.toBeNull()
    const drop = (as: TestPerson) => server.call('deletePost', { params: { id: post.id }, as })
    expect((await drop(author)).status).toBe(403)
    expect((await drop(other)).status).toBe(200)
    expect((await drop(other)).body.error).toBe('Reply not found')
    expect((await community.read(author, id)).body.data).toMatchObject({ replyCount: 0, posts: [] })
  })

  test('replies never contain an e-mail address', async () => {
    const { id } = await community.started(author)
    await community.answer(other, id)
    for (const { raw } of [await community.read(other, id), await community.list(other)]) {
      expect(raw.body).not.toContain('@apogee.test')
    }
  })
})

describe('one’s own discussion', () => {
  test('a discussion is changed and deleted by its author only', async () => {
    const secret = 'a-text-that-goes-away'
    const { id } = await community.started(author, {}, { body: secret })
    await community.answer(other, id, secret)
    const change = (as: TestPerson) =>
      server.call('updateDiscussion', { params: { id }, body: { title: 'Another title' }, as })
    expect((await change(other)).status).toBe(403)
    expect((await change(author)).body.data).toMatchObject({ title: 'Another title', body: secret })
    expect((await remove(other, id)).status).toBe(403)
    expect((await remove(author, id)).status).toBe(200)
    expect((await community.read(author, id)).body.error).toBe('Discussion not found')
    expect((await community.answer(other, id)).status).toBe(404)
    const { rows } = await sql`
      SELECT 1 FROM discussions WHERE body = ${secret} UNION ALL SELECT 1 FROM discussion_posts WHERE body = ${secret}`.execute(
      server.database.kysely,
    )
    expect(rows).toEqual([])
  })
})

describe('the search', () => {
  test('the search finds titles and texts in any case, literally', async () => {
    await community.started(author, {}, { title: 'Left JOIN or not', body: 'Rows that are 100% missing' })
    expect(await community.titles(other, { search: 'left join' })).toEqual(['Left JOIN or not'])
    expect(await community.titles(other, { search: '100% MISSING' })).toEqual(['Left JOIN or not'])
    expect(await community.titles(other, { search: '100_ missing' })).toEqual([])
  })

  test('the search uses its indexes', async () => {
    const { rows } = await sql<{ indexdef: string }>`
      SELECT indexdef FROM pg_indexes WHERE tablename IN ('discussions', 'study_groups') AND indexdef LIKE '%search_form%trgm%'`.execute(
      server.database.kysely,
    )
    expect(rows).toHaveLength(4)
  })
})

describe('reports and hiding', () => {
  test('a report is made once per person and visible to moderators', async () => {
    const group = await community.beginGroup(author)
    await community.join(other, group.id)
    const { id } = await community.started(other, { groupId: group.id })
    const post = (await community.answer(other, id)).body.data
    const reader = await server.person()
    expect((await report(reader, { postId: post.id })).status).toBe(200)
    expect((await report(reader, { postId: post.id })).status).toBe(200)
    expect((await report(reader, { discussionId: id })).status).toBe(200)
    expect((await community.read(reader, id)).body.data).toMatchObject({ reportCount: 0 })
    const seen = (await community.read(author, id)).body.data
    expect(seen).toMatchObject({ reportCount: 2, openingReportCount: 1, permissions: { moderate: true } })
    expect(seen.posts[0]?.reportCount).toBe(1)
    expect((await community.list(author, { reported: true })).body.data.map((one) => one.id)).toEqual([id])
    expect((await community.list(reader, { reported: true })).body.data).toEqual([])
    expect((await community.list(other, { reported: true })).body.meta.total).toBe(0)
    expect(await community.eventsOf('post.reported')).toContainEqual({
      discussionId: id,
      postId: post.id,
      reporterId: reader.id,
      moderatorId: author.id,
    })
  })

  test('deleting a reply removes its report from list and count', async () => {
    const group = await community.beginGroup(author)
    await community.join(other, group.id)
    const { id } = await community.started(author, { groupId: group.id })
    const post = (await community.answer(other, id)).body.data
    await report(author, { postId: post.id })
    await report(superadmin, { postId: post.id })
    expect((await community.read(author, id)).body.data.reportCount).toBe(2)
    const before = (await community.list(author, { reported: true })).body.meta.total
    await server.call('deletePost', { params: { id: post.id }, as: other })
    expect((await community.read(author, id)).body.data.reportCount).toBe(0)
    const { data, meta } = (await community.list(author, { reported: true })).body
    expect(data.map((one) => one.id)).not.toContain(id)
    expect(meta.total).toBe((before ?? 0) - 1)
  })

  test('deleting a discussion resolves all its reports', async () => {
    const { id } = await community.started(other)
    const post = (await community.answer(author, id)).body.data
    await report(author, { discussionId: id })
    await report(other, { postId: post.id })
    await remove(other, id)
    expect(await community.openReportsOf(id)).toBe(0)
  })

  test('reporting a text during its deletion leaves no open report and answers not found', async () => {
    const { id } = await community.started(author)
    const readers = await Promise.all(Array.from({ length: 6 }, () => server.person()))
    const post = (await community.answer(other, id)).body.data
    const answers = await Promise.all([
      ...readers.map((reader) => report(reader, { postId: post.id })),
      server.call('deletePost', { params: { id: post.id }, as: other }),
    ])
    for (const { status } of answers) expect([200, 404]).toContain(status)
    expect(await community.openReportsOf(id)).toBe(0)
  })

  test('a hidden reply loses its text for everybody except moderators', async () => {
    const group = await community.beginGroup(author)
    await community.join(other, group.id)
    const { id } = await community.started(other, { groupId: group.id })
    const post = (await community.answer(other, id, 'Rude words')).body.data
    await report(await server.person(), { postId: post.id })
    expect((await hidePost(other, post.id)).body.errorCode).toBe('FORBIDDEN')
    expect((await hidePost(author, post.id)).status).toBe(200)
    const stillOpen = (await community.list(author, { reported: true })).body.data.map((one) => one.id)
    expect(stillOpen).not.toContain(id)
    const hidden = await community.read(other, id)
    expect(hidden.body.data.posts[0]).toMatchObject({
      isHidden: true,
      body: '',
      permissions: { edit: false },
    })
    expect(hidden.raw.body).not.toContain('Rude words')
    expect(hidden.body.data.replyCount).toBe(0)
    expect(
      (await server.call('updatePost', { params: { id: post.id }, body: { body: 'x' }, as: other })).status,
    ).toBe(404)
    expect((await community.read(author, id)).body.data.posts[0]).toMatchObject({
      body: 'Rude words',
      reportCount: 0,
    })
    await hidePost(author, post.id, false)
    expect((await community.read(other, id)).body.data).toMatchObject({
      replyCount: 1,
      posts: [{ body: 'Rude words', isHidden: false }],
    })
  })

  test('a hidden discussion is in no list and no search of others', async () => {
    const group = await community.beginGroup(author)
    await community.join(other, group.id)
    const { id } = await community.started(other, { groupId: group.id }, { title: 'Buy my watches' })
    await hide(author, id)
    expect((await community.read(other, id)).raw.body).toBe((await community.read(other, 999_999)).raw.body)
    expect(await community.titles(other, { search: 'watches' })).toEqual([])
    expect(await community.titles(other, { groupId: group.id })).toEqual([])
    expect((await community.readGroup(other, group.id)).discussionCount).toBe(0)
    expect(await community.titles(author, { groupId: group.id })).toEqual(['Buy my watches'])
    expect((await hide(author, id, false)).status).toBe(200)
    expect(await community.titles(other, { groupId: group.id })).toEqual(['Buy my watches'])
  })

  test('outside groups and courses only a superadmin hides texts', async () => {
    const { id } = await community.started(author)
    expect((await hide(teacher, id)).status).toBe(403)
    expect((await hide(superadmin, id)).status).toBe(200)
  })

  test('a teacher can hide texts in their course, and a learner cannot', async () => {
    const courseId = await community.courseWith(author, { owner: teacher })
    await community.enrol(other, courseId)
    const { id } = await community.started(author, { courseId })
    const post = (await community.answer(teacher, id)).body.data
    expect(post.author.standing).toBe('teacher')
    expect((await hidePost(other, post.id)).status).toBe(403)
    expect((await hidePost(teacher, post.id)).status).toBe(200)
  })
})

describe('a course’s discussions', () => {
  const canary = 'canary-of-a-private-course'

  /** Creates a course of a business, and people with every possible relation to the course. */
  async function everyone(isPrivate: boolean) {
    const admin = await server.person('admin')
    const stranger = await server.person('admin')
    const owner = await server.person('instructor', { businessId: admin.businessId })
    const learner = await server.person()
    const courseId = await community.courseWith(learner, { owner, isPrivate })
    const ended = await server.person()
    await sql`
      INSERT INTO enrolments (user_id, course_id, source, access_ends_at)
      VALUES (${ended.id}, ${courseId}, 'granted', now() - interval '1 minute')`.execute(
      server.database.kysely,
    )
    const first = await makeCourse(server.database, { owner, contents: [{ resources: [{ seconds: 60 }] }] })
    await sql`
      INSERT INTO course_prerequisites (course_id, prerequisite_id, place, required_since)
      VALUES (${courseId}, ${first.id}, 0, now())`.execute(server.database.kysely)
    const waiting = await server.person()
    await sql`
      WITH given AS (
        INSERT INTO enrolments (user_id, course_id, source) VALUES (${waiting.id}, ${courseId}, 'granted') RETURNING id)
      INSERT INTO enrolment_conditions (enrolment_id, prerequisite_id, required_since)
      SELECT given.id, p.prerequisite_id, p.required_since FROM given, course_prerequisites p WHERE p.course_id = ${courseId}`.execute(
      server.database.kysely,
    )
    const { id } = await community.started(learner, { courseId }, { title: canary, body: canary })
    const post = (await community.answer(owner, id, canary)).body.data
    const actors: Record<Standing, TestPerson | null> = {
      AN: null,
      ST: other,
      EN: learner,
      ED: ended,
      WA: waiting,
      IO: owner,
      IX: await server.person('instructor', { businessId: stranger.businessId }),
      AO: admin,
      AX: stranger,
      SA: superadmin,
    }
    return { actors, courseId, id, postId: post.id }
  }

  test.each([true, false])(
    'discussions of a course follow course.study on every path (private: %s)',
    async (isPrivate) => {
      const { actors, courseId, id, postId } = await everyone(isPrivate)
      const row = coursePermissions['course.study'][isPrivate ? 'private' : 'public']
      for (const standing of standings) {
        const as = actors[standing]
        const verdict = verdictFor(row, [standing])
        const attempts = (course: number, discussion: number, post: number) => [
          () => server.call('listDiscussions', { query: { courseId: String(course) as never }, as }),
          () =>
            server.call('listDiscussions', {
              query: { courseId: String(course) as never, search: canary },
              as,
            }),
          () => server.call('startDiscussion', { body: { title: 'Q', body: 'Why?', courseId: course }, as }),
          () => server.call('readDiscussion', { params: { id: discussion }, query: {}, as }),
          () => server.call('answerDiscussion', { params: { id: discussion }, body: { body: 'A' }, as }),
          () => server.call('reportPost', { body: { discussionId: discussion, reason: 'r' }, as }),
          () => server.call('reportPost', { body: { postId: post, reason: 'r' }, as }),
          () => server.call('updateDiscussion', { params: { id: discussion }, body: { title: 'Mine' }, as }),
          () => server.call('deleteDiscussion', { params: { id: discussion }, as }),
          () => server.call('hideDiscussion', { params: { id: discussion }, body: { hidden: true }, as }),
          () => server.call('updatePost', { params: { id: post }, body: { body: 'Mine' }, as }),
          () => server.call('deletePost', { params: { id: post }, as }),
          () => server.call('hidePost', { params: { id: post }, body: { hidden: true }, as }),
        ]
        const attempted = attempts(courseId, id, postId)
        const ask = (calls: typeof attempted) => Promise.all(calls.map((call) => call()))
        // Everybody tries to read. Only people who may not use the discussion also try to write.
        const answers = await ask(verdict === 'allow' ? attempted.slice(0, 2) : attempted)
        const absent = verdict === 'hide' ? await ask(attempts(999_999, 999_999, 999_999)) : []
        for (const [place, { status, raw }] of answers.entries()) {
          const told = { standing, place, status }
          if (verdict === 'allow') expect(told).toMatchObject({ status: 200 })
          if (verdict === 'signIn') expect(told).toMatchObject({ status: 401 })
          if (verdict === 'refuse') expect(told).toMatchObject({ status: 403 })
          if (verdict === 'hide') {
            expect(told).toMatchObject({ status: 404 })
            expect(raw.body).toBe(absent[place]?.raw.body)
          }
          if (verdict !== 'allow') expect(raw.body).not.toContain(canary)
        }
        if (!as) continue
        const everywhere = await community.list(as, { search: canary })
        const found = everywhere.body.data.filter((one) => one.course?.id === courseId)
        expect({ standing, found: found.length }).toEqual({ standing, found: verdict === 'allow' ? 1 : 0 })
        if (found.length === 0) expect(everywhere.body.meta.total).toBe(everywhere.body.data.length)
      }
    },
  )

  test('discussions of a course are closed after losing the enrolment, and open to learners of an archived course and its makers', async () => {
    const learner = await server.person()
    const courseId = await community.courseWith(learner, { owner: teacher, isPrivate: true })
    const { id } = await community.started(learner, { courseId }, { title: 'Kept' })
    await sql`UPDATE courses SET archived_at = now() WHERE id = ${courseId}`.execute(server.database.kysely)
    expect((await community.read(learner, id)).status).toBe(200)
    expect(await community.titles(learner, { search: 'kept' })).toEqual(['Kept'])
    expect((await community.read(teacher, id)).status).toBe(200)
    expect(await community.titles(teacher, { search: 'kept' })).toEqual(['Kept'])
    await sql`UPDATE enrolments SET revoked_at = now() WHERE user_id = ${learner.id}`.execute(
      server.database.kysely,
    )
    expect((await community.read(learner, id)).status).toBe(404)
    expect(await community.titles(learner, { search: 'kept' })).toEqual([])
  })
})

describe('a flood', () => {
  test("a person's writing ends at 20 posts an hour with 429 TOO_MANY_ATTEMPTS, also concurrently", async () => {
    const limited = await startTestApp({ payments: { ...unusedPayments } })
    try {
      const here = createCommunityTesting(limited)
      const person = await limited.person()
      const { id } = await here.started(person)
      const answers = await Promise.all(Array.from({ length: 25 }, () => here.answer(person, id)))
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(19)
      const refused = await here.start(person)
      expect(refused).toMatchObject({ status: 429, body: { errorCode: 'TOO_MANY_ATTEMPTS' } })
      expect(Number(refused.raw.headers['retry-after'])).toBeGreaterThan(3500)
      const [first] = (await here.read(person, id)).body.data.posts
      await limited.call('deletePost', { params: { id: first?.id ?? 0 }, as: person })
      expect((await here.answer(person, id)).status).toBe(429)
      expect((await here.answer(await limited.person(), id)).status).toBe(201)
      limited.clock.advance(3_600_001)
      expect((await here.answer(person, id)).status).toBe(201)
    } finally {
      await limited.stop()
    }
  })
})
