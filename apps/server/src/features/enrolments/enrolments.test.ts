import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'

let server: TestApp
let instructor: TestPerson
let student: TestPerson
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  instructor = await server.person('instructor')
})
beforeEach(async () => {
  student = await server.person()
})
afterAll(() => server.stop())

const course = (form: Partial<Parameters<typeof makeCourse>[1]> = {}) =>
  makeCourse(server.database, { owner: instructor, ...form })
const enroll = (courseId: number, as: { token: string } | null, body: object = {}) =>
  server.call('enroll', { params: { courseId }, body, as })

async function placesIn(courseId: number): Promise<{ user_id: number; source: string; revoked: boolean }[]> {
  const found = await sql<{ user_id: number; source: string; revoked: boolean }>`
    SELECT user_id, source, revoked_at IS NOT NULL AS revoked FROM enrolments WHERE course_id = ${courseId}
     ORDER BY user_id`.execute(server.database.kysely)
  return found.rows
}

async function grantsTold(courseId: number): Promise<number> {
  const found = await sql<{ count: number }>`
    SELECT count(*) FROM domain_events WHERE kind = 'enrolment.granted' AND payload->>'courseId' = ${String(courseId)}`.execute(
    server.database.kysely,
  )
  return found.rows[0]?.count ?? 0
}

