import type { RequestOf } from '@apogee/contracts/endpoints.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { emit } from '#server/events.ts'
import { queueMail, type OutgoingMail } from '#server/platform/mail/mail-outbox.ts'

let server: TestApp
let seller: TestPerson
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
})
beforeEach(async () => {
  seller = await server.person('admin')
  server.mails.length = 0
})
afterAll(() => server.stop())

const change = (body: RequestOf<'updateOwnBrand'>['body'], as = seller) =>
  server.call('updateOwnBrand', { body, as })
const own = async (as = seller) => (await server.call('readOwnBrand', { as })).body.data
const sellerId = async () => {
  const found = await sql<{
    id: number
  }>`SELECT id FROM sellers WHERE business_id = ${seller.businessId}`.execute(server.database.kysely)
  return found.rows[0]?.id ?? 0
}
let occasions = 0
const mailed = async (kind: string, given: Partial<OutgoingMail> = {}) => {
  const mail = { to: 'aisyah@apogee.test', subject: 'Receipt', body: 'Hello', seller: null, ...given }
  const occasion = `${kind}:${(occasions += 1)}`
  await server.database.transaction((tx) => queueMail(tx, { ...mail, occasion }))
  await server.jobs.runDueOnce()
  return server.mails.findLast(({ subject }) => subject === 'Receipt')
}
const proveContact = async () =>
  sql`INSERT INTO seller_contacts (seller_id, email, phone, proven_at, saved_at)
      VALUES (${await sellerId()}, 'hello@orbit.test', '0123', now(), now())`.execute(server.database.kysely)

const brand = { colour: '#FFD34D', senderName: 'Orbit School', footer: 'Orbit Sdn Bhd, Ipoh' }

describe('the brand of a seller', () => {
  test('mails that speak for the seller have its name, colour, footer and address for answers', async () => {
    await proveContact()
    expect((await change({ ...brand, repliesToContact: true })).body.data).toMatchObject({
      ...brand,
      colour: '#ffd34d',
      contactEmail: 'hello@orbit.test',
      sample: { from: 'Orbit School via Apogee' },
    })
    const mail = await mailed('receipt', { speaker: { sellerId: await sellerId() } })
    expect(mail).toMatchObject({ senderName: 'Orbit School via Apogee', replyTo: 'hello@orbit.test' })
    expect(mail?.body).toMatch(/^Hello\n\n.*Orbit Sdn Bhd, Ipoh/u)
    expect(mail?.html).toContain('color:#000000;padding:12px 16px;border-radius:8px;background-color:#ffd34d')
  })

  test('mails about an account, and mails without a brand, come from the platform', async () => {
    const speaker = { sellerId: await sellerId() }
    expect(await mailed('receipt', { speaker })).not.toHaveProperty('senderName')
    await change(brand)
    const mail = await mailed('left-team', { seller: speaker })
    expect(mail).not.toHaveProperty('senderName')
    expect(mail?.body).toBe('Hello')
  })

  test('answers go nowhere while the address of the contact is not verified', async () => {
    await change({ ...brand, repliesToContact: true })
    const mail = await mailed('receipt', { speaker: { sellerId: await sellerId() } })
    expect(mail).not.toHaveProperty('replyTo')
  })

  test('a suspended seller has no brand and changes none', async () => {
    await change(brand)
    const speaker = { sellerId: await sellerId() }
    await sql`UPDATE sellers SET selling_state = 'suspended' WHERE id = ${speaker.sellerId}`.execute(
      server.database.kysely,
    )
    expect(await mailed('receipt', { speaker })).not.toHaveProperty('senderName')
    expect((await change(brand)).body.errorCode).toBe('SELLER_SUSPENDED')
  })

  test.each([
    'Apogee',
    'APOGEE Support',
    'A p o g e e',
    'Аpоgее',
    'Ap0g3e',
    'Apógée',
    'Mаybank',
    'Orbit <x@y.test>',
    'Orbit, Inc',
    'Orbit\r\nBcc: x@y.test',
    'Orbit\u200bSchool',
  ])('the sender’s name %j is refused', async (senderName) => {
    expect((await change({ senderName })).status).toBe(400)
  })

  test.each(['Sekolah Angkasa', '天文学校', 'École d’été', 'Школа', 'مدرسة'])(
    'the sender’s name %j is allowed',
    async (senderName) => {
      expect((await change({ senderName })).status).toBe(200)
    },
  )

  test.each([
    [{ colour: 'red' }],
    [{ colour: '#12345' }],
    [{ colour: '#12345g' }],
    [{ footer: 'See https://evil.test' }],
    [{ footer: 'Write to x@evil.test' }],
    [{ footer: 'Two\nlines' }],
    [{ footer: 'a'.repeat(161) }],
  ])('%j is refused', async (form) => {
    expect((await change(form)).status).toBe(400)
  })

  test('two admins do not overwrite each other', async () => {
    const { version } = await own()
    expect((await change({ footer: 'Ipoh', version })).status).toBe(200)
    expect((await change({ footer: 'Kuala Lumpur', version })).body.errorCode).toBe('EDIT_CONFLICT')
    expect((await own()).footer).toBe('Ipoh')
  })

  test('the brand of a person who taught alone is erased with the account', async () => {
    seller = await server.person('instructor', { businessId: null })
    await change(brand)
    await server.database.transaction((tx) => emit(tx, 'user.erased', { userId: seller.id }))
    await server.jobs.runDueOnce()
    expect((await own()).senderName).toBe('')
  })
})
