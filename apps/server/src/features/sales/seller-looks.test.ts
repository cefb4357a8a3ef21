/** Tests the look of a seller on papers: papers keep the look of their issue, and a cleared brand leaves them (migration 0237). */
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { TestPerson } from '#server/app/testing.ts'
import { picture, uploadFile } from '#server/features/media/testing.ts'
import {
  mailsTo,
  newSeller,
  overviewOf,
  reason,
  shop,
  shopForTests,
  superadmin,
} from './checkout/seller-states.testing.ts'

shopForTests()

const setColour = async (as: TestPerson, colour: string) =>
  expect((await shop.server.call('updateOwnBrand', { body: { colour }, as })).status).toBe(200)

async function setLogo(as: TestPerson): Promise<void> {
  const { url: logo } = await uploadFile(
    shop.server,
    as,
    await picture('webp', 200, 100),
    'logo.webp',
    'avatar',
  )
  const params = { id: as.businessId ?? 0 }
  const { status } = await shop.server.call('updateBusinessProfile', { params, body: { logo }, as })
  expect(status).toBe(200)
}

/** Buys the course and returns the receipt as its buyer reads it, and the pictures in its PDF. */
async function receiptOf(courseId: number) {
  const buyer = await shop.server.person()
  const { id, purchase } = await shop.buy(buyer, courseId)
  await shop.pay(purchase)
  expect(await shop.check(id)).toBe('paid')
  const [mention] = (await shop.server.call('listReceipts', { params: { id }, as: buyer })).body.data
  const params = { id: mention?.id ?? '' }
  const read = async () => (await shop.server.call('readReceipt', { params, as: buyer })).body.data
  const pictures = async () => {
    const headers = { authorization: `Bearer ${buyer.token}` }
    const printed = await shop.server.app.inject({ url: `/api/receipts/${params.id}/pdf`, headers })
    expect(printed.statusCode).toBe(200)
    return printed.rawPayload.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0
  }
  return { read, pictures }
}
const clear = (id: number, as: TestPerson = superadmin) =>
  shop.server.call('clearBrand', { params: { id }, body: { reason }, as })

test('a receipt keeps the look that its seller had at the issue', async () => {
  const { admin, paid } = await newSeller()
  const plain = await receiptOf(paid)
  await setColour(admin, '#ffd34d')
  await setLogo(admin)
  const branded = await receiptOf(paid)
  await setColour(admin, '#3b2fa8')
  expect(await plain.read()).not.toHaveProperty('look')
  const { look } = await branded.read()
  expect(look).toEqual({ colour: '#ffd34d', logo: expect.stringMatching(/^\/media\//) })
  expect((await shop.server.app.inject(look?.logo ?? '')).statusCode).toBe(200)
  expect([await plain.pictures(), await branded.pictures()]).toEqual([0, 1])
  expect((await (await receiptOf(paid)).read()).look?.colour).toBe('#3b2fa8')
})

test('a receipt is printed without the logo when its file is gone, and the log names the file', async () => {
  const { admin, paid } = await newSeller()
  await setColour(admin, '#ffd34d')
  await setLogo(admin)
  const receipt = await receiptOf(paid)
  const publicId = /^\/media\/([^?]+)/.exec((await receipt.read()).look?.logo ?? '')?.[1] ?? ''
  const [file] = await shop.rows<{ id: number; key: string }>(
    sql`SELECT id, storage_key AS key FROM media WHERE public_id = ${publicId}`,
  )
  const { storage, log } = shop.server.dependencies
  await storage.remove(file?.key ?? '')
  const logged = vi.spyOn(log, 'error')
  expect(await receipt.pictures()).toBe(0)
  expect(logged.mock.calls.map(([about]) => about)).toEqual([expect.objectContaining({ mediaId: file?.id })])
  logged.mockRestore()
})

test('papers of a seller without a brand, and of a suspended seller, have the look of the platform', async () => {
  const { admin, id, paid } = await newSeller()
  await setColour(admin, '#ffd34d')
  await setColour(admin, '')
  expect(await (await receiptOf(paid)).read()).not.toHaveProperty('look')
  await setColour(admin, '#ffd34d')
  const buyer = await shop.server.person()
  const { id: order, purchase } = await shop.buy(buyer, paid)
  await shop.rows(sql`UPDATE sellers SET selling_state = 'suspended' WHERE id = ${id} RETURNING id`)
  await shop.pay(purchase)
  await shop.check(order)
  const params = { id: order }
  const [mention] = (await shop.server.call('listReceipts', { params, as: buyer })).body.data
  const asked = { params: { id: mention?.id ?? '' }, as: buyer }
  expect((await shop.server.call('readReceipt', asked)).body.data).not.toHaveProperty('look')
})

test('the sales page has the colour of its seller', async () => {
  const { admin, paid } = await newSeller()
  await setColour(admin, '#ffd34d')
  const { body } = await shop.server.call('courseSales', { params: { courseId: paid }, query: {}, as: null })
  expect(body.data.colour).toBe('#ffd34d')
})

test('a brand that a superadmin clears disappears from issued papers, and the seller reads the reason', async () => {
  const { admin, id, paid } = await newSeller()
  await setColour(admin, '#ffd34d')
  await setLogo(admin)
  const receipt = await receiptOf(paid)
  const { look, ...before } = await receipt.read()
  expect(look?.logo).not.toBeNull()
  expect((await overviewOf(id)).brand).toMatchObject({ colour: '#ffd34d', logo: look?.logo })
  expect((await clear(id)).status).toBe(200)
  expect((await clear(id)).status).toBe(200)
  expect(await receipt.read()).toEqual(before)
  expect(await receipt.pictures()).toBe(0)
  expect((await overviewOf(id)).brand).toBeNull()
  const own = (await shop.server.call('readOwnBrand', { as: admin })).body.data
  expect(own).toMatchObject({ colour: '', senderName: '', footer: '', paper: { logo: null } })
  const log = (await shop.server.call('listSecurityLog', { query: {}, as: admin })).body.data
  expect(log.filter(({ kind }) => kind === 'seller.brandCleared').map(({ details }) => details)).toEqual([
    { reason },
  ])
  expect((await mailsTo(admin.email)).map(({ subject }) => subject)).toEqual([
    'Your brand on Apogee was cleared',
  ])
})

test('after a clearing the seller chooses a new brand, and only superadmins clear brands', async () => {
  const { admin, id, paid } = await newSeller()
  await setColour(admin, '#ffd34d')
  await clear(id)
  await setColour(admin, '#ffd34d')
  expect((await (await receiptOf(paid)).read()).look?.colour).toBe('#ffd34d')
  expect((await clear(id, admin)).status).toBe(403)
  expect((await clear(2_000_000_000)).body).toMatchObject({ errorCode: 'SELLER_NOT_FOUND' })
  const short = await shop.server.call('clearBrand', {
    params: { id },
    body: { reason: 'short' },
    as: superadmin,
  })
  expect(short.status).toBe(400)
})
