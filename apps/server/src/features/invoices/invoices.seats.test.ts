import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCourse } from '#server/app/testing-courses.ts'
import { startInvoices } from './invoices.testing.ts'

let access: Awaited<ReturnType<typeof startInvoices>>
beforeAll(async () => {
  access = await startInvoices()
})
afterAll(() => access.stop())

const states = async (id: string, as: Parameters<typeof access.seatsOf>[1]) =>
  (await access.seatsOf(id, as)).map(({ email, state }) => [email, state]).reverse()
const mailsTo = (address: string) => access.mails.filter(({ to }) => to === address)

test('paying an invoice enrols people with verified addresses; others are mailed once and enrolled once they verify', async () => {
  const one = await access.seller()
  const proven = await access.verified(await access.person())
  const unproven = await access.person()
  const { id, total } = await access.issued(one)
  const named = await access.addPeople(
    id,
    one.courses,
    `name,email\nAli,${proven.email.toUpperCase()}\nSiti <${unproven.email}>`,
    one.admin,
  )
  expect(named.body.data).toMatchObject({ added: 2 })
  expect(await access.placesOf(proven.id)).toEqual([])

  await access.pay(id, total, one.admin)
  expect(await access.placesOf(proven.id)).toEqual([...one.courses])
  expect(await access.placesOf(unproven.id)).toEqual([])
  await access.jobs.runDueOnce()
  await access.services.invoices.seats.sweep()
  await access.jobs.runDueOnce()
  const invitations = () => mailsTo(unproven.email).filter(({ subject }) => subject.includes('seat for you'))
  expect(invitations()).toHaveLength(1)
  expect(invitations()[0]?.body).toMatch(/Hello Siti\n\nPetronia Sdn Bhd .*\n\n- Orbits\n- Comets/)
  const received = mailsTo(proven.email).filter(({ subject }) => subject.startsWith('Petronia'))
  expect(received.map(({ subject }) => subject)).toEqual([
    'Petronia Sdn Bhd has opened a course for you on Apogee',
  ])
  expect(received[0]?.body.match(/http\S+/g)).toEqual(['http://127.0.0.1:3000/dashboard'])
  expect(invitations()[0]?.body.match(/http\S+/g)).toEqual(['http://127.0.0.1:3000/dashboard'])

  await access.prove(unproven)
  expect(await access.placesOf(unproven.id)).toEqual([...one.courses])
  expect(new Set((await access.seatsOf(id, one.admin)).map(({ state }) => state))).toEqual(
    new Set(['enrolled']),
  )
})

test('the seat list shows who is enrolled and who waits; waiting people can be mailed again once a day', async () => {
  const one = await access.seller()
  const proven = await access.verified(await access.person())
  const { id, total } = await access.issued(one)
  await access.pay(id, total, one.admin)
  const list = `${proven.email}\nwaits@petronia.test\nnobody`
  const preview = await access.addPeople(id, [one.courses[0]], list, one.admin, true)
  expect(preview.body.data.rows.map(({ state }) => state)).toEqual([null, null, null])
  const added = await access.addPeople(id, [one.courses[0]], list, one.admin)
  expect(added.body.data.rows.map(({ state }) => state)).toEqual(['enrolled', 'waiting', null])
  await access.services.invoices.seats.sweep()
  await access.jobs.runDueOnce()
  expect(mailsTo('waits@petronia.test')).toHaveLength(1)
  const seatOf = async (email: string) =>
    (await access.seatsOf(id, one.admin)).find((seat) => seat.email === email)
  const again = async (email: string, as = one.admin) =>
    access.call('sendSeatAgain', {
      params: { id, seatId: (await seatOf(email))?.id ?? 0 },
      body: {},
      as,
    })
  expect(await seatOf('waits@petronia.test')).toMatchObject({ canSendAgain: false })
  expect((await again('waits@petronia.test')).body.errorCode).toBe('INVITATION_JUST_SENT')
  access.clock.advance(24 * 3_600_000)
  expect(await seatOf('waits@petronia.test')).toMatchObject({ canSendAgain: true })
  expect((await again(proven.email)).body.errorCode).toBe('SEAT_NOT_FOUND')
  expect((await again('waits@petronia.test', (await access.seller()).admin)).status).toBe(404)
  expect((await again('waits@petronia.test')).status).toBe(200)
  expect((await again('waits@petronia.test')).body.errorCode).toBe('INVITATION_JUST_SENT')
  await access.services.invoices.seats.sweep()
  await access.jobs.runDueOnce()
  expect(mailsTo('waits@petronia.test')).toHaveLength(2)
})

