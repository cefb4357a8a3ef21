import { accessIn } from '#server/policy/access-columns.ts'
import type { AccessLength } from '@apogee/contracts/courses/access-length.ts'
import type { Language } from '@apogee/domain/languages.ts'
import type { SeatState } from '@apogee/contracts/invoices/invoices.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { newestPage, type PageRequest } from '#server/platform/pages.ts'

export interface SeatRow {
  id: number
  invoiceId: number
  lineId: number
  courseId: number
  title: string
  email: string
  name: string
  userId: number | null
  state: SeatState
  /** The promised length of access when the line was written. Null means that access has no end. */
  access: AccessLength | null
  /** The prerequisites that the company was shown. */
  first: number[]
  at: Date
  /** The time of the last mail to the person about the seat. Null means that no mail was sent. */
  invitedAt: Date | null
}

const columns = sql`
  p.id, l.invoice_id AS "invoiceId", p.line_id AS "lineId", l.course_id AS "courseId", l.title, p.email::text AS email, p.name,
  p.user_id AS "userId", p.state, ${accessIn('l')} AS access,
  coalesce(l.first_course_ids, '{}') AS first,
  coalesce(p.revoked_at, p.enrolled_at, p.created_at) AS at, p.invited_at AS "invitedAt"`

/** Returns the newest seat first. */
export async function listSeats(
  db: Db,
  invoiceId: number,
  page: PageRequest,
): Promise<{ rows: SeatRow[]; total: number }> {
  const counted = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM invoice_seats p JOIN invoice_lines l ON l.id = p.line_id
     WHERE l.invoice_id = ${invoiceId}`.execute(db)
  const found = await sql<SeatRow>`
    SELECT ${columns} FROM invoice_seats p JOIN invoice_lines l ON l.id = p.line_id
     WHERE l.invoice_id = ${invoiceId} AND ${newestPage('p.id', page)}`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

/** Returns the addresses of people with a seat, by line id. */
export async function holdersOf(db: Db, invoiceId: number): Promise<Map<number, Set<string>>> {
  const found = await sql<{ lineId: number; email: string }>`
    SELECT p.line_id AS "lineId", lower(p.email::text) AS email
      FROM invoice_seats p JOIN invoice_lines l ON l.id = p.line_id
     WHERE l.invoice_id = ${invoiceId} AND p.state <> 'revoked'`.execute(db)
  const holders = new Map<number, Set<string>>()
  for (const { lineId, email } of found.rows)
    holders.set(lineId, (holders.get(lineId) ?? new Set()).add(email))
  return holders
}

export async function insertSeats(
  tx: Tx,
  seats: readonly { lineId: number; email: string; name: string }[],
  at: Date,
): Promise<void> {
  await sql`
    INSERT INTO invoice_seats (line_id, email, name, created_at)
    SELECT "lineId", email::citext, name, ${at}
      FROM jsonb_to_recordset(${JSON.stringify(seats)}::jsonb) AS given ("lineId" bigint, email text, name text)`.execute(
    tx,
  )
}

/** Locks and returns the invoice's seats that were named before payment and are neither enrolled nor waiting, by course. */
export async function namedSeats(tx: Tx, invoiceId: number): Promise<SeatRow[]> {
  const found = await sql<SeatRow>`
    SELECT ${columns} FROM invoice_seats p JOIN invoice_lines l ON l.id = p.line_id
     WHERE l.invoice_id = ${invoiceId} AND p.state = 'named' ORDER BY l.course_id, p.id FOR UPDATE OF p`.execute(
    tx,
  )
  return found.rows
}

/**
 * Returns the accounts of people with a named seat and a verified address, by address. Locks the accounts until the transaction
 * ends.
 */
export async function verifiedAccounts(tx: Tx, invoiceId: number): Promise<Map<string, number>> {
  const found = await sql<{ id: number; email: string }>`
    SELECT id, lower(email::text) AS email FROM user_cards
     WHERE email IN (SELECT p.email FROM invoice_seats p JOIN invoice_lines l ON l.id = p.line_id
                      WHERE l.invoice_id = ${invoiceId} AND p.state = 'named')
       AND email_verified_at IS NOT NULL AND erased_at IS NULL
     ORDER BY id FOR SHARE`.execute(tx)
  return new Map(found.rows.map(({ id, email }) => [email, id]))
}

export async function markEnrolled(tx: Tx, seat: { id: number; userId: number; at: Date }): Promise<void> {
  await sql`
    UPDATE invoice_seats SET state = 'enrolled', user_id = ${seat.userId}, enrolled_at = ${seat.at}
     WHERE id = ${seat.id}`.execute(tx)
}

export async function markWaiting(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`UPDATE invoice_seats SET state = 'waiting' WHERE id = ANY(${[...ids]}::bigint[])`.execute(tx)
}

export async function lockSeat(tx: Tx, invoiceId: number, seatId: number): Promise<SeatRow | undefined> {
  const found = await sql<SeatRow>`
    SELECT ${columns} FROM invoice_seats p JOIN invoice_lines l ON l.id = p.line_id
     WHERE p.id = ${seatId} AND l.invoice_id = ${invoiceId} AND p.state <> 'revoked' FOR UPDATE OF p`.execute(
    tx,
  )
  return found.rows[0]
}

/** Revokes one seat, or all seats of the invoice. Returns their ids. */
export async function revokeSeats(
  tx: Tx,
  which: { invoiceId: number; seatId?: number },
  at: Date,
): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT p.id FROM invoice_seats p JOIN invoice_lines l ON l.id = p.line_id
     WHERE l.invoice_id = ${which.invoiceId} AND p.state <> 'revoked'
       AND (${which.seatId ?? null}::bigint IS NULL OR p.id = ${which.seatId ?? null})
     ORDER BY l.course_id, p.user_id, p.id FOR UPDATE OF p`.execute(tx)
  const ids = found.rows.map(({ id }) => id)
  await sql`
    UPDATE invoice_seats SET state = 'revoked', revoked_at = ${at}
     WHERE id = ANY(${ids}::bigint[])`.execute(tx)
  return ids
}

