/** Tests seller verification (docs/decisions/sellers.md). */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { all, day, minute, startSellers, type Sellers } from './seller-checks.testing.ts'

let sellers: Sellers
beforeAll(async () => {
  sellers = await startSellers()
})
afterAll(() => sellers.server.stop())

const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('what a seller enters', () => {
  test('a new seller has nothing, and begins with what the business says of itself', async () => {
    const admin = await sellers.server.person('admin')
    const data = await sellers.read(admin)
    expect(data).toMatchObject({
      isRequired: true,
      sellerKind: 'business',
      registration: null,
      contact: null,
      bank: null,
      documents: [],
      suggested: { email: admin.email, phone: '03-1234 5678' },
    })
    expect(
      data.checks.map(({ kind, state, isComplete, revision }) => [kind, state, isComplete, revision]),
    ).toEqual(
      (['registration', 'bank', 'contact', 'documents'] as const).map((kind) => [kind, 'missing', false, 0]),
    )
  })

  test('the number of a company is shown, that of a person by its last four digits, and both are stored encrypted', async () => {
    const admin = await sellers.server.person('admin')
    expect((await sellers.register(admin)).body.data.registration).toMatchObject({ number: '202001012345' })
    const lone = await sellers.server.person('instructor')
    const saved = await sellers.register(lone, {
      kind: 'individual',
      legalName: 'Aminah binti Ali',
      registrationNumber: '900229-14-5678',
    })
    expect(saved.body).toMatchObject({ issues: [{ path: 'registrationNumber' }] })
    const right = await sellers.register(lone, {
      kind: 'individual',
      legalName: 'Aminah binti Ali',
      registrationNumber: '900228-14-5678',
    })
    expect(right.body.data).toMatchObject({
      sellerKind: 'person',
      registration: { number: null, numberEndsWith: '5678' },
    })
    expect(right.raw.body).not.toContain('9002281')
    const stored = await sellers.rows(
      sql<{
        text: string
      }>`SELECT encode(number_encrypted, 'escape') || r::text AS text FROM seller_registrations r`,
    )
    for (const { text } of stored) expect(text).not.toMatch(/9002281|20200101/)
    expect(
      (
        await sellers.server.call('readSellerNumber', {
          params: { id: await sellers.sellerIdOf(lone) },
          as: sellers.superadmin,
        })
      ).body.data,
    ).toEqual({ number: '900228145678' })
    expect(
      (
        await sellers.server.call('readChecksOfSeller', {
          params: { id: await sellers.sellerIdOf(lone) },
          as: sellers.superadmin,
        })
      ).raw.body,
    ).not.toContain('9002281')
  })

  test('a registration of another secret, or of another seller, is unreadable and nothing else breaks', async () => {
    const [one, other] = [await sellers.server.person('admin'), await sellers.server.person('admin')]
    await sellers.register(one)
    await sellers.register(other)
    await sql`UPDATE seller_registrations SET number_encrypted = (SELECT number_encrypted FROM seller_registrations
      WHERE seller_id = ${await sellers.sellerIdOf(one)}) WHERE seller_id = ${await sellers.sellerIdOf(other)}`.execute(
      sellers.server.database.kysely,
    )
    const params = { id: await sellers.sellerIdOf(other) }
    const { body } = await sellers.server.call('readSellerNumber', { params, as: sellers.superadmin })
    expect(body.errorCode).toBe('SELLER_NUMBER_UNREADABLE')
    expect((await sellers.read(other)).registration).toMatchObject({ number: null, numberEndsWith: '2345' })
  })

  test('instructors of a business, learners and superadmins have nothing to enter', async () => {
    const { businessId } = await sellers.server.person('admin')
    const teacher = await sellers.server.person('instructor', { businessId })
    expect((await sellers.register(teacher)).body.errorCode).toBe('LONE_SELLERS_ONLY')
    expect((await sellers.register(await sellers.server.person())).status).toBe(403)
    expect((await sellers.register(sellers.superadmin)).body.errorCode).toBe('SELLER_NOT_FOUND')
  })
})