test('a person who registers and verifies a named address later finds their courses open', async () => {
  const one = await access.seller()
  const { id, total } = await access.issued(one)
  await access.addPeople(id, [one.courses[1]], 'later-seat@petronia.test', one.admin)
  await access.pay(id, total, one.admin)
  const registered = await access.call('register', {
    body: { name: 'Later', email: 'later-seat@petronia.test', password: 'Apogee-Test-1' },
  })
  const { user, token } = registered.body.data
  const person = { id: user.id, email: user.email, token, role: 'student', businessId: null } as const
  await access.jobs.runDueOnce()
  expect(await access.placesOf(person.id)).toEqual([])
  await access.prove(person)
  expect(await access.placesOf(person.id)).toEqual([one.courses[1]])
})

test('the sweep enrols an address that was verified while the payment was being booked', async () => {
  const one = await access.seller()
  const person = await access.person()
  const { id, total } = await access.issued(one)
  await access.addPeople(id, one.courses, person.email, one.admin)
  await access.pay(id, total, one.admin)
  // No event is emitted for the verified address, so that only the sweep can enrol the person.
  await access.verified(person)
  await access.services.invoices.seats.sweep()
  expect(await access.placesOf(person.id)).toEqual([...one.courses])
})

test('the sweep enrols all people with verified addresses, in any number', async () => {
  const one = await access.seller()
  const lines = [{ courseId: one.courses[0], seats: 101, unitPrice: 100 }]
  const { id, total } = await access.issued(one, { lines })
  const emails = Array.from({ length: 101 }, (_, place) => `many${place}-${id}@apogee.test`)
  await access.addPeople(id, [one.courses[0]], emails.join('\n'), one.admin)
  await access.pay(id, total, one.admin)
  // No event is emitted for the verified addresses, so that only the sweep can enrol the people.
  await access.rows(sql`
    INSERT INTO users (name, email, password_hash, email_verified_at)
    SELECT 'One of many', email, 'none', now() FROM unnest(${emails}::text[]) email`)
  await access.services.invoices.seats.sweep()
  const left = await access.rows<{ state: string; count: number }>(sql`
    SELECT s.state, count(*)::int AS count FROM invoice_seats s JOIN invoice_lines l ON l.id = s.line_id JOIN invoices i ON i.id = l.invoice_id
     WHERE i.public_id = ${id} GROUP BY s.state`)
  expect(left).toEqual([{ state: 'enrolled', count: 101 }])
})