/** Returns seats on paid invoices that wait for this person's verified address, by course. Locks the account before the seats. */
export async function waitingSeatsOf(tx: Tx, userId: number): Promise<SeatRow[]> {
  await sql`SELECT FROM user_cards WHERE id = ${userId} FOR SHARE`.execute(tx)
  const found = await sql<SeatRow>`
    SELECT ${columns} FROM invoice_seats p JOIN invoice_lines l ON l.id = p.line_id
      JOIN invoices i ON i.id = l.invoice_id JOIN user_cards u ON u.email = p.email
     WHERE u.id = ${userId} AND u.email_verified_at IS NOT NULL AND u.erased_at IS NULL AND p.state = 'waiting'
       AND i.state = 'paid'
     ORDER BY l.course_id, p.id FOR UPDATE OF p`.execute(tx)
  return found.rows
}

/** Returns the ids of people who have a waiting seat and a verified address, in ascending order. */
export async function verifiedWaitingSeats(
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT DISTINCT u.id FROM invoice_seats p JOIN user_cards u ON u.email = p.email
     WHERE p.state = 'waiting' AND u.email_verified_at IS NOT NULL AND u.erased_at IS NULL AND u.id > ${after}
     ORDER BY u.id LIMIT ${limit}`.execute(db)
  return found.rows.map(({ id }) => id)
}

export interface SeatToInvite {
  sellerId: number
  invoiceId: number
  language: Language
  companyName: string
  sellerName: string
  email: string
  name: string
  /** `first` contains the titles of the prerequisites. */
  courses: { title: string; first: string[] }[]
  courseIds: number[]
  /** True if the person is enrolled. False if the seat waits for a verified address. */
  isEnrolled: boolean
  hasAccount: boolean
  firstSeatId: number
}

/** Returns the sellers of paid invoices with seats whose people have not been mailed. */
export async function sellersToInvite(db: Db): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT DISTINCT i.seller_id AS id
      FROM invoice_seats p JOIN invoice_lines l ON l.id = p.line_id JOIN invoices i ON i.id = l.invoice_id
     WHERE p.state IN ('waiting', 'enrolled') AND p.invited_at IS NULL AND i.state = 'paid' ORDER BY 1`.execute(
    db,
  )
  return found.rows.map(({ id }) => id)
}

/** Returns people with seats who have not been mailed, oldest seat first. Each person has one row for each invoice. */
export const seatsToInvite = (tx: Tx, sellerId: number, limit: number): Promise<SeatToInvite[]> =>
  toTell(tx, sql`i.seller_id = ${sellerId} AND p.invited_at IS NULL`, limit)

