/**
 * Reads ids of stored objects for the parameters of a path, so that requests reach objects instead of failing at the first look-up.
 */
import type pg from 'pg'

/**
 * Holds the SQL that selects the ids of each kind of object, restricted by temporary tables of the connection: `reach_sellers`,
 * `reach_businesses`, `reach_courses`, `reach_people`.
 */
const kinds = {
  course: 'SELECT id FROM reach_courses',
  person: 'SELECT id FROM reach_people',
  seller: 'SELECT id FROM reach_sellers',
  business: 'SELECT id FROM reach_businesses',
  content: 'SELECT id FROM course_contents WHERE course_id IN (SELECT id FROM reach_courses)',
  resource: `SELECT r.id FROM course_resources r JOIN course_contents c ON c.id = r.content_id
              WHERE c.course_id IN (SELECT id FROM reach_courses)`,
  assessment: `SELECT a.id FROM assessments a JOIN course_resources r ON r.id = a.resource_id
                 JOIN course_contents c ON c.id = r.content_id
                WHERE c.course_id IN (SELECT id FROM reach_courses)`,
  question: 'SELECT id FROM assessment_questions',
  bankQuestion: 'SELECT id FROM bank_questions WHERE seller_id IN (SELECT id FROM reach_sellers)',
  attempt: 'SELECT id FROM attempts WHERE user_id IN (SELECT id FROM reach_people)',
  cohort: 'SELECT id FROM cohorts WHERE course_id IN (SELECT id FROM reach_courses)',
  liveSession: 'SELECT id FROM planned_sessions WHERE course_id IN (SELECT id FROM reach_courses)',
  announcement: 'SELECT id FROM course_announcements WHERE course_id IN (SELECT id FROM reach_courses)',
  invitedPerson: 'SELECT id FROM course_invitations WHERE course_id IN (SELECT id FROM reach_courses)',
  invite: 'SELECT id FROM course_invites WHERE course_id IN (SELECT id FROM reach_courses)',
  review: 'SELECT id FROM reviews WHERE course_id IN (SELECT id FROM reach_courses)',
  group: 'SELECT id FROM study_groups WHERE created_by IN (SELECT id FROM reach_people)',
  discussion: 'SELECT id FROM discussions WHERE course_id IN (SELECT id FROM reach_courses)',
  post: `SELECT p.id FROM discussion_posts p JOIN discussions d ON d.id = p.discussion_id
          WHERE d.course_id IN (SELECT id FROM reach_courses)`,
  coupon: 'SELECT id FROM coupons WHERE seller_id IN (SELECT id FROM reach_sellers)',
  invoice: 'SELECT public_id AS id FROM invoices WHERE seller_id IN (SELECT id FROM reach_sellers)',
  seat: `SELECT s.id FROM invoice_seats s JOIN invoice_lines l ON l.id = s.line_id
           JOIN invoices i ON i.id = l.invoice_id WHERE i.seller_id IN (SELECT id FROM reach_sellers)`,
  order: `SELECT o.public_id AS id FROM orders o JOIN order_lines l ON l.order_id = o.id
           WHERE l.seller_id IN (SELECT id FROM reach_sellers)`,
  receipt: 'SELECT public_id AS id FROM receipts WHERE seller_id IN (SELECT id FROM reach_sellers)',
  refundRequest:
    'SELECT public_id AS id FROM refund_requests WHERE seller_id IN (SELECT id FROM reach_sellers)',
  certificate: 'SELECT public_id AS id FROM certificates WHERE course_id IN (SELECT id FROM reach_courses)',
  message: 'SELECT id FROM messages',
  invitation: 'SELECT id FROM invitations WHERE business_id IN (SELECT id FROM reach_businesses)',
  webhook: 'SELECT id FROM webhook_endpoints WHERE business_id IN (SELECT id FROM reach_businesses)',
  delivery: `SELECT d.id FROM webhook_deliveries d JOIN webhook_endpoints w ON w.id = d.endpoint_id
              WHERE w.business_id IN (SELECT id FROM reach_businesses)`,
  apiToken: 'SELECT id FROM api_tokens WHERE user_id IN (SELECT id FROM reach_people)',
  session: 'SELECT id FROM sessions WHERE user_id IN (SELECT id FROM reach_people)',
  passkey: 'SELECT id FROM passkeys WHERE user_id IN (SELECT id FROM reach_people)',
  courseImport: 'SELECT id FROM course_imports WHERE user_id IN (SELECT id FROM reach_people)',
  reconciliation: 'SELECT id FROM reconciliation_runs',
  exception: `SELECT i.public_id AS id FROM review_items i JOIN payments p ON p.id = i.payment_id
               WHERE p.order_id IN (SELECT l.order_id FROM order_lines l WHERE l.seller_id IN (SELECT id FROM reach_sellers))`,
  transfer: 'SELECT id FROM ledger_postings LIMIT 20',
  account: 'SELECT id FROM payment_accounts WHERE seller_id IN (SELECT id FROM reach_sellers)',
  payout: 'SELECT id FROM payouts WHERE seller_id IN (SELECT id FROM reach_sellers)',
  signal: 'SELECT id FROM seller_signals WHERE seller_id IN (SELECT id FROM reach_sellers)',
  sellerDocument: 'SELECT id FROM seller_documents WHERE seller_id IN (SELECT id FROM reach_sellers)',
  factorRemoval: 'SELECT id FROM second_factor_removals WHERE user_id IN (SELECT id FROM reach_people)',
  notification: 'SELECT id FROM notifications WHERE user_id IN (SELECT id FROM reach_people)',
  note: 'SELECT id FROM lesson_notes WHERE owner_id IN (SELECT id FROM reach_people)',
} as const satisfies Record<string, string>

