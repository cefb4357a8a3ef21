/** Tests that a database from before the grants opens with everybody's access, and with the grants that explain it. */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#server/platform/database/schema/migrate.ts'
import { emptyDatabase, type TestDatabase } from '#server/platform/database/testing.ts'

const migrations = join(import.meta.dirname, '../../../../migrations')
let db: TestDatabase
let before: string
const rows = async (query: string) => (await db.database.pool.query<Record<string, unknown>>(query)).rows

/** Each person is in course 1. The columns are those of the release before; times count in days from today. */
const people = {
  bought: 1,
  extendedFree: 2,
  extendedGrant: 3,
  restored: 4,
  ownedBefore: 5,
  seated: 6,
  refunded: 7,
  invitedAfterRefund: 8,
  linked: 9,
  free: 10,
  renewedByGrant: 11,
}
const day = (days: number | null) => (days === null ? 'NULL' : `now() + interval '${days} days'`)
const enrolment = (
  user: number,
  source: string,
  {
    from = -10,
    ends = null,
    revoked = null,
    renewed = null,
  }: Partial<Record<'from' | 'ends' | 'revoked' | 'renewed', number | null>> = {},
) => `INSERT INTO enrolments (user_id, course_id, source, granted_at, access_from, access_ends_at, revoked_at, renewed_at)
      VALUES (${user}, 1, '${source}', ${day(-40)}, ${day(from)}, ${day(ends)}, ${day(revoked)}, ${day(renewed)})`
const order = (
  user: number,
  {
    status = 'granted',
    gave = true,
    from = null,
    to = null,
    extends: isExtension = false,
  }: Partial<{ status: string; gave: boolean; from: number | null; to: number | null; extends: boolean }>,
) => `WITH o AS (INSERT INTO orders (public_id, buyer_id, state, total_cents, origin, created_at, settled_at)
        VALUES ('order-${user}', ${user}, 'paid', 4900, 'http://x', ${day(-40)}, ${day(-40)}) RETURNING id)
      INSERT INTO order_lines (order_id, course_id, seller_id, title, list_price_cents, price_cents, status, gave_access,
                               access_from, access_to, extends_access)
      SELECT id, 1, 1, 'Orbits', 4900, 4900, '${status}', ${gave}, ${day(from)}, ${day(to)}, ${isExtension} FROM o`
const invitation = (user: number, created: number) =>
  `INSERT INTO course_invitations (course_id, email, granted_by, created_at, state, accepted_by)
   VALUES (1, 'person-${user}@x.test', 99, ${day(created)}, 'accepted', ${user})`

