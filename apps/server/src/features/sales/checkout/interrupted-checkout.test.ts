/** A payment page that was being created by a process that ended. */
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrderId } from '@apogee/domain/ids.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import { startShop, type Shop } from '../sales.testing.ts'
import { PaymentPages } from './payment-page.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.server.stop())

test('a press waits for the lease of a process that ended, and then opens the page', async () => {
  const { database, clock, services } = shop.server
  const buyer = await shop.server.person()
  shop.simulator.faults.inject({ kind: 'down' })
  expect((await shop.pressBuy(buyer, await shop.course())).status).toBe(502)
  shop.clearFaults()
  const leased = await sql<{ orderId: OrderId }>`
    UPDATE payments SET asking_until = ${new Date(clock.now().getTime() + 20_000)}
     WHERE provider_id IS NULL AND order_id = (SELECT id FROM orders WHERE buyer_id = ${buyer.id})
    RETURNING order_id AS "orderId"`.execute(database.kysely)
  const pages = new PaymentPages(
    {
      database,
      clock,
      payments: shop.provider,
      settlement: services.sales.settlement,
      log: pino({ enabled: false }),
      acceptTestPayments: true,
      callbackOrigin: () => null,
    },
    async (ms) => clock.advance(ms),
  )

  expect(await pages.openPage(onlyRow(leased).orderId)).toMatchObject({ kind: 'open' })
})