test('payment locks in the same order as voiding and inviting', async () => {
  const one = await access.seller()
  const person = await access.verified(await access.person())
  const { id, total } = await access.issued(one)
  await access.addPeople(id, one.courses, person.email, one.admin)
  const { paying } = await access.database.transaction(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('invoices.mail', ${one.sellerId}))`.execute(tx)
    let isPaid = false
    const asked = access.pay(id, total, one.admin).finally(() => (isPaid = true))
    await expect
      .poll(async () => {
        const waiting = await access.rows(sql`
          SELECT 1 FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
           WHERE l.locktype = 'advisory' AND NOT l.granted AND a.datname = current_database()`)
        return isPaid || waiting.length > 0
      })
      .toBe(true)
    // This statement would deadlock if payment locked the seats before the mail counter.
    await sql`
      SELECT 1 FROM invoice_seats s JOIN invoice_lines l ON l.id = s.line_id JOIN invoices i ON i.id = l.invoice_id
       WHERE i.public_id = ${id} FOR UPDATE OF s NOWAIT`.execute(tx)
    return { paying: asked }
  })
  expect((await paying).status).toBe(200)
  expect(await access.placesOf(person.id)).toEqual([...one.courses])
})

test('a preview of people reports seats and problems and changes nothing', async () => {
  const one = await access.seller()
  const { id } = await access.draft(one)
  const text = 'a@x.test\nnobody\nb@x.test\nA@x.test\nc@x.test\nd@x.test'
  const preview = await access.addPeople(id, [one.courses[0]], text, one.admin, true)
  expect(preview.body.data.rows.map(({ row, problem }) => [row, problem])).toEqual([
    [1, null],
    [2, 'no_email'],
    [3, null],
    [4, 'twice'],
    [5, null],
    [6, 'no_free_seat'],
  ])
  expect(preview.body.data.free).toEqual([{ courseId: one.courses[0], seats: 3 }])
  expect(await access.seatsOf(id, one.admin)).toEqual([])
  const added = await access.addPeople(id, [one.courses[0]], text, one.admin)
  expect(added.body.data.rows).toEqual(
    preview.body.data.rows.map((row) => ({ ...row, state: row.problem === null ? 'named' : null })),
  )
  expect(await states(id, one.admin)).toEqual([
    ['a@x.test', 'named'],
    ['b@x.test', 'named'],
    ['c@x.test', 'named'],
  ])
})

test('two concurrent lists never assign more seats than exist', async () => {
  const one = await access.seller()
  const { id } = await access.draft(one)
  const lists = ['p', 'q', 'r'].map((who) => [1, 2, 3].map((n) => `${who}${n}@x.test`).join('\n'))
  await Promise.all(lists.map((text) => access.addPeople(id, [one.courses[0]], text, one.admin)))
  expect(await access.seatsOf(id, one.admin)).toHaveLength(3)
})

test('a draft cannot have fewer seats than named people', async () => {
  const one = await access.seller()
  const { id } = await access.draft(one)
  await access.addPeople(id, [one.courses[0]], 'a@x.test\nb@x.test', one.admin)
  const lines = [{ courseId: one.courses[0], seats: 1, unitPrice: 100 }]
  const answer = await access.call('updateInvoice', {
    params: { id },
    body: access.form(one, { lines }),
    as: one.admin,
  })
  expect(answer.body.errorCode).toBe('SEATS_TAKEN')
})

test('revoking a seat closes its course and frees the seat', async () => {
  const one = await access.seller()
  const [ali, siti] = [
    await access.verified(await access.person()),
    await access.verified(await access.person()),
  ]
  const { id, total } = await access.issued(one)
  await access.addPeople(id, [one.courses[0]], ali.email, one.admin)
  await access.pay(id, total, one.admin)
  const [seat] = await access.seatsOf(id, one.admin)
  const revoke = () => access.call('revokeSeat', { params: { id, seatId: seat?.id ?? 0 }, as: one.admin })
  const answers = await Promise.all([revoke(), revoke(), revoke()])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.errorCode === 'SEAT_NOT_FOUND')).toHaveLength(2)
  expect(await access.placesOf(ali.id)).toEqual([])
  await access.addPeople(id, [one.courses[0]], siti.email, one.admin)
  expect(await access.placesOf(siti.id)).toEqual([one.courses[0]])
})

test('a seat is reassigned in one step, but not to somebody who has one', async () => {
  const one = await access.seller()
  const [ali, siti] = [
    await access.verified(await access.person()),
    await access.verified(await access.person()),
  ]
  const { id, total } = await access.issued(one)
  await access.addPeople(id, [one.courses[0]], ali.email, one.admin)
  await access.pay(id, total, one.admin)
  const [seat] = await access.seatsOf(id, one.admin)
  const give = (email: string) =>
    access.call('reassignSeat', {
      params: { id, seatId: seat?.id ?? 0 },
      body: { email, name: '' },
      as: one.admin,
    })
  expect((await give(ali.email)).body.errorCode).toBe('SEAT_HELD')
  expect((await give(siti.email)).status).toBe(200)
  expect(await access.placesOf(ali.id)).toEqual([])
  expect(await access.placesOf(siti.id)).toEqual([one.courses[0]])
  expect((await give(siti.email)).body.errorCode).toBe('SEAT_NOT_FOUND')
})

test('a seat of one invoice is not found through another invoice of the same seller', async () => {
  const one = await access.seller()
  const [first, second] = [await access.issued(one), await access.issued(one)]
  for (const { id, total } of [first, second]) await access.pay(id, total, one.admin)
  await access.addPeople(first.id, [one.courses[0]], 'through@petronia.test', one.admin)
  access.clock.advance(24 * 3_600_000)
  const [seat] = await access.seatsOf(first.id, one.admin)
  const params = { id: second.id, seatId: seat?.id ?? 0 }
  const as = one.admin
  const answers = [
    await access.call('sendSeatAgain', { params, body: {}, as }),
    await access.call('reassignSeat', { params, body: { email: 'another@petronia.test', name: '' }, as }),
    await access.call('revokeSeat', { params, as }),
  ]
  expect(answers.map(({ body }) => body.errorCode)).toEqual(Array(3).fill('SEAT_NOT_FOUND'))
  expect(await states(first.id, as)).toEqual([['through@petronia.test', 'waiting']])
})

test('other access to a course survives the end of a seat', async () => {
  const one = await access.seller()
  const [first, second] = [await access.issued(one), await access.issued(one)]
  const [twice, before] = [
    await access.verified(await access.person()),
    await access.verified(await access.person()),
  ]
  const [course] = one.courses
  await access.database.transaction((tx) =>
    access.services.enrolments.grant(tx, { userId: before.id, courseId: course, source: 'granted' }),
  )
  for (const { id, total } of [first, second]) {
    await access.addPeople(id, [course], `${twice.email}\n${before.email}`, one.admin)
    await access.pay(id, total, one.admin)
  }
  const end = (id: string) =>
    access.call('voidInvoice', { params: { id }, body: { reason: 'Called off' }, as: one.admin })
  await end(first.id)
  expect(await access.placesOf(twice.id)).toEqual([course])
  await end(second.id)
  expect(await access.placesOf(twice.id)).toEqual([])
  expect(await access.placesOf(before.id)).toEqual([course])
})

test('a refunded purchase leaves the course open to the holder of a seat', async () => {
  const one = await access.seller()
  const person = await access.verified(await access.person())
  const { id, total } = await access.issued(one)
  const line = { kind: 'order_line', id: 1 } as const
  await access.database.transaction((tx) =>
    access.services.enrolments.grant(tx, { userId: person.id, courseId: one.courses[0], source: line }),
  )
  await access.addPeople(id, [one.courses[0]], person.email, one.admin)
  await access.pay(id, total, one.admin)
  await access.database.transaction((tx) =>
    access.services.enrolments.revoke(tx, { kind: line.kind, ids: [line.id] }),
  )
  expect(await access.placesOf(person.id)).toEqual([one.courses[0]])
})

test("a seller's seat mails are limited per day; the others are sent the next day", async () => {
  const one = await access.seller()
  const { id, total } = await access.issued(one)
  await access.rows(sql`
    INSERT INTO invoice_mails (seller_id, invoice_id, kind, at)
    SELECT ${one.sellerId}, i.id, 'seat', ${access.clock.now()} FROM invoices i, generate_series(1, 499)
     WHERE i.public_id = ${id}`)
  await access.addPeople(id, [one.courses[0]], 'm1@mail.test\nm2@mail.test\nm3@mail.test', one.admin)
  await access.pay(id, total, one.admin)
  await access.jobs.runDueOnce()
  const received = () => access.mails.filter(({ to }) => to.endsWith('@mail.test')).length
  expect(received()).toBe(1)
  access.clock.advance(24 * 3_600_000 + 1)
  await access.services.invoices.seats.sweep()
  await access.jobs.runDueOnce()
  expect(received()).toBe(3)
})

test('erasing a person removes them from the invoice and frees their seat', async () => {
  const one = await access.seller()
  const person = await access.verified(await access.person())
  const superadmin = await access.person('superadmin')
  const { id, total } = await access.issued(one)
  await access.addPeople(id, one.courses, `Gone Person <${person.email}>`, one.admin)
  await access.pay(id, total, one.admin)
  const gone = await access.call('deleteUser', { params: { id: person.id }, as: superadmin })
  expect(gone.status).toBe(200)
  await access.jobs.runDueOnce()
  expect(await states(id, one.admin)).toEqual([
    ['', 'revoked'],
    ['', 'revoked'],
  ])
  expect(await access.placesOf(person.id)).toEqual([])
  const after = await access.call('readInvoice', { params: { id }, as: one.admin })
  expect(after.body.data.taken).toBe(0)
})

test('erasing an account with an unverified address takes no seat from the owner of the address', async () => {
  const one = await access.seller()
  const squatter = await access.person()
  const superadmin = await access.person('superadmin')
  const { id, total } = await access.issued(one)
  await access.addPeople(id, [one.courses[0]], squatter.email, one.admin)
  await access.pay(id, total, one.admin)
  expect((await access.call('deleteUser', { params: { id: squatter.id }, as: superadmin })).status).toBe(200)
  await access.jobs.runDueOnce()
  expect(await states(id, one.admin)).toEqual([[squatter.email, 'waiting']])
})

test('a void invoice enrols nobody any more', async () => {
  const one = await access.seller()
  const person = await access.person()
  const { id, total } = await access.issued(one)
  await access.addPeople(id, one.courses, person.email, one.admin)
  await access.pay(id, total, one.admin)
  await access.call('voidInvoice', { params: { id }, body: { reason: 'Called off' }, as: one.admin })
  await access.prove(person)
  await access.services.invoices.seats.sweep()
  expect(await access.placesOf(person.id)).toEqual([])
  const late = await access.addPeople(id, one.courses, person.email, one.admin)
  expect(late.body.errorCode).toBe('INVOICE_STATE')
})

test('seats of two invoices add their access lengths, and a revoked seat takes back its own', async () => {
  const one = await access.seller()
  const [courseId] = one.courses
  const changed = await access.call('updateCourse', {
    params: { id: courseId },
    body: { access: { days: 30 } },
    as: one.admin,
  })
  expect(changed.status).toBe(200)
  const person = await access.verified(await access.person())
  const endOf = async () => {
    const found = await sql<{ at: Date }>`
      SELECT access_ends_at AS at FROM active_enrolments WHERE user_id = ${person.id} AND course_id = ${courseId}`.execute(
      access.database.kysely,
    )
    return found.rows[0]?.at.getTime()
  }
  const seat = async () => {
    const { id, total } = await access.issued(one)
    await access.addPeople(id, [courseId], person.email, one.admin)
    await access.pay(id, total, one.admin)
    const [held] = await access.seatsOf(id, one.admin)
    return () => access.call('revokeSeat', { params: { id, seatId: held?.id ?? 0 }, as: one.admin })
  }
  const dayMs = 24 * 3_600_000
  const revokeFirst = await seat()
  const first = (await endOf()) ?? 0
  expect(first).toBeGreaterThan(Date.now() + 30 * dayMs)
  const revokeSecond = await seat()
  expect(await endOf()).toBe(first + 30 * dayMs)
  expect((await revokeFirst()).status).toBe(200)
  const left = ((await endOf()) ?? 0) - Date.now()
  expect(left).toBeGreaterThan(29 * dayMs)
  expect(left).toBeLessThan(32 * dayMs)
  expect((await revokeSecond()).status).toBe(200)
  expect(await endOf()).toBeUndefined()

  // Moves the period 29 days into the past, so that one of its 30 days is left.
  const revokeThird = await seat()
  await seat()
  const passed = sql`interval '29 days'`
  await access.rows(sql`
    UPDATE enrolments SET access_from = access_from - ${passed}, access_ends_at = access_ends_at - ${passed} WHERE user_id = ${person.id}`)
  await access.rows(sql`
    UPDATE access_grants SET access_from = access_from - ${passed}, access_to = access_to - ${passed} WHERE user_id = ${person.id}`)
  expect((await revokeThird()).status).toBe(200)
  expect(((await endOf()) ?? 0) - Date.now()).toBeGreaterThan(30 * dayMs)
})

test('a seat waits for a course that the invoice named, and for none that was set after the invoice was issued', async () => {
  const one = await access.seller()
  const [course] = one.courses
  const contents = [{ resources: [{ seconds: 60 }] }]
  const firstOf = (title: string) => makeCourse(access.database, { owner: one.admin, title, contents })
  const require = async (...firstIds: number[]) => {
    const { status } = await access.call('savePrerequisites', {
      params: { id: course },
      as: one.admin,
      body: { items: firstIds.map((courseId) => ({ courseId, isRequired: true })) },
    })
    expect(status).toBe(200)
  }
  const mayStudy = async (as: Awaited<ReturnType<typeof access.person>>) =>
    (await access.call('readCourse', { params: { courseId: course }, as })).body.data.permissions.study
  const seatOf = async (given: { id: string; total: number }) => {
    const person = await access.verified(await access.person())
    await access.addPeople(given.id, [course], person.email, one.admin)
    await access.pay(given.id, given.total, one.admin)
    return person
  }
  const early = await access.issued(one)
  expect(early.lines[0]?.first).toBeUndefined()
  await require((await firstOf('Gravity')).id)
  expect(await mayStudy(await seatOf(early))).toBe(true)

  const late = await access.issued(one)
  expect(late.lines[0]?.first).toEqual(['Gravity'])
  const token = late.url?.split('/').at(-1) ?? ''
  const shared = await access.call('readSharedInvoice', { params: { token } })
  expect(shared.body.data.lines[0]?.first).toEqual(['Gravity'])
  const seated = await seatOf(late)
  expect(await mayStudy(seated)).toBe(false)
  await access.services.invoices.seats.sweep()
  await access.jobs.runDueOnce()
  expect(mailsTo(seated.email)[0]?.body).toContain('- Orbits: opens when Gravity is completed.')
})

test('a course tells of paid seats that nobody has used yet, and of no open invoice', async () => {
  const one = await access.seller()
  const { id, total } = await access.issued(one)
  await access.addPeople(id, [one.courses[0]], `Siti, ${(await access.person()).email}`, one.admin)
  const state = async () =>
    (await access.call('readCourseState', { params: { id: one.courses[0] }, as: one.admin })).body.data
  expect(await state()).toMatchObject({ openInvoices: 1, unusedSeats: 0 })
  await access.pay(id, total, one.admin)
  expect(await state()).toMatchObject({ openInvoices: 0, unusedSeats: 1, mayBecomeDraft: false })
})