beforeAll(async () => {
  db = await emptyDatabase()
  before = await mkdtemp(join(tmpdir(), 'apogee-before-grants-'))
  for (const file of await readdir(migrations))
    if (file < '0221') await cp(join(migrations, file), join(before, file))
  await migrate(db.database.pool, before)
  const of = people
  const tables = [
    'users',
    'courses',
    'enrolments',
    'orders',
    'order_lines',
    'course_invitations',
    'invoice_lines',
    'invoice_seats',
  ]
  // Foreign keys, checks and triggers of these tables are of no interest here.
  const keys = await rows(`
    SELECT conrelid::regclass::text AS "table", conname AS key FROM pg_constraint
     WHERE contype IN ('f', 'c') AND conrelid = ANY('{${tables.join()}}'::regclass[])`)
  await db.database.pool.query(`BEGIN;
    ${keys.map(({ table, key }) => `ALTER TABLE ${String(table)} DROP CONSTRAINT "${String(key)}";`).join('\n')}
    ${tables.map((table) => `ALTER TABLE ${table} DISABLE TRIGGER USER;`).join('\n')}
    INSERT INTO users (id, email, role) OVERRIDING SYSTEM VALUE
      SELECT n, 'person-' || n || '@x.test', 'student' FROM generate_series(1, 99) n;
    INSERT INTO courses (id, seller_id, created_by, instructor_id, title, description, price_cents, is_listed) OVERRIDING SYSTEM VALUE
      VALUES (1, 1, 1, 1, 'Orbits', '', 4900, true);
    ${[
      enrolment(of.bought, 'purchase'),
      order(of.bought, {}),
      enrolment(of.extendedFree, 'free', { from: -5, ends: 25, renewed: -5 }),
      order(of.extendedFree, { from: -5, to: 25, extends: true }),
      enrolment(of.extendedGrant, 'granted', { from: -5, ends: 25, renewed: -5 }),
      invitation(of.extendedGrant, -40),
      order(of.extendedGrant, { from: -5, to: 25, extends: true }),
      enrolment(of.restored, 'granted', { from: -5, ends: 25, renewed: -5 }),
      order(of.restored, { from: -5, to: 25, extends: true }),
      enrolment(of.ownedBefore, 'granted', { ends: 20 }),
      order(of.ownedBefore, { gave: false }),
      enrolment(of.refunded, 'purchase', { revoked: -3 }),
      order(of.refunded, { status: 'refunded', gave: false, from: -40 }),
      enrolment(of.invitedAfterRefund, 'purchase', { revoked: 0 }),
      order(of.invitedAfterRefund, { status: 'refunded', gave: false, from: -40 }),
      invitation(of.invitedAfterRefund, -40),
      enrolment(of.linked, 'invitation'),
      enrolment(of.free, 'free', { ends: -1 }),
      enrolment(of.renewedByGrant, 'purchase', { from: -4, ends: 26, renewed: -4 }),
      order(of.renewedByGrant, { from: -40, to: -10 }),
      invitation(of.renewedByGrant, -4),
      enrolment(of.seated, 'granted', { from: -10, ends: 20 }),
      `WITH l AS (INSERT INTO invoice_lines (invoice_id, course_id, title, seats, unit_price_cents, list_price_cents, total_cents)
                  VALUES (1, 1, 'Orbits', 1, 4900, 4900, 4900) RETURNING id)
       INSERT INTO invoice_seats (line_id, email, user_id, state, gave_access, enrolled_at, access_from, access_to)
       SELECT id, 'person-6@x.test', ${of.seated}, 'enrolled', true, ${day(-10)}, ${day(-10)}, ${day(20)} FROM l`,
    ].join(';\n')};
    COMMIT`)
})
afterAll(async () => {
  await rm(before, { recursive: true })
  await db.drop()
})

test('everybody keeps their access, and every open enrolment is explained by grants with the right periods', async () => {
  const access = `SELECT user_id, source, revoked_at, access_from, access_ends_at FROM enrolments
                   WHERE user_id <> ${people.invitedAfterRefund} ORDER BY user_id`
  const was = await rows(access)
  await migrate(db.database.pool, migrations)
  expect(await rows(access)).toEqual(was)
  const grants = await rows(`
    SELECT user_id, kind, round(extract(epoch FROM access_from - now()) / 86400)::int AS starts,
           round(extract(epoch FROM access_to - now()) / 86400)::int AS ends, revoked_at IS NULL AS open
      FROM access_grants ORDER BY user_id, id`)
  const of = (user: number) =>
    grants
      .filter(({ user_id: id }) => Number(id) === user)
      .map(({ kind, starts, ends, open }) => [kind, starts, ends, open])
  expect(of(people.bought)).toEqual([['order_line', -40, null, true]])
  expect(of(people.extendedFree)).toEqual([
    ['order_line', -5, 25, true],
    ['free', -40, -5, true],
  ])
  expect(of(people.extendedGrant)).toEqual([
    ['order_line', -5, 25, true],
    ['invitation', -40, -5, true],
  ])
  expect(of(people.restored)).toEqual([
    ['order_line', -5, 25, true],
    ['granted', -40, -5, true],
  ])
  expect(of(people.ownedBefore)).toEqual([
    ['order_line', null, null, true],
    ['granted', -10, 20, true],
  ])
  expect(of(people.seated)).toEqual([['seat', -10, 20, true]])
  expect(of(people.refunded)).toEqual([['order_line', -40, null, false]])
  expect(of(people.linked)).toEqual([['link', -10, null, true]])
  expect(of(people.free)).toEqual([['free', -10, -1, true]])
  expect(of(people.renewedByGrant)).toEqual([
    ['order_line', -40, -10, true],
    ['invitation', -4, 26, true],
  ])
  // A refund just before the migration, whose invitation was about to keep the access.
  expect(of(people.invitedAfterRefund)).toEqual([
    ['order_line', -40, null, false],
    ['invitation', 0, null, true],
  ])
  expect(await rows(`SELECT FROM open_enrolments WHERE user_id = ${people.invitedAfterRefund}`)).toHaveLength(
    1,
  )
})