/** Returns one person with seats of an invoice that wait for a verified address. Undefined means that no seat waits. */
export async function waiter(tx: Tx, invoiceId: number, email: string): Promise<SeatToInvite | undefined> {
  const which = sql`i.id = ${invoiceId} AND p.email = ${email}::citext AND p.state = 'waiting'`
  return (await toTell(tx, which, 1))[0]
}

async function toTell(tx: Tx, which: RawBuilder<unknown>, limit: number): Promise<SeatToInvite[]> {
  const found = await sql<SeatToInvite>`
    SELECT i.seller_id AS "sellerId", i.id AS "invoiceId", i.language, i.company_name AS "companyName",
           coalesce(i.seller_details ->> 'name', '') AS "sellerName", p.email::text AS email, min(p.name) AS name,
           json_agg(json_build_object('title', l.title, 'first', ARRAY(
             SELECT c.title FROM course_cards c WHERE c.id = ANY(l.first_course_ids) ORDER BY c.id)) ORDER BY l.id) AS courses, array_agg(l.course_id ORDER BY l.id) AS "courseIds",
           p.state = 'enrolled' AS "isEnrolled", min(p.id) AS "firstSeatId",
           EXISTS (SELECT FROM user_cards u WHERE u.email = p.email AND u.erased_at IS NULL) AS "hasAccount"
      FROM invoice_seats p JOIN invoice_lines l ON l.id = p.line_id JOIN invoices i ON i.id = l.invoice_id
     WHERE p.state IN ('waiting', 'enrolled') AND i.state = 'paid' AND ${which}
     GROUP BY i.id, p.email, p.state ORDER BY min(p.id) LIMIT ${limit}`.execute(tx)
  return found.rows
}

export async function markInvited(tx: Tx, invoiceId: number, email: string, at: Date): Promise<void> {
  await sql`
    UPDATE invoice_seats p SET invited_at = ${at} FROM invoice_lines l
     WHERE l.id = p.line_id AND l.invoice_id = ${invoiceId} AND p.email = ${email}::citext
       AND p.state IN ('waiting', 'enrolled') AND p.invited_at IS NULL`.execute(tx)
}

/** Records the time of another mail about the waiting seats of one person. */
export async function markMailedAgain(tx: Tx, invoiceId: number, email: string, at: Date): Promise<void> {
  await sql`
    UPDATE invoice_seats p SET invited_at = ${at} FROM invoice_lines l
     WHERE l.id = p.line_id AND l.invoice_id = ${invoiceId} AND p.email = ${email}::citext AND p.state = 'waiting'`.execute(
    tx,
  )
}

/**
 * Returns the state of each address whose seats were created at this time. A person with several seats is waiting if one of the
 * seats waits.
 */
export async function statesSince(
  tx: Tx,
  invoiceId: number,
  at: Date,
): Promise<Map<string, ActiveSeatState>> {
  const found = await sql<{ email: string; state: ActiveSeatState }>`
    SELECT lower(p.email::text) AS email,
           CASE WHEN bool_or(p.state = 'named') THEN 'named' WHEN bool_or(p.state = 'waiting') THEN 'waiting'
                ELSE 'enrolled' END AS state
      FROM invoice_seats p JOIN invoice_lines l ON l.id = p.line_id
     WHERE l.invoice_id = ${invoiceId} AND p.created_at = ${at} AND p.state <> 'revoked' GROUP BY 1`.execute(
    tx,
  )
  return new Map(found.rows.map(({ email, state }) => [email, state]))
}

export type ActiveSeatState = Exclude<SeatState, 'revoked'>

/**
 * Removes a person's name and address from seats, and frees the seats. A seat that waits for an address which the account never
 * verified does not belong to the account, and stays for the person who verifies the address. Neither does a seat that another
 * account holds.
 */
export async function forgetPerson(tx: Tx, userId: number, email: string, at: Date): Promise<void> {
  await sql`
    UPDATE invoice_seats SET email = '', name = '', state = 'revoked', revoked_at = coalesce(revoked_at, ${at})
     WHERE user_id = ${userId}
        OR (email = ${email}::citext AND user_id IS NULL
            AND EXISTS (SELECT FROM user_cards WHERE id = ${userId} AND email_verified_at IS NOT NULL))`.execute(
    tx,
  )
}
