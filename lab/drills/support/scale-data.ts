import { defaultLanguage } from '@apogee/domain/languages.ts'
import { malaysiaTimeZone } from '@apogee/domain/time/time-zone.ts'
import type pg from 'pg'
import { subjects } from '../../harness/generate-courses.ts'

export interface ScaleSize {
  courses: number
  /** `places` is the number of enrolments. */
  places: number
}

/**
 * One statement writes this many rows. The number keeps all connections busy until the end and limits the size of a transaction.
 */
const batch = 100_000

const coursesOfSeller = 50
const placesOfLearner = 6
/** A course has two modules of three published items. */
const itemsOfCourse = 6
/**
 * Course 1 gets this many learners, or a fifth of all learners if they are fewer, in addition to its share of the other enrolments.
 */
const mostLearners = 100_000

/** These tables get many rows, so their indexes are built after the rows are written. */
const largeTables = [
  'users',
  'courses',
  'course_contents',
  'course_resources',
  'enrolments',
  'resource_progress',
  'reviews',
  'orders',
  'order_lines',
  'payments',
  'ledger_postings',
  'ledger_entries',
  'posting_lines',
  'receipts',
  'notifications',
  'discussions',
]

/**
 * Fills an empty, migrated database: sellers with 50 courses on average, every second one a business; learners with six enrolments;
 * every second enrolment bought by an order with its payment, ledger posting and receipt; progress, reviews, notifications and
 * discussions. Courses differ in popularity: of a million enrolments, the first course has one in a hundred and `mostLearners`
 * more, as the first seller has one course in 150.
 *
 * @param administrator a superuser's pool on the database, because triggers and foreign keys are off while the rows are written:
 * they are right by construction, and derived data are computed here or by the product's own jobs. Each of its connections works.
 */
export async function generateScale(
  administrator: pg.Pool,
  size: ScaleSize,
  { say, signal }: { say: (text: string) => void; signal: AbortSignal },
): Promise<void> {
  const clients = await Promise.all(
    Array.from({ length: administrator.options.max }, () => administrator.connect()),
  )
  const inParallel = (statements: readonly string[]) => runAll(clients, statements, signal)
  try {
    for (const client of clients)
      await client.query(`SET statement_timeout = 0; SET session_replication_role = replica; SET synchronous_commit = off;
        SET maintenance_work_mem = '512MB'; SET work_mem = '256MB'; SET max_parallel_maintenance_workers = 0`)
    const indexes = await switchIndexesOff(clients)
    for (const step of stepsOf(size)) {
      await inParallel(step.statements)
      say(step.what)
    }
    await inParallel(indexes.map((name) => `REINDEX INDEX ${name}`))
    say(`${indexes.length} indexes`)
    await inParallel(derived)
    say('sums')
    await inParallel(await vacuums(clients))
    say('vacuumed and analysed')
  } finally {
    for (const client of clients) client.release(true)
  }
}

/** Runs statements in parallel. Each client takes the next statement when it has finished its last one. */
async function runAll(
  clients: readonly pg.PoolClient[],
  statements: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const waiting = [...statements]
  const work = async (client: pg.PoolClient) => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      signal.throwIfAborted()
      await client.query(next)
    }
  }
  const ended = await Promise.allSettled(clients.map(work))
  const failed = ended.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
}

/**
 * Switches indexes off until REINDEX, so that writing rows does not update them. Indexes of ids stay on, because updating them
 * costs little while ids grow, and later statements read rows through them. Returns the names of the switched indexes, those of the
 * largest tables first.
 */
async function switchIndexesOff([client]: readonly pg.PoolClient[]): Promise<string[]> {
  const off = await client?.query<{ name: string }>(
    `WITH off AS (
       UPDATE pg_index i SET indisready = false, indisvalid = false
        WHERE indrelid = ANY($1::regclass[])
          AND NOT (indisprimary AND indnatts = 1
                   AND (SELECT attname FROM pg_attribute WHERE attrelid = indrelid AND attnum = indkey[0]) = 'id')
       RETURNING indexrelid, indrelid)
     SELECT indexrelid::regclass::text AS name FROM off
      ORDER BY array_position($2::regclass[], indrelid::regclass), indexrelid`,
    [largeTables, largestFirst],
  )
  return off?.rows.map(({ name }) => name) ?? []
}

