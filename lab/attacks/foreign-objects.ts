/** Creates objects that the demo school lacks, with the product's own calls, so that strangers can try their ids. */
import type { CreatedCredential, PasskeyCreationOptions } from '@apogee/contracts/accounts/passkeys.ts'
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { SoftwareAuthenticator } from '../../apps/server/src/features/accounts/passkeys/software-authenticator.testing.ts'
import type { Actor, Client } from './support/client.ts'
import { mark } from './support/mark.ts'
import type { People } from './support/people.ts'
import type { Target } from './support/target.ts'
import { uploadFile } from './support/upload-file.ts'

/** This is the smallest content that is recognised as a PDF. */
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')

export async function makeForeignObjects(
  target: Target,
  people: People,
  privateCourse: number,
): Promise<void> {
  const { client, pool } = target
  const { victims, superadmin } = people
  const { admin, seller } = victims
  await sendWebhook(client, admin)
  await addPasskey(client, admin)
  await client.must('POST', '/api/second-factor-removals', superadmin, {
    email: admin.name,
    reason: `Reason ${mark}`,
    identityCheck: `Check ${mark}`,
  })
  await addDocument(client, admin)
  await importCourse(client, admin, privateCourse)
  await buyCourses(target, people)
  await client.must('POST', `/api/platform/sellers/${seller}/notes`, superadmin, {
    text: `Note ${mark}`,
    key: randomUUID(),
  })
  await client.must('POST', '/api/reconciliations', superadmin, {})
  await addPayout(pool, seller, superadmin)
  await openSignal(pool, seller)
}

async function sendWebhook(client: Client, admin: Actor): Promise<void> {
  const { data } = await client.must<{ data: { id: number }[] }>('GET', '/api/webhooks', admin)
  await client.must('POST', `/api/webhooks/${data[0]?.id}/test`, admin, {})
}

async function addPasskey(client: Client, admin: Actor): Promise<void> {
  const { data } = await client.must<{ data: PasskeyCreationOptions }>(
    'POST',
    '/api/auth/passkeys/options',
    admin,
    {},
  )
  const credential: CreatedCredential | null = new SoftwareAuthenticator().create(data, {
    origin: client.origin,
  })
  await client.must('POST', '/api/auth/passkeys', admin, { name: `Passkey ${mark}`, credential })
}

async function addDocument(client: Client, admin: Actor): Promise<void> {
  const url = await uploadFile(client, admin, {
    purpose: 'seller-document',
    name: `${mark}.pdf`,
    content: pdf,
  })
  await client.must('POST', '/api/seller-checks/documents', admin, { url, purpose: 'registration' })
}

/** Imports a copy of the course from its own archive. */
async function importCourse(client: Client, admin: Actor, courseId: number): Promise<void> {
  const { data } = await client.must<{ data: { url: string } }>(
    'POST',
    `/api/courses/${courseId}/exports`,
    admin,
    {},
  )
  const archive = await fetch(new URL(data.url, client.origin))
  const content = Buffer.from(await archive.arrayBuffer())
  const filePath = await uploadFile(client, admin, { purpose: 'archive', name: 'course.zip', content })
  await client.must('POST', '/api/course-imports', admin, { filePath })
}

/** Buys two courses of the seller. It requests a refund for one, and turns the payment of the other into a payment exception. */
async function buyCourses({ client, pool, provider }: Target, { victims }: People): Promise<void> {
  const { student, seller } = victims
  const { rows } = await pool.query<{ id: number }>(
    `SELECT id::int AS id FROM courses c WHERE seller_id = $1 AND price_cents > 0 AND is_listed
        AND NOT EXISTS (SELECT FROM enrolments e WHERE e.course_id = c.id AND e.user_id = $2)
      ORDER BY price_cents LIMIT 2`,
    [seller, student.id],
  )
  const [returned, held] = rows
  if (!returned || !held) throw new Error('the attacked business has no two courses that its student can buy')
  const purchase = await payFor(client, student, returned.id)
  await client.must('GET', `/api/payments/check/${purchase}`, student)
  await client.must('POST', `/api/payments/${purchase}/refund-requests`, student, {
    reason: `Reason ${mark}`,
  })
  const mismatched = await payFor(client, student, held.id)
  // The product then reads a purchase of another brand than it requested, and holds the money until a person decides.
  const altered = await fetch(`${provider.origin}/simulator/faults`, {
    method: 'POST',
    body: JSON.stringify({ kind: 'alter', fields: { brand_id: randomUUID() }, on: 'read', times: 1 }),
  })
  await answeredWell(altered)
  await client.must('GET', `/api/payments/check/${mismatched}`, student)
}

/** Returns the public id of the order. */
async function payFor(client: Client, as: Actor, courseId: number): Promise<string> {
  const { payment_url, purchase_id } = await client.must<{ payment_url: string; purchase_id: string }>(
    'POST',
    '/api/payments',
    as,
    { courseId },
  )
  const pressed = await fetch(`${payment_url}pay/`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ method: 'fpx', bank: 'Maybank', slow: '0' }),
    redirect: 'manual',
  })
  await answeredWell(pressed)
  return purchase_id
}

/** @throws for a refusal. A redirect to the payment page is no refusal. */
async function answeredWell(answer: Response): Promise<void> {
  const text = await answer.text()
  if (answer.status >= 400) throw new Error(`${answer.url} answered ${answer.status}: ${text.slice(0, 500)}`)
}

/**
 * Adds a payout by writing its row directly. No call can create one here, because the attacked business has its own payment account
 * and the platform owes it nothing.
 */
async function addPayout(pool: pg.Pool, seller: number, superadmin: Actor): Promise<void> {
  const { rowCount } = await pool.query(
    `INSERT INTO payouts (seller_id, key, amount_cents, bank_name, bank_account_ends_with, bank_saved_at, former_payouts,
                          largest_former_cents, prepared_by, prepared_at)
     SELECT seller_id, $2, 100, 'Maybank', '7788', saved_at, 0, 0, $3, now() FROM payout_bank_ages WHERE seller_id = $1`,
    [seller, randomUUID(), superadmin.id],
  )
  if (rowCount !== 1) throw new Error('the attacked business has no bank account for payouts')
}

/** Adds a signal by writing its row directly. The job that opens signals compares several days, and no job runs here. */
async function openSignal(pool: pg.Pool, seller: number): Promise<void> {
  await pool.query(
    `INSERT INTO seller_signals (seller_id, kind, facts, opened_at, last_seen_at)
     VALUES ($1, 'bank_changed', '{"bankDays": 1, "balanceCents": 500000}', now(), now())`,
    [seller],
  )
}
