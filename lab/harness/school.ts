/** Creates a school with several sellers, with and without their own payment account, courses, codes, and signed-in people. */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { newToken, tokenDigest } from '../../apps/server/src/platform/secrets/tokens.ts'
import type { Random } from './random.ts'

export interface Course {
  id: number
  seller: number
}

export interface Bundle {
  id: number
  courseIds: number[]
}

export interface Buyer {
  id: number
  token: string
}

export interface School {
  courses: Course[]
  bundles: Bundle[]
  buyers: Buyer[]
  codes: string[]
  /** `secrets` holds every secret key for purchases; the first one is the platform's. */
  secrets: string[]
  /** A superadmin may refund any course. */
  superadmin: string
}

const prices = [100, 101, 333, 999, 1_990, 4_999, 12_345, 14_900, 29_999]
const taxes = [0, 600, 800]
const fees = [0, 500, 1_250]

export async function openSchool(
  pool: pg.Pool,
  server: string,
  random: Random,
  { buyers, platformSecret }: { buyers: number; platformSecret: string },
): Promise<School> {
  const secrets = [platformSecret]
  for (let nth = 1; nth <= 4; nth += 1) {
    const secret = `torture-seller-${nth}`
    await registerSeller(server, nth, secret)
    secrets.push(secret)
  }
  const { rows: lone } = await pool.query<{ id: number }>(
    `INSERT INTO users (email, name, role, email_verified_at)
     SELECT 'teacher' || n || '@torture.test', 'Teacher ' || n, 'instructor', now() FROM generate_series(1, 4) n
     RETURNING id`,
  )
  await pool.query('INSERT INTO sellers (user_id) SELECT unnest($1::bigint[])', [lone.map(({ id }) => id)])
  await setRates(pool, random)
  const courses = await makeCourses(pool, random)
  return {
    courses,
    bundles: await makeBundles(pool, courses),
    codes: await makeCodes(pool),
    buyers: await makeBuyers(pool, buyers),
    secrets,
    superadmin: await signIn(pool, 'superadmin'),
  }
}

async function registerSeller(server: string, nth: number, secret: string): Promise<void> {
  const email = `seller${nth}@torture.test`
  const registered = await ask(server, 'POST', '/api/auth/admin/register', null, {
    name: `Seller ${nth}`,
    email,
    password: `Seven-Hornbills-${nth}-Breakfast`,
    businessName: `Business ${nth}`,
    businessEmail: email,
    businessPhone: '03-1234 5678',
    businessAddress: '1 Jalan Ujian, Kuala Lumpur',
  })
  const { data } = registered as { data: { token: string } }
  const connected = await ask(server, 'PUT', '/api/chip', data.token, {
    chipSecret: secret,
    chipBrandId: randomUUID(),
  })
  if ((connected as { status: string }).status !== 'verified') throw new Error('the account was not accepted')
}

async function setRates(pool: pg.Pool, random: Random): Promise<void> {
  const { rows } = await pool.query<{ id: number }>('SELECT id FROM sellers ORDER BY id')
  for (const { id } of rows) {
    await pool.query('UPDATE sellers SET tax_basis_points = $2, fee_basis_points = $3 WHERE id = $1', [
      id,
      random.pick(taxes),
      random.pick(fees),
    ])
  }
}

/** Creates eight courses per seller: one free, two on sale. */
async function makeCourses(pool: pg.Pool, random: Random): Promise<Course[]> {
  const { rows: sellers } = await pool.query<{ id: number; owner: number }>(
    `SELECT s.id, coalesce(s.user_id, (SELECT min(id) FROM users u WHERE u.business_id = s.business_id)) AS owner
       FROM sellers s WHERE NOT s.is_platform ORDER BY s.id`,
  )
  const courses: Course[] = []
  for (const { id: seller, owner } of sellers) {
    for (let nth = 0; nth < 8; nth += 1) {
      const price = nth === 0 ? 0 : random.pick(prices)
      const sale = nth > 5 && price > 100 ? Math.floor(price * 0.7) : null
      const { rows } = await pool.query<{ id: number }>(
        `INSERT INTO courses (seller_id, created_by, instructor_id, title, description, price_cents, sale_price_cents)
         VALUES ($1, $2, $2, $3, 'A course to be bought', $4, $5) RETURNING id`,
        [seller, owner, `Course ${nth} of seller ${seller}`, price, sale],
      )
      for (const { id } of rows) courses.push({ id, seller })
    }
  }
  return courses
}