const largestFirst = ['ledger_entries', 'enrolments', 'resource_progress', 'receipts', 'courses', 'payments']

async function vacuums([client]: readonly pg.PoolClient[]): Promise<string[]> {
  const tables = await client?.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
      WHERE relkind = 'r' AND relnamespace <> 'information_schema'::regnamespace AND NOT relisshared
      ORDER BY pg_table_size(oid) DESC`,
  )
  return tables?.rows.map(({ name }) => `VACUUM (ANALYZE, PARALLEL 0) ${name}`) ?? []
}

interface Step {
  what: string
  /** These statements do not depend on each other, so they can run in parallel. */
  statements: string[]
}

const own = 'OVERRIDING SYSTEM VALUE'
/** Returns a time in the last year. The same number always gives the same time. */
const timeOf = (n: string) => `now() - ((${n})::bigint * 7919 % 31536000) * interval '1 second'`

interface Numbers extends ScaleSize {
  sellers: number
  learners: number
  firstLearner: number
}

function stepsOf({ courses, places }: ScaleSize): Step[] {
  const sellers = Math.max(2, Math.floor(courses / coursesOfSeller))
  const learners = Math.ceil(places / placesOfLearner)
  // The first user is the superadmin. Then follow one person for each seller, and the learners.
  const numbers = { courses, places, sellers, learners, firstLearner: sellers + 2 }
  return [peopleStep, placesStep, countStep, courseStep, saleStep, bookStep].map((step) => step(numbers))
}

function batches(rows: number, statement: (from: number, to: number) => string): string[] {
  const starts = Array.from({ length: Math.ceil(rows / batch) }, (_, nth) => nth * batch + 1)
  return starts.map((from) => statement(from, Math.min(from + batch - 1, rows)))
}

const numbered = (rows: number, statement: (series: string) => string) =>
  batches(rows, (from, to) => statement(`generate_series(${from}, ${to}) AS n`))

const isBusiness = 'n % 2 = 0'

const peopleStep = ({ sellers, learners, firstLearner }: Numbers): Step => ({
  what: `${learners} learners, ${sellers} people who sell`,
  statements: [
    `INSERT INTO businesses (id, name, email, phone, address) ${own}
     SELECT n, 'Business ' || n, 'business' || n || '@scale.test', '0312345678', 'Kuala Lumpur'
       FROM generate_series(1, ${sellers}) n WHERE ${isBusiness}`,
    `INSERT INTO users (id, email, name, role, email_verified_at) ${own}
     VALUES (1, 'superadmin@scale.test', 'Superadmin', 'superadmin', now())`,
    `INSERT INTO users (id, email, name, role, business_id, email_verified_at, created_at) ${own}
     SELECT n + 1, 'seller' || n || '@scale.test', 'Seller ' || n, CASE WHEN ${isBusiness} THEN 'admin' ELSE 'instructor' END,
            CASE WHEN ${isBusiness} THEN n END, now(), ${timeOf('n')} FROM generate_series(1, ${sellers}) n`,
    `INSERT INTO sellers (id, business_id, user_id, selling_state, approved_at, fee_basis_points) ${own}
     SELECT n + 1000, CASE WHEN ${isBusiness} THEN n END, CASE WHEN NOT (${isBusiness}) THEN n + 1 END, 'approved', now(), 1000
       FROM generate_series(1, ${sellers}) n`,
    `INSERT INTO payment_accounts (id, seller_id, version, brand_id, secret_encrypted, secret_ends_with, fingerprint,
                                   is_verified, is_live, verified_at) ${own}
     SELECT 1, (SELECT id FROM sellers WHERE is_platform), 1, 'scale', '\\x00', '0000', '\\x00', true, true, now()`,
    `INSERT INTO media (public_id, owner_id, purpose, content_type, size_bytes, sha256, storage_key, seconds)
     SELECT md5('media' || n), 2, 'lesson', 'video/mp4', 1000000, '\\x00', 'scale/' || n, 60 + n % 900
       FROM generate_series(1, 5000) n`,
    ...numbered(
      learners,
      (series) => `INSERT INTO users (id, email, name, email_verified_at, created_at) ${own}
        SELECT n + ${firstLearner} - 1, 'learner' || n || '@scale.test', 'Learner ' || n, now(), ${timeOf('n')} FROM ${series}`,
    ),
  ],
})

/**
 * Creates the enrolments of learners in `placesOfLearner` ranges of courses, so that no enrolment repeats. The number of a course
 * is the cube of a uniform number between 0 and 1, so courses with low numbers are popular.
 */
function placesStep({ courses, places, learners, firstLearner }: Numbers): Step {
  const popular = Math.min(mostLearners, Math.floor(learners / 5))
  const courseUpTo = (share: string) =>
    `floor(${courses} * ((${share}) / ${placesOfLearner}.0::float8) ^ 3)::bigint`
  return {
    what: `${places} places`,
    statements: [
      ...numbered(
        places,
        (
          series,
        ) => `INSERT INTO enrolments (id, user_id, course_id, source, granted_at, last_accessed_at) ${own}
        SELECT n, ${firstLearner} + learner, course, CASE WHEN course % 2 = 0 THEN 'free' ELSE 'purchase' END, ${timeOf('n')}, now()
          FROM (SELECT n, learner,
                       CASE WHEN nth = 0 AND learner < ${popular} THEN 1
                            ELSE 1 + greatest(${courseUpTo('nth')}, least(${courseUpTo('nth + 1')} - 1, ${courseUpTo('nth + share')})) END AS course
                  FROM (SELECT n, (n - 1) % ${learners} AS learner, (n - 1) / ${learners} AS nth,
                               (n::bigint * 2654435761 % 4294967296) / 4294967296::float8 AS share FROM ${series}) numbers) drawn`,
      ),
      ...batches(
        places,
        (
          from,
          to,
        ) => `INSERT INTO access_grants (user_id, course_id, kind, source_id, access_from, granted_at)
        SELECT user_id, course_id, CASE source WHEN 'free' THEN 'free' ELSE 'order_line' END, CASE source WHEN 'purchase' THEN id END,
               granted_at, granted_at FROM enrolments WHERE id BETWEEN ${from} AND ${to}`,
      ),
    ],
  }
}

/** Every fifth enrolment has a review. */
const isReviewed = 'id % 5 = 0'
const ratingOf = '(1 + id / 5 % 5)'

const countStep = (): Step => ({
  what: 'learners and ratings counted',
  statements: [
    `CREATE UNLOGGED TABLE scale_students AS SELECT course_id, count(*) AS students FROM enrolments GROUP BY 1`,
    `INSERT INTO course_ratings (course_id, ones, twos, threes, fours, fives)
     SELECT course_id, ${[1, 2, 3, 4, 5].map((stars) => `count(*) FILTER (WHERE ${ratingOf} = ${stars})`).join(', ')}
       FROM enrolments WHERE ${isReviewed} GROUP BY 1`,
  ],
})

const courseStep = (numbers: Numbers): Step => ({
  what: `${numbers.courses} courses, progress, reviews, notifications and discussions`,
  statements: [...learnerStatements(numbers), ...courseStatements(numbers)],
})

const courseStatements = ({ courses, sellers }: Numbers): string[] => [
  // The square of a uniform number between 0 and 1 gives few sellers many courses. Course 1 belongs to the first seller.
  ...numbered(
    courses,
    (
      series,
    ) => `INSERT INTO courses (id, seller_id, created_by, instructor_id, title, description, price_cents, is_private, is_listed,
                               category, created_at, student_count, rating_score) ${own}
        SELECT n, 1000 + seller, seller + 1, seller + 1,
               initcap((${subjects})[1 + n % 18]) || ' and ' || (${subjects})[1 + n / 18 % 18] || ' ' || n,
               'A course about ' || (${subjects})[1 + n::bigint * 7 % 18] || ' for people who know ' || (${subjects})[1 + n::bigint * 11 % 18] || '. '
                 || repeat('You work through examples at your own pace. ', 4),
               CASE WHEN n % 2 = 0 THEN 0 ELSE 100 * (n % 300 + 1) END, n % 10 = 0, n % 10 <> 0,
               (ARRAY['Programming','Design','Business','Data Science','Marketing','AI & ML'])[1 + n / 4 % 6],
               ${timeOf('n')}, coalesce(s.students, 0),
               CASE WHEN coalesce(r.reviews, 0) = 0 THEN 0 ELSE (1000 * (r.stars + 10.5) / (r.reviews + 3))::integer END
          FROM (SELECT n, CASE WHEN n = 1 THEN 1 ELSE 1 + floor(${sellers} * ((n::bigint * 7919 % 100003) / 100003::float8) ^ 2)::bigint END AS seller
                  FROM ${series}) c
          LEFT JOIN scale_students s ON s.course_id = n LEFT JOIN course_ratings r ON r.course_id = n`,
  ),
  ...numbered(
    courses * 2,
    (series) => `INSERT INTO course_contents (id, course_id, title, sort_order, is_published) ${own}
        SELECT n, (n + 1) / 2, 'Module', n % 2, true FROM ${series}`,
  ),
  ...numbered(
    courses * itemsOfCourse,
    (series) => `INSERT INTO course_resources (id, content_id, media_id, title, file_type, sort_order) ${own}
        SELECT n, (n + 2) / 3, 1 + n % 5000, 'Lesson ' || n % 6, CASE WHEN n % 6 = 0 THEN 'pdf' ELSE 'video' END, n % 3 FROM ${series}`,
  ),
]

const learnerStatements = ({ courses, places, learners, firstLearner }: Numbers): string[] => [
  // Each learner has completed none, one, two or three of the first lessons.
  ...batches(
    places,
    (
      from,
      to,
    ) => `INSERT INTO resource_progress (user_id, resource_id, completed_at, position_seconds, watched, updated_at)
        SELECT e.user_id, (e.course_id - 1) * ${itemsOfCourse} + part, e.granted_at, 60, '{[0,60)}', e.granted_at
          FROM enrolments e CROSS JOIN generate_series(1, e.id % 4) part WHERE e.id BETWEEN ${from} AND ${to}`,
  ),
  ...batches(
    places,
    (from, to) => `INSERT INTO reviews (user_id, course_id, rating, body, created_at)
        SELECT user_id, course_id, ${ratingOf}, 'A review.', granted_at
          FROM enrolments WHERE id BETWEEN ${from} AND ${to} AND ${isReviewed}`,
  ),
  ...batches(
    places,
    (from, to) => `INSERT INTO notifications (user_id, kind, occasion, data, created_at)
        SELECT user_id, 'course.enrolled', id::text, jsonb_build_object('courseId', course_id, 'courseTitle', 'A course'), granted_at
          FROM enrolments WHERE id BETWEEN ${from} AND ${to} AND id % 5 = 0`,
  ),
  `INSERT INTO discussions (course_id, author_id, title, body)
   SELECT CASE WHEN n % 10 = 0 THEN n END, ${firstLearner} + n % ${learners}, 'Question ' || n || ' about ' || (${subjects})[1 + n % 18],
          'Which ' || (${subjects})[1 + n / 18 % 18] || ' do you use?' FROM generate_series(5, ${courses}, 5) n`,
]

/** Creates each sale as an order with one line. The receipts of a seller are numbered from 1 in each year. */
const saleStep = (): Step => ({
  what: 'sales listed',
  statements: [
    `CREATE UNLOGGED TABLE scale_sales AS
     SELECT id, user_id AS buyer_id, course_id, seller_id, title, price_cents AS cents, price_cents / 10 AS fee, at, year::smallint AS year,
            row_number() OVER (PARTITION BY seller_id, year ORDER BY id)::integer AS number
       FROM (SELECT e.id, e.user_id, e.course_id, c.seller_id, c.title, c.price_cents, e.granted_at AS at,
                    extract(year FROM e.granted_at AT TIME ZONE '${malaysiaTimeZone}') AS year
               FROM enrolments e JOIN courses c ON c.id = e.course_id WHERE e.source = 'purchase') e
      ORDER BY id;
     CREATE INDEX ON scale_sales (id);
     ANALYZE scale_sales`,
  ],
})

const bookStep = ({ places }: Numbers): Step => {
  const ofSales = (statement: (sales: string) => string) =>
    batches(places, (from, to) =>
      statement(`(SELECT * FROM scale_sales WHERE id BETWEEN ${from} AND ${to}) s`),
    )
  const platform = 'CROSS JOIN (SELECT id AS platform FROM sellers WHERE is_platform) p'
  return {
    what: 'orders, payments, ledger and receipts',
    statements: [
      ...ofSales(
        (sales) => `INSERT INTO ledger_entries (posting_id, seller_id, account, cents, at)
          SELECT s.id, entry.seller, entry.account, entry.cents, at FROM ${sales} ${platform}
           CROSS JOIN LATERAL (VALUES
             (platform, 'provider', cents), (seller_id, 'sales', -cents), (seller_id, 'fee', fee), (seller_id, 'platform', cents - fee),
             (platform, 'payable', fee - cents), (platform, 'fee_income', -fee)) AS entry (seller, account, cents)`,
      ),
      ...ofSales(
        (
          sales,
        ) => `INSERT INTO receipts (id, public_id, posting_id, sale_id, seller_id, kind, year, number, issued_at, buyer_id,
                                buyer, seller, language, reference, through, total_cents, tax_cents) ${own}
          SELECT id, 'receipt-' || id, id, id, seller_id, 'receipt', year, number, at, buyer_id,
                 '{"name": "Learner", "email": "learner@scale.test"}',
                 '{"name": "Seller", "email": "seller@scale.test", "registrationNumber": "", "sstNumber": "", "address": ""}',
                 '${defaultLanguage}', 'scale-' || id, 'provider', cents, 0 FROM ${sales}`,
      ),
      ...ofSales(
        (
          sales,
        ) => `INSERT INTO payments (id, order_id, payment_account_id, provider_id, state, provider_status, outcome, due_at,
                                created_at, paid_at, received_cents) ${own}
          SELECT id, id, 1, 'provider-' || id, 'paid', 'paid', 'settled', at, at, at, cents FROM ${sales}`,
      ),
      ...ofSales(
        (
          sales,
        ) => `INSERT INTO orders (id, public_id, buyer_id, state, total_cents, payment_account_id, origin, created_at,
                              settled_at) ${own}
          SELECT id, 'scale-' || id, buyer_id, 'paid', cents, 1, 'http://127.0.0.1', at, at FROM ${sales}`,
      ),
      ...ofSales(
        (
          sales,
        ) => `INSERT INTO order_lines (id, order_id, course_id, seller_id, title, list_price_cents, price_cents, status,
                                   fee_basis_points) ${own}
          SELECT id, id, course_id, seller_id, title, cents, cents, 'granted', 1000 FROM ${sales}`,
      ),
      ...ofSales(
        (
          sales,
        ) => `INSERT INTO ledger_postings (id, source, kind, at, payee_seller_id, through, reference) ${own}
          SELECT id, 'order:' || id, 'sale', at, platform, 'provider', 'scale-' || id FROM ${sales} ${platform}`,
      ),
      ...ofSales(
        (
          sales,
        ) => `INSERT INTO posting_lines (posting_id, line_id, sale_id, seller_id, title, list_cents, discount_cents,
                                     tax_basis_points, tax_cents, fee_basis_points, fee_cents, paid_cents)
          SELECT id, id, id, seller_id, title, cents, 0, 0, 0, 1000, fee, cents FROM ${sales}`,
      ),
      `INSERT INTO receipt_series (seller_id, kind, year, last_number)
       SELECT seller_id, 'receipt', year, max(number) FROM scale_sales GROUP BY 1, 3`,
    ],
  }
}

/** These statements write the data that the product's triggers would have written, and set the next numbers of sequences. */
const derived = [
  `INSERT INTO public_course_counts
   SELECT category, price_cents = 0, count(*) FROM courses WHERE NOT is_private GROUP BY 1, 2`,
  'DROP TABLE scale_students',
  'DROP TABLE scale_sales',
  ...[
    'users',
    'businesses',
    'sellers',
    'payment_accounts',
    'courses',
    'course_contents',
    'course_resources',
    'enrolments',
    'orders',
    'order_lines',
    'payments',
    'ledger_postings',
    'receipts',
  ].map((table) => `SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT max(id) FROM ${table}))`),
]