describe('the code to the seller’s address', () => {
  test('the right code proves the address once; the mail names nobody', async () => {
    const admin = await sellers.server.person('admin')
    const email = await sellers.proveContact(admin)
    expect((await sellers.read(admin)).contact).toMatchObject({
      email,
      provenAt: expect.any(String),
      codeUntil: null,
    })
    const [mail] = sellers.server.mails.filter(({ to }) => to === email)
    expect(JSON.stringify(mail)).not.toContain('Business')
    expect((await sellers.server.call('sendContactCode', { as: admin })).body.errorCode).toBe(
      'SELLER_CONTACT_PROVEN',
    )
    const stored = await sellers.rows(sql<{ text: string }>`SELECT c::text AS text FROM seller_contacts c`)
    expect(stored.length).toBeGreaterThan(0)
  })

  test('five wrong guesses end a code, also when they come at once', async () => {
    const admin = await sellers.server.person('admin')
    const { body } = await sellers.saveContact(admin)
    await sellers.server.call('sendContactCode', { as: admin })
    const code = await sellers.codeTo(body.data.contact?.email ?? '')
    const guesses = await Promise.all(Array.from({ length: 6 }, () => sellers.confirm(admin, another(code))))
    const codes = guesses.map((guess) => String(guess.body.errorCode)).toSorted()
    expect(codes).toEqual(['CONTACT_CODE_EXPIRED', ...Array.from({ length: 5 }, () => 'CONTACT_CODE_WRONG')])
    expect((await sellers.confirm(admin, code)).body.errorCode).toBe('CONTACT_CODE_EXPIRED')
    await sellers.server.call('sendContactCode', { as: admin })
    expect((await sellers.confirm(admin, await sellers.codeTo(body.data.contact?.email ?? ''))).status).toBe(
      200,
    )
  })

  test('a code ends after 15 minutes, with a newer one, and with another address', async () => {
    const admin = await sellers.server.person('admin')
    const email = (await sellers.saveContact(admin)).body.data.contact?.email ?? ''
    await sellers.server.call('sendContactCode', { as: admin })
    const first = await sellers.codeTo(email)
    await sellers.server.call('sendContactCode', { as: admin })
    const second = await sellers.codeTo(email)
    if (first !== second)
      expect((await sellers.confirm(admin, first)).body.errorCode).toBe('CONTACT_CODE_WRONG')
    await sellers.saveContact(admin)
    expect((await sellers.confirm(admin, second)).body.errorCode).toBe('CONTACT_CODE_EXPIRED')
    await sellers.server.call('sendContactCode', { as: admin })
    const third = await sellers.codeTo((await sellers.read(admin)).contact?.email ?? '')
    sellers.server.clock.advance(15 * minute)
    expect((await sellers.confirm(admin, third)).body.errorCode).toBe('CONTACT_CODE_EXPIRED')
    sellers.superadmin = await sellers.signedInAgain(sellers.superadmin)
  })

  test('a seller sends five codes a day, and an address gets five from all sellers together', async () => {
    const victim = 'victim@orbit.test'
    const both = [await sellers.server.person('admin'), await sellers.server.person('admin')]
    const statuses: number[] = []
    for (const as of both) {
      await sellers.saveContact(as, victim)
      for (let sending = 0; sending < 3; sending += 1)
        statuses.push((await sellers.server.call('sendContactCode', { as })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const [first] = both
    if (!first) throw new Error('no seller')
    await sellers.saveContact(first)
    for (const expected of [200, 200, 429])
      expect((await sellers.server.call('sendContactCode', { as: first })).status).toBe(expected)
  })

  test('without a saved address there is nothing to send or confirm', async () => {
    const admin = await sellers.server.person('admin')
    expect((await sellers.server.call('sendContactCode', { as: admin })).body.errorCode).toBe(
      'SELLER_CONTACT_MISSING',
    )
    expect((await sellers.confirm(admin, '123456')).body.errorCode).toBe('SELLER_CONTACT_MISSING')
  })
})

describe('checking', () => {
  test('everything is sent at once: what is missing is named, and nothing is sent before', async () => {
    const admin = await sellers.server.person('admin')
    await sellers.register(admin)
    const refused = await sellers.send(admin)
    expect(refused.status).toBe(422)
    expect(refused.body).toMatchObject({
      issues: [{ path: 'bank' }, { path: 'contact' }, { path: 'documents' }],
    })
    expect(await sellers.statesOf(admin)).toEqual(all('missing'))
  })

  test('superadmins see who waits, and the facts beside each other', async () => {
    const admin = await sellers.sent()
    const list = await sellers.server.call('listSellersToCheck', { query: {}, as: sellers.superadmin })
    expect(list.body.data.find(({ id }) => id)).toMatchObject({
      id: await sellers.sellerIdOf(admin),
      sellerKind: 'business',
      kinds: ['bank', 'contact', 'documents', 'registration'],
    })
    expect(await sellers.readOf(admin)).toMatchObject({
      isRequired: true,
      nameVerdict: 'matches',
      decisions: [],
      bank: { accountHolder: 'ORBIT ACADEMY SDN. BHD.', accountEndsWith: '5678' },
      contact: { phone: '03-1234 5678', provenAt: expect.any(String) },
    })
  })

  test('four verified checks end what payouts wait for, with one mail to each admin', async () => {
    const admin = await sellers.sent()
    const colleague = await sellers.server.person('admin', { businessId: admin.businessId, isProven: true })
    expect(await sellers.missingOf(admin)).toEqual(['registration', 'bank', 'contact', 'documents'])
    for (const kind of ['registration', 'bank', 'contact'] as const) await sellers.decide(admin, kind)
    expect(await sellers.missingOf(admin)).toEqual(['documents'])
    await sellers.decide(admin, 'documents', { note: '' })
    expect(await sellers.missingOf(admin)).toEqual([])
    for (const person of [admin, colleague]) {
      const subjects = (await sellers.mailsTo(person)).map(({ subject }) => subject)
      expect(subjects.filter((subject) => subject.includes('verification'))).toEqual([
        'Your verification at Apogee is complete',
      ])
    }
  })

  test('a returned check tells the seller its reason by one mail, and goes on when it is sent again', async () => {
    const admin = await sellers.sent()
    const short = await sellers.decide(admin, 'bank', { outcome: 'returned', note: 'No' })
    expect(short.status).toBe(400)
    await sellers.decide(admin, 'bank', { outcome: 'returned', note: 'The statement names somebody else.' })
    const bank = (await sellers.read(admin)).checks.find(({ kind }) => kind === 'bank')
    expect(bank).toMatchObject({ state: 'returned', reason: 'The statement names somebody else.' })
    const mails = (await sellers.mailsTo(admin)).filter(({ subject }) => subject.includes('verification'))
    expect(mails.map(({ subject }) => subject)).toEqual(['Your verification at Apogee needs a change'])
    expect(mails[0]?.body).toContain('The statement names somebody else.')
    await sellers.saveBank(admin, 'Orbit Academy Sdn Bhd', '514099990000')
    expect((await sellers.statesOf(admin))['bank']).toBe('returned')
    await sellers.send(admin)
    expect(await sellers.statesOf(admin)).toEqual(all('submitted'))
    expect((await sellers.read(admin)).checks.find(({ kind }) => kind === 'bank')?.reason).toBeNull()
  })

  test('nobody decides on what has changed since they read it, and a second press changes nothing', async () => {
    const admin = await sellers.sent()
    const seen = (await sellers.readOf(admin)).checks.find(({ kind }) => kind === 'bank')?.revision ?? 0
    await sellers.saveBank(admin, 'Somebody Else')
    const late = await sellers.decide(admin, 'bank', { revision: seen })
    expect([late.status, late.body.errorCode]).toEqual([409, 'SELLER_CHECK_CHANGED'])
    const now = (await sellers.readOf(admin)).checks.find(({ kind }) => kind === 'bank')?.revision ?? 0
    const both = await Promise.all([
      sellers.decide(admin, 'bank', { revision: now }),
      sellers.decide(admin, 'bank', { revision: now }),
    ])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(
      (await sellers.readOf(admin)).decisions.filter(({ outcome }) => outcome === 'verified'),
    ).toHaveLength(1)
  })

  test('a check that was not sent is verified by hand with a note, and cannot be returned', async () => {
    const admin = await sellers.server.person('admin')
    await sellers.read(admin)
    const without = await sellers.decide(admin, 'registration', { note: ' ' })
    expect(without.body.errorCode).toBe('SELLER_CHECK_NEEDS_NOTE')
    const returned = await sellers.decide(admin, 'registration', {
      outcome: 'returned',
      note: 'Please send it first',
    })
    expect(returned.body.errorCode).toBe('SELLER_CHECK_NOT_SENT')
    expect((await sellers.decide(admin, 'registration', { note: 'A customer since 2019' })).status).toBe(200)
    expect((await sellers.statesOf(admin))['registration']).toBe('verified')
  })

  test('the contact needs a note about the call', async () => {
    const admin = await sellers.sent()
    expect((await sellers.decide(admin, 'contact', { note: '' })).body.errorCode).toBe(
      'SELLER_CHECK_NEEDS_NOTE',
    )
    expect((await sellers.decide(admin, 'contact', { note: 'Ms Lim answered on 27 November' })).status).toBe(
      200,
    )
  })

  test('the platform and unknown sellers are not verified', async () => {
    const [platform] = await sellers.rows(sql<{ id: number }>`SELECT id FROM sellers WHERE is_platform`)
    for (const id of [platform?.id ?? 0, 999_999_999]) {
      const answer = await sellers.server.call('readChecksOfSeller', {
        params: { id },
        as: sellers.superadmin,
      })
      expect(answer.body.errorCode).toBe('SELLER_NOT_FOUND')
      const { checks } = sellers.server.services.businesses.verification
      expect(await checks.missingChecks(sellers.server.database.kysely, id)).toEqual([])
    }
  })
})

describe('after the verification', () => {
  test('another bank account stops payouts until it is verified again, in the transaction of the change', async () => {
    const admin = await sellers.verified()
    await sellers.saveBank(admin, 'Somebody Else', '999999999999')
    expect(await sellers.missingOf(admin)).toEqual(['bank'])
    expect(await sellers.readOf(admin)).toMatchObject({
      nameVerdict: 'differs',
      decisions: [{ kind: 'bank', outcome: 'reopened', by: null, facts: [] }, {}, {}, {}, {}],
    })
    const before = (await sellers.readOf(admin)).decisions.find(
      ({ outcome, kind }) => outcome === 'verified' && kind === 'bank',
    )
    expect(before?.facts).toEqual(['Maybank ••••5678', 'ORBIT ACADEMY SDN. BHD.'])
    await sellers.decide(admin, 'bank')
    expect(await sellers.missingOf(admin)).toEqual([])
  })

  test('a bank account that the last release saves stops payouts, too', async () => {
    const admin = await sellers.verified()
    await sql`UPDATE payout_banks SET saved_at = saved_at + interval '1 second' WHERE seller_id = ${await sellers.sellerIdOf(admin)}`.execute(
      sellers.server.database.kysely,
    )
    expect(await sellers.missingOf(admin)).toEqual(['bank'])
  })

  test('another legal name or number is checked again; the same once more is not', async () => {
    const admin = await sellers.verified()
    await sellers.register(admin)
    expect(await sellers.missingOf(admin)).toEqual([])
    await sellers.register(admin, { legalName: 'Orbit Holdings Sdn Bhd' })
    expect(await sellers.missingOf(admin)).toEqual(['registration'])
    const mails = (await sellers.mailsTo(admin)).map(({ subject }) => subject)
    expect(mails).toContain('Security: the legal name or number was changed')
  })

  test('another address has to be proven again, another phone number to be called again', async () => {
    const admin = await sellers.verified()
    const { email = '' } = (await sellers.read(admin)).contact ?? {}
    await sellers.saveContact(admin, email, '012-345 6789')
    expect((await sellers.statesOf(admin))['contact']).toBe('submitted')
    await sellers.decide(admin, 'contact')
    expect(await sellers.missingOf(admin)).toEqual([])
    await sellers.saveContact(admin, 'thief@elsewhere.test', '012-345 6789')
    expect(await sellers.missingOf(admin)).toEqual(['contact'])
    expect((await sellers.read(admin)).checks.find(({ kind }) => kind === 'contact')).toMatchObject({
      state: 'missing',
      isComplete: false,
    })
    expect((await sellers.mailsTo(admin)).map(({ subject }) => subject)).toContain(
      'Security: the contact of the seller was changed',
    )
  })

  test('a verified check can be returned when it was wrong', async () => {
    const admin = await sellers.verified()
    await sellers.decide(admin, 'registration', { outcome: 'returned', note: 'The company was struck off.' })
    expect(await sellers.missingOf(admin)).toEqual(['registration'])
  })

  test('verified details of a seller are stored sealed', async () => {
    await sellers.verified()
    const stored = await sellers.rows(
      sql<{ text: string }>`
        SELECT encode(snapshot_encrypted, 'escape') || d::text AS text FROM seller_check_decisions d
         WHERE snapshot_encrypted IS NOT NULL`,
    )
    expect(stored.length).toBeGreaterThan(3)
    for (const { text } of stored) expect(text).not.toMatch(/514012345678|ORBIT|202001/)
  })

  test('sending, verifying and opening a document are in the security log, without numbers and names', async () => {
    const admin = await sellers.verified()
    const document = (await sellers.readOf(admin)).documents[0]?.id ?? 0
    const sellerId = await sellers.sellerIdOf(admin)
    await sellers.server.call('openSellerDocument', {
      params: { id: sellerId, document },
      as: sellers.superadmin,
    })
    sellers.server.clock.advance(30 * minute)
    await sellers.server.services.securityLog.writeCounts()
    sellers.superadmin = await sellers.signedInAgain(sellers.superadmin)
    const entries = await sellers.rows(
      sql<{ kind: string; text: string }>`
        SELECT kind, details::text AS text FROM security_log
         WHERE business_id = ${admin.businessId} OR details ->> 'seller' = ${String(sellerId)}`,
    )
    const kinds = entries.map(({ kind }) => kind)
    for (const kind of [
      'seller.checksSent',
      'seller.contactProven',
      'seller.checkVerified',
      'seller.verified',
      'view.sellerChecks',
      'view.sellerDocument',
    ])
      expect(kinds).toContain(kind)
    for (const { text } of entries) expect(text).not.toMatch(/514012345678|Orbit|@orbit|202001/)
  })

  test('everything of a lone seller is erased with them', async () => {
    const lone = await sellers.server.person('instructor', { isProven: true })
    await sellers.register(lone, {
      kind: 'individual',
      legalName: 'Aminah',
      registrationNumber: '900228145678',
    })
    await sellers.saveBank(lone, 'AMINAH')
    await sellers.proveContact(lone)
    await sellers.addDocument(lone)
    await sellers.send(lone)
    await sellers.decide(lone, 'registration')
    const id = await sellers.sellerIdOf(lone)
    const gone = await sellers.server.call('deleteUser', { params: { id: lone.id }, as: sellers.superadmin })
    expect(gone.body.data).toEqual({ outcome: 'erased' })
    await sellers.server.jobs.runDueOnce()
    const left = await sellers.rows(sql`
      SELECT seller_id FROM seller_registrations WHERE seller_id = ${id}
      UNION ALL SELECT seller_id FROM seller_contacts WHERE seller_id = ${id}
      UNION ALL SELECT seller_id FROM seller_documents WHERE seller_id = ${id}
      UNION ALL SELECT seller_id FROM seller_checks WHERE seller_id = ${id}
      UNION ALL SELECT seller_id FROM seller_check_decisions WHERE seller_id = ${id}`)
    expect(left).toEqual([])
    sellers.server.clock.advance(8 * day)
    await sellers.server.services.media.sweep()
    expect(await sellers.rows(sql`SELECT 1 FROM media WHERE owner_id = ${lone.id}`)).toEqual([])
  })
})
