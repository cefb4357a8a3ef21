import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'

let server: TestApp
let admin: TestPerson
let colleague: TestPerson
let proven: TestPerson
let unproven: TestPerson
let course: number
let serial = 0

beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
})
afterAll(() => server.stop())

beforeEach(async () => {
  admin = await server.person('admin', { isProven: true })
  colleague = await server.person('instructor', { businessId: admin.businessId, isProven: true })
  proven = await server.person('student', { isProven: true })
  unproven = await server.person()
  course = (await makeCourse(server.database, { owner: admin, isPrivate: true, title: 'Orbital mechanics' }))
    .id
  server.mails.length = 0
})

const newAddress = () => `nobody${(serial += 1)}@school.example`
const give = (emails: string[], { to = course, as = admin }: { to?: number; as?: TestPerson } = {}) =>
  server.call('enrolPeople', { params: { id: to }, body: { emails }, as })
const invitedPeople = (as = admin, query: { search?: string } = {}) =>
  server.call('listInvitedPeople', { params: { id: course }, query, as })
const ownInvitations = (as: TestPerson) => server.call('listCourseInvitations', { query: {}, as })
const accept = (token: string, as: TestPerson | null) =>
  server.call('acceptCourseInvitation', { params: { token }, body: {}, as })
const decline = (token: string) =>
  server.call('declineCourseInvitation', { params: { token }, body: {}, as: null })

async function mailsTo(email: string) {
  await server.jobs.runDueOnce()
  return server.mails.filter(({ to }) => to === email)
}

const invitationsTo = async (email: string) =>
  (await mailsTo(email)).filter(({ subject }) => subject.startsWith('Invitation to the course'))

async function mailedToken(email: string): Promise<string> {
  const bodies = (await mailsTo(email)).map(({ body }) => /course-invitations\/(\S+)/.exec(body)?.[1])
  return bodies.at(-1) ?? ''
}