describe('enrolling in a free course', () => {
  test("enrolling in a free course enrols and answers with the specification's sentence", async () => {
    const { id } = await course()
    const { status, body } = await enroll(id, student, { userId: student.id, courseId: id })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: 'Successfully enrolled in the course! You can now start learning.',
    })
    expect(await placesIn(id)).toEqual([{ user_id: student.id, source: 'free', revoked: false }])
  })

  test('enrolling uses the course in the address: a body that names another is refused', async () => {
    const { id } = await course()
    const other = await course()
    const { status, body } = await enroll(id, student, { courseId: other.id })
    expect({ status, ...body }).toMatchObject({
      status: 400,
      errorCode: 'VALIDATION',
      issues: [{ path: 'courseId', message: 'must be the one in the address' }],
    })
    expect([...(await placesIn(id)), ...(await placesIn(other.id))]).toEqual([])
  })

  test('a hundred concurrent enrolments give one enrolment, equal answers, and one event', async () => {
    const { id } = await course()
    const answers = await Promise.all(Array.from({ length: 100 }, () => enroll(id, student)))
    expect(new Set(answers.map(({ raw }) => `${raw.statusCode} ${raw.body}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    expect(await placesIn(id)).toHaveLength(1)
    expect(await grantsTold(id)).toBe(1)
  })

  test('enrolling after a refund restores the enrolment', async () => {
    const { id } = await course()
    await enroll(id, student)
    for (let times = 0; times < 2; times++)
      await server.database.transaction((tx) =>
        server.services.enrolments.end(tx, { userId: student.id, courseId: id }),
      )
    await enroll(id, student)
    expect(await placesIn(id)).toEqual([{ user_id: student.id, source: 'free', revoked: false }])
    expect(await grantsTold(id)).toBe(2)
  })

  test('enrolling needs a session', async () => {
    const { id } = await course()
    expect((await enroll(id, null)).status).toBe(401)
    expect((await enroll(id, { token: 'forged' })).status).toBe(401)
  })

  test.each([
    ['somebody else', (): unknown => instructor.id, 403],
    ['nobody', (): unknown => 0, 400],
    ['an empty text', (): unknown => '', 400],
    ['a list', (): unknown => [1, 2], 400],
    ['an object', (): unknown => ({}), 400],
  ])('free enrolment is refused for %s', async (_, userId, status) => {
    const { id } = await course()
    const { status: given } = await enroll(id, student, { userId: userId() })
    expect(given).toBe(status)
    expect(await placesIn(id)).toEqual([])
  })
})

describe('a course that is not free', () => {
  test('a course that is not free must be bought', async () => {
    const { id } = await course({ priceCents: 1 })
    const { status, body } = await enroll(id, student)
    expect(status).toBe(403)
    expect(body.errorCode).toBe('COURSE_NOT_FREE')
    expect(await placesIn(id)).toEqual([])
  })

  test('a paid course answers its buyers like a free one', async () => {
    const { id } = await course({ priceCents: 5000 })
    await server.database.transaction((tx) =>
      server.services.enrolments.grant(tx, {
        userId: student.id,
        courseId: id,
        source: { kind: 'order_line', id: 1 },
      }),
    )
    expect((await enroll(id, student)).status).toBe(200)
    expect(await placesIn(id)).toEqual([{ user_id: student.id, source: 'purchase', revoked: false }])
  })

  test('a course that becomes paid concurrently enrols people before and nobody after', async () => {
    const { id } = await course()
    const people = await Promise.all(Array.from({ length: 20 }, () => server.person()))
    const priced = sql`UPDATE courses SET price_cents = 9900 WHERE id = ${id}`.execute(server.database.kysely)
    const answers = await Promise.all([
      ...people.map((person) => enroll(id, person)),
      priced.then(() => null),
    ])
    const entered = people.filter((_, place) => answers[place]?.status === 200).map((person) => person.id)
    for (const answer of answers) if (answer) expect([200, 403]).toContain(answer.status)
    expect((await placesIn(id)).map((place) => place.user_id)).toEqual(entered.toSorted((a, b) => a - b))
    expect((await enroll(id, student)).status).toBe(403)
  })

  test('enrolling waits for a price that is being changed and then uses it', async () => {
    const { id } = await course()
    let answer: ReturnType<typeof enroll> | undefined
    await server.database.transaction(async (tx) => {
      await sql`UPDATE courses SET price_cents = 9900 WHERE id = ${id}`.execute(tx)
      answer = enroll(id, student)
      // The call is blocked by the lock, or has not started. In both cases it must see the new price.
      await waitUntilLocked()
    })
    expect((await answer)?.body.errorCode).toBe('COURSE_NOT_FREE')
  })
})

async function waitUntilLocked(): Promise<void> {
  for (;;) {
    const waiting = await sql`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
      server.database.kysely,
    )
    if (waiting.rows.length > 0) return
  }
}

describe('a private course', () => {
  test('a private course cannot be distinguished from a missing one', async () => {
    const { id } = await course({ isPrivate: true })
    const missing = await enroll(999_999, student)
    for (const body of [{}, { invite: 'x' }, { invite: `1.${'A'.repeat(43)}` }, { invite: '' }]) {
      const hidden = await enroll(id, student, body)
      expect(hidden.status).toBe(404)
      expect(hidden.raw.body).toBe(missing.raw.body)
      expect((await enroll(999_999, student, body)).raw.body).toBe(missing.raw.body)
    }
    const pay = (courseId: number) => server.call('payForCourse', { body: { courseId }, as: student })
    expect((await pay(id)).raw.body).toBe((await pay(999_999)).raw.body)
  })

  test('an archived private course is visible to its learners only', async () => {
    const { id } = await course({ isArchived: true })
    expect((await enroll(id, student)).raw.body).toBe((await enroll(999_999, student)).raw.body)
    await server.database.transaction((tx) =>
      server.services.enrolments.grant(tx, { userId: student.id, courseId: id, source: 'free' }),
    )
    expect((await enroll(id, student)).status).toBe(200)
  })
})

describe('an invitation link', () => {
  async function invited(form: { expiresAt?: string; maxUses?: number } = {}) {
    const { id } = await course({ isPrivate: true, priceCents: 5000 })
    const { status, body } = await server.call('createInvite', { params: { id }, body: form, as: instructor })
    expect(status).toBe(201)
    const url = new URL(body.data.url)
    return {
      courseId: id,
      inviteId: body.data.id,
      url,
      invite: url.searchParams.get('invite') ?? '',
      data: body.data,
    }
  }

  test('an invite link leads to the sales page and enrols its holder', async () => {
    const { courseId, url, invite } = await invited()
    expect(url.pathname).toBe(`/sp/${courseId}/`)
    const { status } = await enroll(courseId, student, { invite })
    expect(status).toBe(200)
    expect(await placesIn(courseId)).toEqual([{ user_id: student.id, source: 'invitation', revoked: false }])
  })

  test("an invite link uses the request's origin only when that is loopback", async () => {
    const { id } = await course({ isPrivate: true })
    const from = async (host: string) => {
      const answer = await server.app.inject({
        method: 'POST',
        url: `/api/courses/${id}/invites`,
        headers: { authorization: `Bearer ${instructor.token}`, host },
        payload: {},
      })
      return new URL(answer.json<{ data: { url: string } }>().data.url).origin
    }
    expect(await from('localhost:4851')).toBe('http://localhost:4851')
    expect(await from('evil.example')).toBe('http://127.0.0.1:3000')
  })

  test('an invite link does not open another course, nor after it expired or was revoked', async () => {
    const first = await invited({ expiresAt: new Date(server.clock.now().getTime() + 60_000).toISOString() })
    const second = await invited()
    expect((await enroll(second.courseId, student, { invite: first.invite })).body.errorCode).toBe(
      'COURSE_NOT_FOUND',
    )

    const revoked = await server.call('revokeInvite', {
      params: { id: second.courseId, inviteId: second.inviteId },
      as: instructor,
    })
    expect(revoked.status).toBe(200)
    const late = await enroll(second.courseId, student, { invite: second.invite })
    expect(late.status).toBe(404)
    expect(late.body.error).toBe('This invitation link is no longer valid')

    server.clock.advance(61_000)
    expect((await enroll(first.courseId, student, { invite: first.invite })).body.errorCode).toBe(
      'INVITE_INVALID',
    )
    expect(await placesIn(first.courseId)).toEqual([])
  })

  test('an invite link for three people enrols three of fifty concurrent ones, and counts nobody twice', async () => {
    const { courseId, invite } = await invited({ maxUses: 3 })
    const people = await Promise.all(Array.from({ length: 50 }, () => server.person()))
    const answers = await Promise.all(people.map((person) => enroll(courseId, person, { invite })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ body }) => body.errorCode === 'INVITE_INVALID')).toHaveLength(47)
    const places = await placesIn(courseId)
    expect(places).toHaveLength(3)
    const member = people.find((person) => person.id === places[0]?.user_id)
    expect((await enroll(courseId, member ?? null, { invite })).status).toBe(200)
    const used = await sql<{
      uses: number
    }>`SELECT uses FROM course_invites WHERE course_id = ${courseId}`.execute(server.database.kysely)
    expect(used.rows).toEqual([{ uses: 3 }])
  })

  test('an invite link is listed with its address and uses until it is used up, revoked or expired', async () => {
    const { courseId, inviteId, url } = await invited({ maxUses: 2 })
    const open = async () =>
      (await server.call('coursePeople', { params: { id: courseId }, as: instructor })).body.data.invites
    const make = async (body: object) =>
      (await server.call('createInvite', { params: { id: courseId }, body, as: instructor })).body.data.id
    const forAMinute = await make({
      expiresAt: new Date(server.clock.now().getTime() + 60_000).toISOString(),
    })
    const unwanted = await make({})
    await enroll(courseId, student, { invite: url.searchParams.get('invite') })
    expect((await open()).map(({ id }: { id: number }) => id)).toEqual([unwanted, forAMinute, inviteId])
    const [listed] = (await open()).slice(-1)
    expect(listed).toMatchObject({ maxUses: 2, uses: 1 })
    expect(new URL(listed?.url ?? '').searchParams.get('invite')).toBe(url.searchParams.get('invite'))
    await server.call('revokeInvite', { params: { id: courseId, inviteId: unwanted }, as: instructor })
    server.clock.advance(61_000)
    expect((await open()).map(({ id }: { id: number }) => id)).toEqual([inviteId])
    await enroll(courseId, await server.person(), { invite: url.searchParams.get('invite') })
    expect(await open()).toEqual([])
  })

  test("an invite link is created and revoked by the course's own managers only", async () => {
    const { courseId, inviteId } = await invited()
    const stranger = await server.person('instructor')
    const own = await course({ owner: stranger })
    const make = (as: TestPerson | null) =>
      server.call('createInvite', { params: { id: courseId }, body: {}, as })
    expect((await make(null)).status).toBe(401)
    expect((await make(student)).status).toBe(404)
    expect((await make(stranger)).status).toBe(404)
    // The request addresses another course's link through the person's own course.
    const through = await server.call('revokeInvite', { params: { id: own.id, inviteId }, as: stranger })
    expect(through.body.errorCode).toBe('INVITE_INVALID')
  })

  test.each([
    ['2020-01-01T00:00:00Z', undefined],
    ['2999-01-01T00:00:00Z', undefined],
    [undefined, 0],
    [undefined, 1.5],
    ['soon', undefined],
  ])('an invite link until %s for %s people is refused', async (expiresAt, maxUses) => {
    const { id } = await course({ isPrivate: true })
    const body = { ...(expiresAt && { expiresAt }), ...(maxUses !== undefined && { maxUses }) }
    const { status } = await server.call('createInvite', { params: { id }, body, as: instructor })
    expect(status).toBe(400)
  })

  test('an invite link does not make a public paid course free', async () => {
    const { courseId, invite } = await invited()
    await sql`UPDATE courses SET is_private = false WHERE id = ${courseId}`.execute(server.database.kysely)
    expect((await enroll(courseId, student, { invite })).body.errorCode).toBe('COURSE_NOT_FREE')
  })
})