/** Creates a bundle of the second to fourth course of each seller, at four fifths of their price. */
async function makeBundles(pool: pg.Pool, courses: readonly Course[]): Promise<Bundle[]> {
  const bundles: Bundle[] = []
  for (const seller of new Set(courses.map((course) => course.seller))) {
    const courseIds = courses
      .filter((course) => course.seller === seller)
      .slice(1, 4)
      .map(({ id }) => id)
    const { rows } = await pool.query<{ id: number }>(
      `WITH made AS (
         INSERT INTO bundles (seller_id, title, price_cents, state, created_by, created_at)
         SELECT $1::bigint, 'Bundle of seller ' || $1::text, sum(price_cents) * 4 / 5, 'published', min(created_by), now()
           FROM courses WHERE id = ANY($2::bigint[]) RETURNING id),
       held AS (
         INSERT INTO bundle_courses (bundle_id, course_id, position)
         SELECT made.id, given.id, given.place - 1 FROM made, unnest($2::bigint[]) WITH ORDINALITY AS given (id, place))
       SELECT id FROM made`,
      [seller, courseIds],
    )
    for (const { id } of rows) bundles.push({ id, courseIds })
  }
  return bundles
}

/** Creates two codes per seller: a percentage, and a fixed amount that may cover the whole price. */
async function makeCodes(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ code: string }>(
    `INSERT INTO coupons (seller_id, code, percent_basis_points, amount_cents, max_uses, once_per_person, created_by)
     SELECT s.id, kind || '-' || s.id, CASE kind WHEN 'PART' THEN 3333 END, CASE kind WHEN 'FIXED' THEN 777 END,
            CASE kind WHEN 'FIXED' THEN 25 END, kind = 'PART', (SELECT min(id) FROM users)
       FROM sellers s CROSS JOIN unnest(ARRAY['PART', 'FIXED']) AS kind WHERE NOT s.is_platform
     RETURNING code::text AS code`,
  )
  return rows.map(({ code }) => code)
}

async function makeBuyers(pool: pg.Pool, count: number): Promise<Buyer[]> {
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO users (email, name, role, language, email_verified_at)
     SELECT 'buyer' || n || '@torture.test', 'Buyer ' || n, 'student', CASE WHEN n % 3 = 0 THEN 'ms' ELSE 'en' END, now()
       FROM generate_series(1, $1) n RETURNING id`,
    [count],
  )
  const buyers = rows.map(({ id }) => ({ id, token: newToken() }))
  await pool.query(
    `INSERT INTO sessions (user_id, token_sha256, expires_at)
     SELECT user_id, token, now() + interval '1 day' FROM unnest($1::bigint[], $2::bytea[]) AS given (user_id, token)`,
    [buyers.map(({ id }) => id), buyers.map(({ token }) => tokenDigest(token))],
  )
  return buyers
}

/** The proof of identity stays fresh for the whole run, because a refund asks for one that is at most ten minutes old. */
async function signIn(pool: pg.Pool, role: string): Promise<string> {
  const token = newToken()
  await pool.query(
    `WITH person AS (
       INSERT INTO users (email, name, role, email_verified_at) VALUES ($2 || '@torture.test', 'Somebody', $2, now())
       RETURNING id)
     INSERT INTO sessions (user_id, token_sha256, expires_at, proven_at)
     SELECT id, $1, now() + interval '1 day', now() + interval '1 day' FROM person`,
    [tokenDigest(token), role],
  )
  return token
}

async function ask(server: string, method: string, path: string, token: string | null, body: object) {
  const response = await fetch(`${server}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return JSON.parse(text) as unknown
}
