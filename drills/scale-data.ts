import { defaultLanguage } from '@apogee/domain/languages.ts'
import type pg from 'pg'
import { subjects } from '../bench/support/generate-courses.ts'

export interface ScaleSize {
  courses: number
  /** Enrolments; a few less, because nobody is enrolled twice in one course. */
  places: number
}

/** Rows of one statement, so that a build shows its progress and no transaction grows without bound. */
const batch = 250_000

const coursesOfSeller = 50
const placesOfLearner = 6
/** Published items of a course: two modules of three. */
const itemsOfCourse = 6

/** Tables that get many rows: their indexes are dropped first and built at the end. */
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
 * Fills an empty, migrated database: sellers with 50 courses on average, every second one a business; learners with six places; every
 * second place bought by an order with its payment, ledger posting and receipt; progress, reviews, notifications and discussions.
 * Courses differ in popularity: of a million, the first has one place in a hundred, as the first seller has one course in 150.
 *
 * @param administrator a superuser's pool on the database, because triggers and foreign keys are off while the rows are written: they are
 * right by construction, and what triggers keep is computed here or by the product's own jobs
 */
export async function generateScale(
  administrator: pg.Pool,
  size: ScaleSize,
  say: (text: string) => void,
): Promise<void> {
  const client = await administrator.connect()
  const run = (text: string) => client.query(text)
  try {
    await run(`SET statement_timeout = 0; SET session_replication_role = replica; SET synchronous_commit = off;
               SET maintenance_work_mem = '512MB'; SET work_mem = '256MB'; SELECT setseed(0.5)`)
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition
         FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
        WHERE i.indrelid = ANY($1::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid)`,
      [largeTables],
    )
    for (const { name } of indexes) await run(`DROP INDEX ${name}`)
    for (const { what, rows, statement } of stepsOf(size)) {
      for (let from = 1; from <= rows; from += batch) {
        const to = Math.min(from + batch - 1, rows)
        await run(statement(`generate_series(${from}, ${to}) AS n`))
      }
      say(`${rows} ${what}`)
    }
    for (const { definition } of indexes) await run(definition)
    say(`${indexes.length} indexes`)
    for (const statement of derived) await run(statement)
    await run('RESET session_replication_role')
    await run('VACUUM ANALYZE')
    say('vacuumed and analysed')
  } finally {
    client.release(true)
  }
}

interface Step {
  what: string
  rows: number
  /** `series`: a batch of the numbers 1 to `rows`, as `n`. */
  statement: (series: string) => string
}

const own = 'OVERRIDING SYSTEM VALUE'
/** A time in the last year, the same for the same number. */
const timeOf = (n: string) => `now() - ((${n})::bigint * 7919 % 31536000) * interval '1 second'`

interface Numbers extends ScaleSize {
  sellers: number
  learners: number
  firstLearner: number
}

const stepsOf = ({ courses, places }: ScaleSize): Step[] => {
  const sellers = Math.max(2, Math.floor(courses / coursesOfSeller))
  const learners = Math.max(50, Math.floor(places / placesOfLearner))
  // The superadmin, then one person for each seller, then the learners.
  const numbers = { courses, places, sellers, learners, firstLearner: sellers + 2 }
  return [peopleSteps, courseSteps, saleSteps, bookSteps, learnerSteps].flatMap((steps) => steps(numbers))
}

const isBusiness = 'n % 2 = 0'

const peopleSteps = ({ sellers, learners, firstLearner }: Numbers): Step[] => [
  {
    what: 'businesses',
    rows: sellers,
    statement: (series) => `INSERT INTO businesses (id, name, email, phone, address) ${own}
        SELECT n, 'Business ' || n, 'business' || n || '@scale.test', '0312345678', 'Kuala Lumpur' FROM ${series} WHERE ${isBusiness}`,
  },
  {
    what: 'superadmins',
    rows: 1,
    statement: () => `INSERT INTO users (id, email, name, role, email_verified_at) ${own}
        VALUES (1, 'superadmin@scale.test', 'Superadmin', 'superadmin', now())`,
  },
  {
    what: 'people who sell',
    rows: sellers,
    statement: (
      series,
    ) => `INSERT INTO users (id, email, name, role, business_id, email_verified_at, created_at) ${own}
        SELECT n + 1, 'seller' || n || '@scale.test', 'Seller ' || n, CASE WHEN ${isBusiness} THEN 'admin' ELSE 'instructor' END,
               CASE WHEN ${isBusiness} THEN n END, now(), ${timeOf('n')} FROM ${series}`,
  },
  {
    what: 'learners',
    rows: learners,
    statement: (series) => `INSERT INTO users (id, email, name, email_verified_at, created_at) ${own}
        SELECT n + ${firstLearner} - 1, 'learner' || n || '@scale.test', 'Learner ' || n, now(), ${timeOf('n')} FROM ${series}`,
  },
  {
    what: 'sellers',
    rows: sellers,
    statement: (
      series,
    ) => `INSERT INTO sellers (id, business_id, user_id, selling_state, approved_at, fee_basis_points) ${own}
        SELECT n + 1000, CASE WHEN ${isBusiness} THEN n END, CASE WHEN NOT (${isBusiness}) THEN n + 1 END, 'approved', now(), 1000
          FROM ${series}`,
  },
  {
    what: 'payment accounts',
    rows: 1,
    statement:
      () => `INSERT INTO payment_accounts (id, seller_id, version, brand_id, secret_encrypted, secret_ends_with, fingerprint,
                                      is_verified, is_live, verified_at) ${own}
        SELECT 1, (SELECT id FROM sellers WHERE is_platform), 1, 'scale', '\\x00', '0000', '\\x00', true, true, now()`,
  },
  {
    what: 'files',
    rows: 5_000,
    statement: (
      series,
    ) => `INSERT INTO media (public_id, owner_id, purpose, content_type, size_bytes, sha256, storage_key, seconds)
        SELECT md5('media' || n), 2, 'lesson', 'video/mp4', 1000000, '\\x00', 'scale/' || n, 60 + n % 900 FROM ${series}`,
  },
]

const courseSteps = ({ courses, sellers }: Numbers): Step[] => [
  {
    // Of few sellers many courses, of many few: the square of an even number between 0 and 1.
    what: 'courses',
    rows: courses,
    statement: (
      series,
    ) => `INSERT INTO courses (id, seller_id, created_by, instructor_id, title, description, price_cents, is_private,
                             category, created_at) ${own}
        SELECT n, 1000 + seller, seller + 1, seller + 1,
               initcap((${subjects})[1 + n % 18]) || ' and ' || (${subjects})[1 + n / 18 % 18] || ' ' || n,
               'A course about ' || (${subjects})[1 + n * 7 % 18] || ' for people who know ' || (${subjects})[1 + n * 11 % 18] || '. '
                 || repeat('You work through examples at your own pace. ', 4),
               CASE WHEN n % 2 = 0 THEN 0 ELSE 100 * (n % 300 + 1) END, n % 10 = 0,
               (ARRAY['Programming','Design','Business','Data Science','Marketing','AI & ML'])[1 + n / 4 % 6],
               ${timeOf('n')}
          FROM (SELECT n, 1 + floor(${sellers} * power((n::bigint * 7919 % 100003) / 100003.0, 2))::bigint AS seller FROM ${series}) c`,
  },
  {
    what: 'modules',
    rows: courses * 2,
    statement: (
      series,
    ) => `INSERT INTO course_contents (id, course_id, title, sort_order, is_published) ${own}
        SELECT n, (n + 1) / 2, 'Module', n % 2, true FROM ${series}`,
  },
  {
    what: 'lessons',
    rows: courses * itemsOfCourse,
    statement: (
      series,
    ) => `INSERT INTO course_resources (id, content_id, media_id, title, file_type, sort_order) ${own}
        SELECT n, (n + 2) / 3, 1 + n % 5000, 'Lesson ' || n % 6, CASE WHEN n % 6 = 0 THEN 'pdf' ELSE 'video' END, n % 3 FROM ${series}`,
  },
]

const saleSteps = ({ courses, places, learners, firstLearner }: Numbers): Step[] => [
  {
    // Course 1 is the most popular: the cube of an even number between 0 and 1.
    what: 'places',
    rows: places,
    statement: (
      series,
    ) => `INSERT INTO enrolments (id, user_id, course_id, source, granted_at, last_accessed_at) ${own}
        SELECT n, learner, course, CASE WHEN course % 2 = 0 THEN 'free' ELSE 'purchase' END, ${timeOf('n')}, now()
          FROM (SELECT n, ${firstLearner} + n % ${learners} AS learner,
                       1 + floor(${courses} * power(random(), 3))::bigint AS course FROM ${series}) drawn
        ON CONFLICT DO NOTHING`,
  },
  {
    what: 'orders',
    rows: places,
    statement: (
      series,
    ) => `INSERT INTO orders (id, public_id, buyer_id, state, total_cents, payment_account_id, origin, created_at,
                            settled_at) ${own}
        SELECT e.id, 'scale-' || e.id, e.user_id, 'paid', c.price_cents, 1, 'http://127.0.0.1', e.granted_at, e.granted_at
          FROM ${series} JOIN enrolments e ON e.id = n AND e.source = 'purchase' JOIN courses c ON c.id = e.course_id`,
  },
  {
    what: 'order lines',
    rows: places,
    statement: (
      series,
    ) => `INSERT INTO order_lines (id, order_id, course_id, seller_id, title, list_price_cents, price_cents, status,
                                 gave_access, fee_basis_points) ${own}
        SELECT e.id, e.id, c.id, c.seller_id, c.title, c.price_cents, c.price_cents, 'granted', true, 1000
          FROM ${series} JOIN enrolments e ON e.id = n AND e.source = 'purchase' JOIN courses c ON c.id = e.course_id`,
  },
  {
    what: 'payments',
    rows: places,
    statement: (
      series,
    ) => `INSERT INTO payments (id, order_id, payment_account_id, provider_id, state, provider_status, outcome, due_at,
                              created_at, paid_at, received_cents) ${own}
        SELECT o.id, o.id, 1, 'provider-' || o.id, 'paid', 'paid', 'settled', o.created_at, o.created_at, o.settled_at, o.total_cents
          FROM ${series} JOIN orders o ON o.id = n`,
  },
  {
    what: 'postings of the ledger',
    rows: places,
    statement: (
      series,
    ) => `INSERT INTO ledger_postings (id, source, kind, at, payee_seller_id, through, reference) ${own}
        SELECT o.id, 'order:' || o.id, 'sale', o.settled_at, p.id, 'provider', o.public_id
          FROM ${series} JOIN orders o ON o.id = n CROSS JOIN (SELECT id FROM sellers WHERE is_platform) p`,
  },
]

const bookSteps = ({ places }: Numbers): Step[] => [
  {
    what: 'entries of the ledger',
    rows: places,
    statement: (series) => `INSERT INTO ledger_entries (posting_id, seller_id, account, cents, at)
        SELECT o.id, entry.seller, entry.account, entry.cents, o.settled_at
          FROM ${series} JOIN orders o ON o.id = n JOIN order_lines l ON l.id = n
         CROSS JOIN (SELECT id FROM sellers WHERE is_platform) p
         CROSS JOIN LATERAL (VALUES
           (p.id, 'provider', l.price_cents), (l.seller_id, 'sales', -l.price_cents), (l.seller_id, 'fee', l.price_cents / 10),
           (l.seller_id, 'platform', l.price_cents - l.price_cents / 10), (p.id, 'payable', l.price_cents / 10 - l.price_cents),
           (p.id, 'fee_income', -(l.price_cents / 10))) AS entry (seller, account, cents)`,
  },
  {
    what: 'lines of the ledger',
    rows: places,
    statement: (
      series,
    ) => `INSERT INTO posting_lines (posting_id, line_id, sale_id, seller_id, title, list_cents, discount_cents,
                                   tax_basis_points, tax_cents, fee_basis_points, fee_cents, paid_cents)
        SELECT l.order_id, l.id, l.order_id, l.seller_id, l.title, l.price_cents, 0, 0, 0, 1000, l.price_cents / 10, l.price_cents
          FROM ${series} JOIN order_lines l ON l.id = n`,
  },
  {
    what: 'receipts',
    rows: places,
    statement: (
      series,
    ) => `INSERT INTO receipts (id, public_id, posting_id, sale_id, seller_id, kind, year, number, issued_at, buyer_id,
                              buyer, seller, language, reference, through, total_cents, tax_cents) ${own}
        SELECT o.id, 'receipt-' || o.id, o.id, o.id, l.seller_id, 'receipt', extract(year FROM o.settled_at), o.id, o.settled_at, o.buyer_id,
               '{"name": "Learner", "email": "learner@scale.test"}', '{"name": "Seller", "email": "seller@scale.test", "registrationNumber": "", "sstNumber": "", "address": ""}', '${defaultLanguage}', o.public_id,
               'provider', o.total_cents, 0
          FROM ${series} JOIN orders o ON o.id = n JOIN order_lines l ON l.id = n`,
  },
]

const learnerSteps = ({ courses, places, learners, firstLearner }: Numbers): Step[] => [
  {
    // None to three of the first lessons.
    what: 'places with progress',
    rows: places,
    statement: (
      series,
    ) => `INSERT INTO resource_progress (user_id, resource_id, completed_at, position_seconds, watched, updated_at)
        SELECT e.user_id, (e.course_id - 1) * ${itemsOfCourse} + part, e.granted_at, 60, '{[0,60)}', e.granted_at
          FROM ${series} JOIN enrolments e ON e.id = n CROSS JOIN generate_series(1, e.id % 4) part`,
  },
  {
    what: 'places, every fifth with a review',
    rows: places,
    statement: (series) => `INSERT INTO reviews (user_id, course_id, rating, body, created_at)
        SELECT e.user_id, e.course_id, 1 + e.id % 5, 'A review.', e.granted_at
          FROM ${series} JOIN enrolments e ON e.id = n WHERE n % 5 = 0`,
  },
  {
    what: 'places, every fifth with a notification',
    rows: places,
    statement: (series) => `INSERT INTO notifications (user_id, kind, occasion, data, created_at)
        SELECT e.user_id, 'course.enrolled', e.id::text, jsonb_build_object('courseId', e.course_id, 'courseTitle', 'A course'), e.granted_at
          FROM ${series} JOIN enrolments e ON e.id = n WHERE n % 5 = 0`,
  },
  {
    what: 'courses, every fifth with a discussion',
    rows: courses,
    statement: (series) => `INSERT INTO discussions (course_id, author_id, title, body)
        SELECT CASE WHEN n % 10 = 0 THEN n END, ${firstLearner} + n % ${learners}, 'Question ' || n || ' about ' || (${subjects})[1 + n % 18],
               'Which ' || (${subjects})[1 + n / 18 % 18] || ' do you use?' FROM ${series} WHERE n % 5 = 0`,
  },
]

/** What the product's triggers would have kept, and where numbering goes on. */
const derived = [
  `INSERT INTO public_course_counts
   SELECT category, price_cents = 0, count(*) FROM courses WHERE NOT is_private GROUP BY 1, 2`,
  `INSERT INTO course_ratings (course_id, ones, twos, threes, fours, fives)
   SELECT course_id, count(*) FILTER (WHERE rating = 1), count(*) FILTER (WHERE rating = 2), count(*) FILTER (WHERE rating = 3),
          count(*) FILTER (WHERE rating = 4), count(*) FILTER (WHERE rating = 5) FROM reviews GROUP BY 1`,
  `UPDATE courses SET student_count = held.students
     FROM (SELECT course_id, count(*) AS students FROM enrolments GROUP BY 1) held WHERE held.course_id = id`,
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
