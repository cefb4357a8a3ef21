/**
 * Measures the checkout: many buyers, a seller with a course for each client, and a provider that answers immediately, without
 * network and HTTP.
 */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { PaymentProvider, ProviderPurchase } from '../../../apps/server/src/adapters/payments/port.ts'
import { unusedPayments } from '../../../apps/server/src/adapters/payments/testing.ts'
import { createFeatures } from '../../../apps/server/src/app/features.ts'
import { OrderPlacement } from '../../../apps/server/src/features/sales/checkout/place-order.ts'
import { Settlement } from '../../../apps/server/src/features/sales/settlement/settlement.ts'
import type { Database } from '../../../apps/server/src/platform/database/database.ts'
import type { Caller } from '../../../apps/server/src/policy/caller.ts'
import { benchDependencies } from '../../harness/bench-app.ts'
import type { BenchDatabase } from './bench-database.ts'

const origin = 'http://127.0.0.1'
export const brandId = '5f0c2b6e-7d43-4c8e-9a51-3e2f8d6b1c04'
export const priceCents = 14_900

/** Creates buyers and courses with consecutive ids in an empty, migrated database. */
export async function furnish(
  bench: BenchDatabase,
  { tills, buyers }: { tills: number; buyers: number },
): Promise<{ firstBuyer: number; firstCourse: number }> {
  return bench.withoutTimeLimit(async (client) => {
    await scatterIds(client)
    await client.query(
      `INSERT INTO users (email, name, role, email_verified_at)
       SELECT 'buyer' || n || '@bench.test', 'Buyer ' || n, 'student', now() FROM generate_series(1, $1) n`,
      [buyers],
    )
    await client.query(
      `INSERT INTO users (email, name, role)
       SELECT 'teacher' || n || '@bench.test', 'Teacher ' || n, 'instructor' FROM generate_series(1, $1) n`,
      [tills],
    )
    await client.query(
      `INSERT INTO sellers (user_id) SELECT id FROM users WHERE role = 'instructor' ORDER BY id`,
    )
    await client.query('UPDATE sellers SET tax_basis_points = 800, fee_basis_points = 1000')
    await client.query(
      `INSERT INTO courses (seller_id, created_by, instructor_id, title, description, price_cents)
       SELECT id, user_id, user_id, 'Course of seller ' || id, 'A course to be bought', $1
         FROM sellers WHERE user_id IS NOT NULL ORDER BY id`,
      [priceCents],
    )
    await client.query('VACUUM ANALYZE')
    const { rows } = await client.query<{ firstBuyer: string; firstCourse: string }>(
      `SELECT (SELECT min(id) FROM users WHERE role = 'student') AS "firstBuyer", (SELECT min(id) FROM courses) AS "firstCourse"`,
    )
    return { firstBuyer: Number(rows[0]?.firstBuyer), firstCourse: Number(rows[0]?.firstCourse) }
  })
}

/** Recorded ids are stored as `integer` or `bigint`. This is the largest value of the smaller type. */
const largestId = 2 ** 31 - 1

/** Starts each table's ids at another range, so that a recorded value identifies its table. */
export async function scatterIds(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name = 'id' AND is_identity = 'YES' AND identity_maximum::numeric >= ${largestId}
      ORDER BY table_name`,
  )
  const range = Math.floor(largestId / (rows.length + 1))
  for (const [place, { name }] of rows.entries())
    await client.query(`ALTER TABLE ${name} ALTER COLUMN id RESTART WITH ${range * (place + 1)}`)
}

export async function startCheckoutBench(database: Database) {
  const paid = new Map<string, string>()
  const payments: PaymentProvider = {
    ...unusedPayments,
    async readPurchase(_account, id) {
      return paidPurchase(id, paid.get(id) ?? '')
    },
  }
  const dependencies = benchDependencies(database, payments)
  const { services } = createFeatures(dependencies)
  const settlement = new Settlement({ ...dependencies, ...services })
  const orders = new OrderPlacement({ ...dependencies, ...services, settlement })
  const account = await services.businesses.connectPlatformAccount({
    chipSecret: 'bench',
    chipBrandId: brandId,
  })

  /** Runs one purchase from placing the order to the enrolment. */
  async function buy(userId: number, courseId: number): Promise<{ publicId: string; providerId: string }> {
    const buyer: Caller = {
      userId,
      sessionId: 1,
      role: 'student',
      businessId: null,
      email: 'buyer@bench.test',
      name: 'Buyer',
      emailVerified: true,
      hasFreshProof: true,
      mustSetUpSecondFactor: false,
      address: '',
    }
    const { order } = await database.transaction((tx) =>
      orders.placeOrder(tx, buyer, [courseId], { origin, customer: {} }),
    )
    const providerId = randomUUID()
    paid.set(providerId, order.publicId)
    const recorded = await settlement.settlePayment(account, providerId)
    paid.delete(providerId)
    if (recorded.kind === 'unknown' || recorded.orderState !== 'paid') throw new Error('not settled')
    return { publicId: order.publicId, providerId }
  }

  return { buy }
}

export function paidPurchase(
  id: string,
  reference: string,
  amountCents: number = priceCents,
): ProviderPurchase {
  const paidAt = new Date()
  return {
    id,
    state: 'paid',
    providerStatus: 'paid',
    version: Math.floor(paidAt.getTime() / 1000) * 1000,
    payable: false,
    reference,
    brandId,
    amountCents,
    currency: 'MYR',
    paidAmountCents: amountCents,
    paidCurrency: 'MYR',
    isTest: true,
    markedAsPaid: false,
    refundableCents: amountCents,
    refundKinds: ['full', 'partial'],
    checkoutUrl: `${origin}/pay`,
    paidAt,
    paymentMethod: 'fpx',
    attemptError: null,
    raw: { id, reference, status: 'paid', updated_on: Math.floor(paidAt.getTime() / 1000) },
  }
}
