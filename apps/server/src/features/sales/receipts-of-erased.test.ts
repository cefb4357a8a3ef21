import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestPerson } from '#server/app/testing.ts'
import { startShop, type Shop } from '#server/features/sales/sales.testing.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.server.stop())

describe('a payment that settles after an erasure', () => {
  const erase = async (person: TestPerson) => {
    await sql`UPDATE users SET erase_after = ${new Date(shop.server.clock.now().getTime() - 1)} WHERE id = ${person.id}`.execute(
      shop.server.database.kysely,
    )
    expect(await shop.server.services.people.eraseDue()).toBe(1)
  }
  const receiptAfter = async (erased: 'seller' | 'buyer') => {
    const people = { seller: await shop.server.person('instructor'), buyer: await shop.server.person() }
    const { purchase, id } = await shop.buy(people.buyer, await shop.course(5_000, people.seller))
    await erase(people[erased])
    await shop.pay(purchase)
    await shop.check(id)
    await shop.runJobs()
    const { rows } = await sql<{ publicId: string }>`
      SELECT public_id AS "publicId" FROM receipts WHERE reference = ${id} AND total_cents > 0`.execute(
      shop.server.database.kysely,
    )
    const params = { id: rows[0]?.publicId ?? '' }
    const as = await shop.server.person('superadmin')
    return (await shop.server.call('readReceipt', { params, as })).body.data
  }

  test('a receipt names an erased seller by number, and not by the address that replaces theirs', async () => {
    expect((await receiptAfter('seller')).seller).toMatchObject({
      name: expect.stringMatching(/^Seller \d+$/),
      email: '',
    })
  })

  test('a receipt of an erased buyer says that the account is deleted', async () => {
    expect((await receiptAfter('buyer')).buyer).toBeNull()
  })
})