export type Kind = keyof typeof kinds
export type Objects = Readonly<Record<Kind, readonly (number | string)[]>>

/** Maps the part of a path before a parameter called `id` to the kind of object. */
const kindBySegment: Readonly<Record<string, Kind>> = {
  courses: 'course',
  'course-content': 'content',
  'course-resources': 'resource',
  'course-imports': 'courseImport',
  users: 'person',
  invitations: 'invitation',
  sessions: 'session',
  passkeys: 'passkey',
  'api-tokens': 'apiToken',
  sellers: 'seller',
  businesses: 'business',
  assessments: 'assessment',
  reviews: 'review',
  groups: 'group',
  discussions: 'discussion',
  posts: 'post',
  transfers: 'transfer',
  payouts: 'payout',
  'seller-signals': 'signal',
  documents: 'sellerDocument',
  'second-factor-removals': 'factorRemoval',
  payments: 'order',
  orders: 'order',
  receipts: 'receipt',
  coupons: 'coupon',
  'refund-requests': 'refundRequest',
  review: 'exception',
  reconciliations: 'reconciliation',
  invoices: 'invoice',
  certificates: 'certificate',
  messages: 'message',
  webhooks: 'webhook',
}

const kindByName: Readonly<Record<string, Kind>> = {
  courseId: 'course',
  courseIds: 'course',
  contentId: 'content',
  courseContentId: 'content',
  contentIds: 'content',
  moduleId: 'content',
  moduleIds: 'content',
  resourceId: 'resource',
  resourceIds: 'resource',
  assessmentId: 'assessment',
  questionId: 'question',
  bankQuestionId: 'bankQuestion',
  attemptId: 'attempt',
  cohortId: 'cohort',
  sessionId: 'liveSession',
  announcementId: 'announcement',
  personId: 'invitedPerson',
  inviteId: 'invite',
  userId: 'person',
  userIds: 'person',
  instructorId: 'person',
  createdBy: 'person',
  businessId: 'business',
  groupId: 'group',
  discussionId: 'discussion',
  postId: 'post',
  seatId: 'seat',
  deliveryId: 'delivery',
  document: 'sellerDocument',
  payoutId: 'payout',
  noteId: 'note',
  sellerId: 'seller',
  account: 'account',
  purchaseId: 'order',
  orderId: 'order',
}

/** Maps a path together with a name to the kind of object, where neither of them alone is enough. */
const kindByPlace: Readonly<Record<string, Kind>> = {
  '/api/courses/{id}/modules/moves beforeId': 'content',
  '/api/courses/{id}/resources/moves beforeId': 'resource',
  '/api/course-resources/{id}/bank-questions ids': 'bankQuestion',
  '/api/notifications/read ids': 'notification',
}

/**
 * Returns the kind of object that a parameter or field refers to; undefined means that it refers to no stored object. `path` is the
 * path in the contract.
 */
export function kindOf(path: string, name: string): Kind | undefined {
  const placed = kindByPlace[`${path} ${name}`]
  if (placed !== undefined) return placed
  if (name !== 'id' && name !== 'ids') return kindByName[name]
  const parts = path.split('/')
  const before = parts[parts.indexOf('{id}') - 1]
  return before === undefined ? undefined : kindBySegment[before]
}

interface Reach {
  sellers: readonly number[]
  people: readonly number[]
  /** True leaves out objects of courses that everyone can see. */
  onlyPrivate?: boolean
}

const mostOfEach = 60

/** Returns up to 60 ids of each kind that belong to these sellers, their courses and the given people. */
export async function readObjects(
  pool: pg.Pool,
  { sellers, people, onlyPrivate = false }: Reach,
): Promise<Objects> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query(
      'CREATE TEMP TABLE reach_sellers ON COMMIT DROP AS SELECT unnest($1::bigint[]) AS id',
      [sellers],
    )
    await client.query('CREATE TEMP TABLE reach_people ON COMMIT DROP AS SELECT unnest($1::bigint[]) AS id', [
      people,
    ])
    await client.query(
      `CREATE TEMP TABLE reach_businesses ON COMMIT DROP AS
         SELECT business_id AS id FROM sellers WHERE id IN (SELECT id FROM reach_sellers)`,
    )
    await client.query(
      `CREATE TEMP TABLE reach_courses ON COMMIT DROP AS
         SELECT id FROM courses WHERE seller_id IN (SELECT id FROM reach_sellers) AND (is_private OR NOT $1)`,
      [onlyPrivate],
    )
    const found: Partial<Record<Kind, (number | string)[]>> = {}
    for (const [kind, query] of Object.entries(kinds)) {
      const { rows } = await client.query<{ id: number | string }>(
        `SELECT id FROM (${query}) AS found WHERE id IS NOT NULL ORDER BY md5(id::text) LIMIT ${mostOfEach}`,
      )
      found[kind as Kind] = rows.map(({ id }) =>
        typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : id,
      )
    }
    await client.query('COMMIT')
    return found as Objects
  } finally {
    client.release()
  }
}
