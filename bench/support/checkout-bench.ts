/**
 * Measures the checkout: many buyers, a seller with a course per client, a provider that answers at once, without
 * network and HTTP.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import type pg from 'pg'
import pino from 'pino'
import { ChildPictures } from '../../apps/server/src/adapters/pictures/child-pictures.ts'
import { noSignInProviders } from '../../apps/server/src/adapters/sign-in/port.ts'
import type { PaymentProvider, ProviderPurchase } from '../../apps/server/src/adapters/payments/port.ts'
import { unusedPayments } from '../../apps/server/src/adapters/payments/testing.ts'
import { createLocalStorage } from '../../apps/server/src/adapters/storage/local.ts'
import type { Dependencies } from '../../apps/server/src/dependencies.ts'
import { createFeatures } from '../../apps/server/src/app/features.ts'
import { OrderPlacement } from '../../apps/server/src/features/sales/checkout/place-order.ts'
import { Settlement } from '../../apps/server/src/features/sales/settlement/settlement.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import type { Database } from '../../apps/server/src/platform/database/database.ts'
import { createKeys } from '../../apps/server/src/platform/keys.ts'
import { createPasswords } from '../../apps/server/src/platform/passwords.ts'
import type { Caller } from '../../apps/server/src/policy/caller.ts'

const origin = 'http://127.0.0.1'
const brandId = '5f0c2b6e-7d43-4c8e-9a51-3e2f8d6b1c04'
export const priceCents = 14_900

const firstUser = 1_000_001
const firstCourse = 20_000_001

/** Buyers and courses with consecutive ids in an empty, migrated database. */
export async function furnish(
  pool: pg.Pool,
  { tills, buyers }: { tills: number; buyers: number },
): Promise<{ firstBuyer: number; firstCourse: number }> {
  await scatterIds(pool)
  await pool.query(
    `INSERT INTO users (email, name, role, email_verified_at)
     SELECT 'buyer' || n || '@bench.test', 'Buyer ' || n, 'student', now() FROM generate_series(1, $1) n`,
    [buyers],
  )
  await pool.query(
    `INSERT INTO users (email, name, role)
     SELECT 'teacher' || n || '@bench.test', 'Teacher ' || n, 'instructor' FROM generate_series(1, $1) n`,
    [tills],
  )
  await pool.query(`INSERT INTO sellers (user_id) SELECT id FROM users WHERE role = 'instructor' ORDER BY id`)
  await pool.query('UPDATE sellers SET tax_basis_points = 800, fee_basis_points = 1000')
  await pool.query(
    `INSERT INTO courses (seller_id, created_by, instructor_id, title, description, price_cents)
     SELECT id, user_id, user_id, 'Course of seller ' || id, 'A course to be bought', $1
       FROM sellers WHERE user_id IS NOT NULL ORDER BY id`,
    [priceCents],
  )
  await pool.query('VACUUM ANALYZE')
  return { firstBuyer: firstUser, firstCourse }
}

/** Each table's ids start at another range, so that a recorded value identifies its table. */
async function scatterIds(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name = 'id' AND is_identity = 'YES' ORDER BY table_name`,
  )
  for (const [place, { name }] of rows.entries()) {
    const first =
      name === 'users' ? firstUser : name === 'courses' ? firstCourse : 100_000_000 * (place + 1) + 1
    await pool.query(`ALTER TABLE ${name} ALTER COLUMN id RESTART WITH ${first}`)
  }
}

export async function startCheckoutBench(database: Database) {
  const paid = new Map<string, string>()
  const payments: PaymentProvider = {
    ...unusedPayments,
    async readPurchase(_account, id) {
      return paidPurchase(id, paid.get(id) ?? '')
    },
  }
  const log = pino({ level: 'warn' })
  const dependencies: Dependencies = {
    database,
    payments,
    storage: createLocalStorage(join(tmpdir(), 'apogee-bench-uploads')),
    pictures: new ChildPictures({ log }),
    videos: null,
    mailer: {
      async send() {
        throw new Error('a measurement sends no mail')
      },
    },
    signInProviders: noSignInProviders,
    clock: systemClock,
    keys: createKeys('a secret for measurements only, of no worth'),
    passwords: createPasswords(),
    log,
    limitsOn: false,
    publicUrl: origin,
    packageOrigin: null,
    ownOrigin: () => origin,
    callbackOrigin: () => null,
    acceptTestPayments: true,
    sellersNeedApproval: false,
    strictPasswords: false,
    breachedPasswords: null,
    requireSecondFactor: false,
    payoutApprovals: 'one',
    webhookReach: 'public',
    webhookHosts: null,
    trustedProxies: [],
    virusScanner: null,
    backups: null,
  }
  const { services } = createFeatures(dependencies)
  const settlement = new Settlement({ ...dependencies, ...services })
  const orders = new OrderPlacement({ ...dependencies, ...services, settlement })
  const account = await services.businesses.connectPlatformAccount({
    chipSecret: 'bench',
    chipBrandId: brandId,
  })

  /** One purchase from placing the order to the enrolment. */
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

function paidPurchase(id: string, reference: string): ProviderPurchase {
  const paidAt = new Date()
  return {
    id,
    state: 'paid',
    providerStatus: 'paid',
    unknownStatus: false,
    payable: false,
    reference,
    brandId,
    amountCents: priceCents,
    currency: 'MYR',
    paidAmountCents: priceCents,
    paidCurrency: 'MYR',
    isTest: true,
    markedAsPaid: false,
    refundableCents: priceCents,
    refundKinds: ['full', 'partial'],
    checkoutUrl: `${origin}/pay`,
    paidAt,
    paymentMethod: 'fpx',
    attemptError: null,
    raw: { id, reference, status: 'paid', updated_on: Math.floor(paidAt.getTime() / 1000) },
  }
}