async function coursesOf(person: TestPerson): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT course_id AS id FROM enrolments WHERE user_id = ${person.id} AND revoked_at IS NULL`.execute(
    server.database.kysely,
  )
  return found.rows.map(({ id }) => id)
}

async function notificationsOf(person: TestPerson) {
  await server.jobs.runDueOnce()
  const { body } = await server.call('listNotifications', { query: {}, as: person })
  return body.data.map(({ kind, data }: { kind: string; data: unknown }) => ({ kind, data }))
}

async function prove(person: TestPerson): Promise<void> {
  await server.database.transaction((tx) =>
    server.services.accounts.emailProof.markEmailVerified(tx, person.id),
  )
  await server.jobs.runDueOnce()
}

describe('giving a course by e-mail', () => {
  test("giving a course enrols the seller's own people with a verified address at once, and mails them one link", async () => {
    const { body } = await give([colleague.email.toUpperCase()])
    expect(body.data).toEqual({
      enrolled: 1,
      waiting: 0,
      people: [{ email: colleague.email, state: 'enrolled' }],
      givenAt: expect.any(String),
    })
    expect(await coursesOf(colleague)).toEqual([course])
    const mails = await mailsTo(colleague.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toBe('You are enrolled in "Orbital mechanics"')
    expect(mails[0]?.body.match(/http\S+/g)).toEqual([`http://localhost:80/course/${course}`])
    const again = await give([colleague.email])
    expect(again.body.data.people).toEqual([{ email: colleague.email, state: 'already' }])
    expect(await mailsTo(colleague.email)).toHaveLength(1)
  })

  test('giving a course enrols nobody with an unverified address', async () => {
    const team = await server.person('instructor', { businessId: admin.businessId })
    const { body } = await give([team.email, unproven.email])
    expect(body.data.people.map(({ state }: { state: string }) => state)).toEqual(['invited', 'invited'])
    expect(await coursesOf(team)).toEqual([])
    await prove(team)
    expect(await coursesOf(team)).toEqual([course])
    await prove(unproven)
    expect(await coursesOf(unproven)).toEqual([])
  })

  test('giving a course answers and lists unknown, unverified and verified addresses alike', async () => {
    const unknown = newAddress()
    const emails = [unknown, unproven.email, proven.email]
    const { body } = await give(emails)
    expect(body.data).toEqual({
      enrolled: 0,
      waiting: 3,
      people: emails.map((email) => ({ email, state: 'invited' })),
      givenAt: expect.any(String),
    })
    const listed = await invitedPeople()
    const rows = (listed.body.data as { id: number; email: string }[]).map(({ id: _, email: __, ...rest }) =>
      JSON.stringify(rest),
    )
    expect(rows).toHaveLength(3)
    expect(new Set(rows).size).toBe(1)
    expect(listed.body.data.map(({ email }: { email: string }) => email)).toEqual(
      emails.toSorted().toReversed(),
    )
    const answers = await Promise.all(emails.map((email) => give([email])))
    expect(new Set(answers.map(({ raw }, n) => raw.body.replace(emails[n] ?? '', ''))).size).toBe(1)
    const people = await server.call('coursePeople', { params: { id: course }, as: admin })
    expect(people.body.data).toEqual({ enrolled: 0, waiting: 3, invites: [] })
    for (const person of [proven, unproven]) expect(await coursesOf(person)).toEqual([])
  })

  test('invited people are found by a part of their address, and only in their course', async () => {
    const email = newAddress()
    await give([email, proven.email])
    const found = async (search: string) =>
      (await invitedPeople(admin, { search })).body.data.map((person: { email: string }) => person.email)
    expect(await found(email.slice(1, -1).toUpperCase())).toEqual([email])
    expect(await found('nobody-like-this')).toEqual([])
    expect(await found('%')).toEqual([])
  })

  test('giving a course mails each invited address once with one link, however often the list is sent', async () => {
    const unknown = newAddress()
    for (const _ of [1, 2, 3]) await give([unknown, proven.email])
    for (const email of [unknown, proven.email]) {
      const mails = await mailsTo(email)
      expect(mails.map(({ subject }) => subject)).toEqual(['Invitation to the course "Orbital mechanics"'])
      expect(mails[0]?.body.match(/http\S+/g)).toHaveLength(1)
      expect(mails[0]?.body).toContain(`/course-invitations/`)
    }
  })

  test("invitation mails use the account's language, and the giver's for strangers", async () => {
    const setMalay = (person: TestPerson) =>
      sql`UPDATE users SET language = 'ms' WHERE id = ${person.id}`.execute(server.database.kysely)
    await setMalay(proven)
    const unknown = newAddress()
    await give([proven.email, unknown])
    expect((await mailsTo(proven.email))[0]?.html).toContain('<html lang="ms">')
    expect((await mailsTo(unknown))[0]?.html).toContain('<html lang="en">')
    await setMalay(admin)
    const later = newAddress()
    await give([later])
    expect((await mailsTo(later))[0]?.subject).toBe('Jemputan ke kursus "Orbital mechanics"')
  })

  test('invitation mails greet a stranger with the name from the list, without any other text or link of the seller', async () => {
    const title = 'Win\r\nBcc: a@evil.example https://evil.example/prize ' + 'x'.repeat(140)
    await sql`UPDATE courses SET title = ${title} WHERE id = ${course}`.execute(server.database.kysely)
    const [named, tricked] = [newAddress(), newAddress()]
    await server.call('enrolPeople', {
      params: { id: course },
      body: {
        emails: [named, tricked],
        names: [
          { email: named.toUpperCase(), name: 'Siti A/P Rahman' },
          { email: tricked, name: 'Call 03-1234 5678 or visit https://evil.example' },
        ],
      },
      as: admin,
    })
    expect((await mailsTo(named))[0]?.body).toMatch(/^Hello Siti A\/P Rahman\n/)
    const [mail] = await mailsTo(tricked)
    expect(mail?.body).toMatch(/^Hello\n/)
    for (const text of [mail?.subject ?? '', mail?.body ?? '', mail?.html ?? '']) {
      expect(text).not.toMatch(/evil\.example|1234 5678|:\/\/evil|x{100}/)
    }
    expect(mail?.subject).not.toContain('\n')
    const hrefs = [...(mail?.html ?? '').matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
    expect(new Set(hrefs).size).toBe(1)
  })

  test("giving a course needs the seller's own address to be verified", async () => {
    const seller = await server.person('admin')
    const { id } = await makeCourse(server.database, { owner: seller })
    expect((await give([newAddress()], { to: id, as: seller })).body.errorCode).toBe('EMAIL_NOT_VERIFIED')
  })

  test('giving a course is open to its own managers only', async () => {
    const stranger = await server.person('admin', { isProven: true })
    const ask = async (as: TestPerson | null) =>
      (await server.call('enrolPeople', { params: { id: course }, body: { emails: [proven.email] }, as }))
        .status
    expect([await ask(null), await ask(proven), await ask(stranger)]).toEqual([401, 404, 404])
    expect(await mailsTo(proven.email)).toEqual([])
  })

  test('giving a course refuses invalid, missing, and more than five hundred addresses', async () => {
    expect((await give(['nobody'])).status).toBe(400)
    expect((await give([])).status).toBe(400)
    expect((await give(Array.from({ length: 501 }, (_, n) => `a${n}@x.my`))).status).toBe(400)
  })

  test('giving a course invites two hundred new addresses a day, counts none twice, and reports the others', async () => {
    const emails = Array.from({ length: 199 }, newAddress)
    expect((await give(emails)).body.data.waiting).toBe(199)
    expect((await give(emails)).body.data.waiting).toBe(199)
    const last = [...emails, newAddress(), newAddress()]
    const { body } = await give(last)
    expect(body.data.people.slice(-2).map(({ state }: { state: string }) => state)).toEqual([
      'invited',
      'limit',
    ])
    const another = (await makeCourse(server.database, { owner: admin })).id
    const late = newAddress()
    const mixed = await give([colleague.email, late, admin.email], { to: another })
    expect(mixed.status).toBe(200)
    expect(mixed.body.data).toEqual({
      enrolled: 2,
      waiting: 0,
      people: [
        { email: colleague.email, state: 'enrolled' },
        { email: late, state: 'limit' },
        { email: admin.email, state: 'enrolled' },
      ],
      givenAt: expect.any(String),
    })
    expect(await coursesOf(colleague)).toEqual([another])
    expect((await give(emails)).body.data.waiting).toBe(199)
    server.clock.advance(24 * 3_600_000)
    expect((await give([newAddress()], { to: another })).body.data.waiting).toBe(1)
  })

  test('concurrent calls invite each address once and never more than the day allows', async () => {
    const emails = Array.from({ length: 60 }, newAddress)
    const lists = [emails, emails, ...[1, 2, 3].map(() => Array.from({ length: 60 }, newAddress))]
    const answers = await Promise.all(lists.map((list) => give(list)))
    const counted = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM course_invitations WHERE course_id = ${course}`.execute(
      server.database.kysely,
    )
    expect(counted.rows[0]?.count).toBe(200)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const people = answers.flatMap(({ body }) => body.data.people as { email: string; state: string }[])
    const leftOut = people.filter(({ state }) => state === 'limit').map(({ email }) => email)
    expect(new Set(leftOut).size).toBe(40)
  })

  test('giving a course waits neither for accounts of invited people nor for receipts of the seller, and emits one event', async () => {
    const emails = [proven.email, unproven.email, newAddress()]
    const events = async () => {
      const found = await sql<{ count: number }>`SELECT count(*)::int AS count FROM domain_events`.execute(
        server.database.kysely,
      )
      return found.rows[0]?.count ?? 0
    }
    const before = await events()
    const given = await server.database.transaction(async (tx) => {
      await sql`SELECT FROM users WHERE id IN (${proven.id}, ${unproven.id}) FOR UPDATE`.execute(tx)
      await sql`SELECT FROM sellers s JOIN courses c ON c.seller_id = s.id
                 WHERE c.id = ${course} FOR NO KEY UPDATE OF s`.execute(tx)
      return give(emails)
    })
    expect(given.body.data.waiting).toBe(3)
    expect((await events()) - before).toBe(1)
    for (const email of emails) expect(await invitationsTo(email)).toHaveLength(1)
  })
})

describe('an invitation to a course', () => {
  test('the owner of a verified address sees the invitation without a notification, and accepting it once enrols them', async () => {
    await give([proven.email])
    expect(await notificationsOf(proven)).toEqual([])
    const own = (await ownInvitations(proven)).body
    expect(own.meta).toEqual({ total: 1, nextCursor: null, waitsForProof: false })
    expect(own.data).toMatchObject([{ courseId: course, courseTitle: 'Orbital mechanics' }])
    const token = own.data[0]?.token ?? ''
    const answers = await Promise.all([1, 2, 3].map(() => accept(token, proven)))
    expect(answers.map(({ body }) => body.data)).toEqual(
      Array.from({ length: 3 }, () => ({ courseId: course })),
    )
    expect(await coursesOf(proven)).toEqual([course])
    expect((await ownInvitations(proven)).body.data).toEqual([])
    await server.jobs.runDueOnce()
    const granted = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM domain_events
       WHERE kind = 'enrolment.granted' AND payload->>'courseId' = ${String(course)}`.execute(
      server.database.kysely,
    )
    expect(granted.rows[0]?.count).toBe(1)
    expect((await give([proven.email])).body.data.people).toEqual([{ email: proven.email, state: 'already' }])
  })

  test('an unverified account sees only that something waits, neither course nor seller', async () => {
    await give([unproven.email])
    expect((await ownInvitations(unproven)).body).toEqual({
      success: true,
      data: [],
      meta: { total: 0, nextCursor: null, waitsForProof: true },
    })
    expect(await notificationsOf(unproven)).toEqual([])
    await prove(unproven)
    expect(await notificationsOf(unproven)).toEqual([])
    expect((await ownInvitations(unproven)).body.data).toMatchObject([{ courseId: course }])
  })

  test('the mailed link verifies the address of its account and accepts the invitation', async () => {
    const email = newAddress()
    await give([email])
    const token = await mailedToken(email)
    const shown = await server.call('readCourseInvitation', { params: { token }, as: null })
    expect(shown.body.data).toMatchObject({ email, courseTitle: 'Orbital mechanics', state: 'open' })
    const registered = await server.call('register', {
      body: { name: 'Later', email, password: 'Apogee-Test-1' },
    })
    const { user, token: session } = registered.body.data
    const later: TestPerson = { ...user, email, role: 'student', token: session }
    expect(await coursesOf(later)).toEqual([])
    expect((await accept(token, later)).status).toBe(200)
    expect(await coursesOf(later)).toEqual([course])
    const verified = await server.call('verifySession', { body: {}, as: later })
    expect(verified.body.data.decoded.emailVerified).toBe(true)
  })

  test('a course invitation is for the invited address only, and needs a session', async () => {
    await give([proven.email])
    const token = await mailedToken(proven.email)
    expect((await accept(token, null)).status).toBe(401)
    expect((await accept(token, unproven)).body.errorCode).toBe('INVITATION_FOR_SOMEBODY_ELSE')
    const [id = '', signature = ''] = token.split('.')
    for (const forged of [`${Number(id) + 1}.${signature}`, `${id}.${'A'.repeat(43)}`, 'nonsense', id])
      expect((await accept(forged, proven)).body.errorCode).toBe('INVITE_INVALID')
    expect(await coursesOf(proven)).toEqual([])
  })

  test('a declined course invitation stays declined, and the seller learns only that', async () => {
    await give([proven.email])
    const token = await mailedToken(proven.email)
    expect((await decline(token)).status).toBe(200)
    expect((await accept(token, proven)).body.errorCode).toBe('INVITE_INVALID')
    expect((await give([proven.email])).body.data.people).toEqual([
      { email: proven.email, state: 'declined' },
    ])
    expect((await invitedPeople()).body.data).toMatchObject([{ state: 'declined', canSendAgain: false }])
    expect(await mailsTo(proven.email)).toHaveLength(1)
  })

  test('a course invitation is mailed again on request, once a day per address', async () => {
    await give([proven.email])
    expect(await mailsTo(proven.email)).toHaveLength(1)
    const send = async (id: number) =>
      server.call('resendCourseInvitation', { params: { id: course, personId: id }, body: {}, as: admin })
    const id = (await invitedPeople()).body.data[0]?.id ?? 0
    expect((await send(id)).body.errorCode).toBe('INVITATION_JUST_SENT')
    server.clock.advance(24 * 3_600_000)
    expect((await invitedPeople()).body.data[0]?.canSendAgain).toBe(true)
    const answers = await Promise.all([send(id), send(id), send(id)])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 429, 429])
    expect(await mailsTo(proven.email)).toHaveLength(2)
    expect((await send(999_999)).body.errorCode).toBe('INVITE_INVALID')
    const own = await makeCourse(server.database, { owner: admin })
    const elsewhere = await server.call('resendCourseInvitation', {
      params: { id: own.id, personId: id },
      body: {},
      as: admin,
    })
    expect(elsewhere.body.errorCode).toBe('INVITE_INVALID')
  })

  test('a withdrawn and repeated course invitation is not mailed again, and a refusal stays one', async () => {
    await give([proven.email, unproven.email])
    const [kept, refused] = [await mailedToken(proven.email), await mailedToken(unproven.email)]
    const withdraw = async () => {
      for (const { id } of (await invitedPeople()).body.data) {
        const params = { id: course, personId: id }
        expect((await server.call('withdrawCourseInvitation', { params, as: admin })).status).toBe(200)
        const again = await server.call('withdrawCourseInvitation', { params, as: admin })
        expect(again.body.errorCode).toBe('INVITE_INVALID')
      }
      expect((await invitedPeople()).body.data).toEqual([])
    }
    const mails = async () => [
      (await invitationsTo(proven.email)).length,
      (await invitationsTo(unproven.email)).length,
    ]
    await withdraw()
    expect((await accept(kept, proven)).body.errorCode).toBe('INVITE_INVALID')
    expect((await decline(refused)).body.errorCode).toBe('INVITE_INVALID')
    await give([proven.email, unproven.email])
    expect((await decline(refused)).status).toBe(200)
    for (const _ of [1, 2]) {
      await withdraw()
      const { body } = await give([proven.email, unproven.email])
      expect(body.data.people).toEqual([
        { email: proven.email, state: 'invited' },
        { email: unproven.email, state: 'declined' },
      ])
    }
    expect(await mails()).toEqual([1, 1])
    // Archiving and restoring the course does not reopen withdrawn invitations.
    for (const state of ['archived', 'published'] as const) {
      await server.call('changeCourseState', { params: { id: course }, body: { state }, as: admin })
      await server.jobs.runDueOnce()
    }
    expect((await invitedPeople()).body.data).toEqual([])
    await give([proven.email, unproven.email])
    expect(await mails()).toEqual([1, 1])
    expect((await accept(kept, proven)).status).toBe(200)
    expect(await coursesOf(proven)).toEqual([course])
  })

  test('a course invitation withdrawn before its mail was sent is mailed once it is repeated', async () => {
    await give([proven.email])
    const id = (await invitedPeople()).body.data[0]?.id ?? 0
    await server.call('withdrawCourseInvitation', { params: { id: course, personId: id }, as: admin })
    expect(await invitationsTo(proven.email)).toEqual([])
    for (const _ of [1, 2]) await give([proven.email])
    expect(await invitationsTo(proven.email)).toHaveLength(1)
  })

  test("an accepted course invitation keeps the course when the person's own purchase is refunded, archived or not", async () => {
    await give([proven.email])
    const token = await mailedToken(proven.email)
    const buy = (person: TestPerson) =>
      server.database.transaction((tx) =>
        server.services.enrolments.grant(tx, {
          userId: person.id,
          courseId: course,
          source: { kind: 'order_line', id: person.id },
        }),
      )
    const refund = (person: TestPerson) =>
      server.database.transaction((tx) =>
        server.services.enrolments.revoke(tx, { kind: 'order_line', ids: [person.id] }),
      )
    await buy(proven)
    expect((await accept(token, proven)).status).toBe(200)
    await refund(proven)
    expect((await accept(token, proven)).body.data).toEqual({ courseId: course })
    expect(await coursesOf(proven)).toEqual([course])

    await buy(colleague)
    expect((await give([colleague.email])).body.data.people).toEqual([
      { email: colleague.email, state: 'already' },
    ])
    await server.call('changeCourseState', {
      params: { id: course },
      body: { state: 'archived' },
      as: admin,
    })
    for (const person of [proven, colleague]) await refund(person)
    const shown = await server.call('readCourseInvitation', { params: { token }, as: null })
    expect(shown.body.data.state).toBe('accepted')
    for (const person of [proven, colleague]) expect(await coursesOf(person)).toEqual([course])
  })

  test('a seller sees an erased account like an address without one', async () => {
    const unknown = newAddress()
    await give([proven.email, unproven.email, unknown])
    const listed = async () =>
      (await invitedPeople()).body.data.map(({ email, state, sentAt }) => [email, state, sentAt])
    const before = await listed()
    expect(before).toHaveLength(3)
    const superadmin = await server.person('superadmin')
    for (const { id } of [proven, unproven])
      expect((await server.call('deleteUser', { params: { id }, as: superadmin })).status).toBe(200)
    await server.jobs.runDueOnce()
    expect(await listed()).toEqual(before)
    expect((await give([proven.email, unproven.email, unknown])).body.data.waiting).toBe(3)
    server.clock.advance(366 * 24 * 3_600_000)
    await server.sweep()
    const kept = await sql`SELECT FROM course_invitations WHERE course_id = ${course}`.execute(
      server.database.kysely,
    )
    expect(kept.rows).toEqual([])
  })

  test('a course invitation ends when its course is archived', async () => {
    const somebody = await server.person('student', { isProven: true })
    await give([somebody.email])
    const archived = await mailedToken(somebody.email)
    await server.database.transaction((tx) =>
      server.services.enrolments.grant(tx, { userId: proven.id, courseId: course, source: 'granted' }),
    )
    expect((await server.call('deleteCourse', { params: { id: course }, as: admin })).status).toBe(200)
    await server.jobs.runDueOnce()
    const shown = await server.call('readCourseInvitation', { params: { token: archived }, as: null })
    expect(shown.body.errorCode).toBe('INVITE_INVALID')
  })
})
