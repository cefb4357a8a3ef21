import type { CertificatePath, CertificateRule } from '@apogee/contracts/achievements/achievements.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { newestPage, type PageRequest } from '#server/platform/pages.ts'

export interface CertificateRow {
  id: number
  publicId: string
  userId: number
  courseId: number
  /** The certificate shows the name that the learner had at its issue, or the present name if the learner had none then. */
  learnerName: string | null
  courseTitle: string
  sellerName: string
  teacherName: string | null
  videoMinutes: number | null
  /** The course team entered this length of the course. */
  minutes: number | null
  signerName: string | null
  signerRole: string | null
  issuedAt: Date
  /** A certificate is revoked when the learner's enrolment ends. */
  revokedAt: Date | null
  /** A member of the course team withdrew the certificate at this time. */
  withdrawnAt: Date | null
  withdrawalReason: string | null
  seenAt: Date | null
}

/** Adds the pictures that the certificate shows: their media ids, and the public ids in their addresses. */
export interface ShownCertificateRow extends CertificateRow {
  /** Null means that the certificate shows the learner's present name, or that the learner has no name now. */
  todaysName: string | null
  /** Null means that the certificate was never reissued. */
  replacedAt: Date | null
  signatureId: number | null
  signaturePublicId: string | null
  logoId: number | null
  logoPublicId: string | null
  /** Null means that the seller had no colour on the day of issue, or that the seller's brand was cleared. */
  colour: string | null
  /** Null means that the certificate was issued before paths were recorded. */
  path: CertificatePath | null
  /** True means that only the learner may open the certificate. */
  isPrivate: boolean
}

const columns = sql`
  c.id, c.public_id AS "publicId", c.user_id AS "userId", c.course_id AS "courseId",
  coalesce(c.learner_name, u.name) AS "learnerName",
  c.course_title AS "courseTitle", c.seller_name AS "sellerName", c.teacher_name AS "teacherName",
  c.video_minutes AS "videoMinutes", c.minutes, c.signer_name AS "signerName", c.signer_role AS "signerRole", c.issued_at AS "issuedAt", c.revoked_at AS "revokedAt",
  c.withdrawn_at AS "withdrawnAt", c.withdrawal_reason AS "withdrawalReason", c.seen_at AS "seenAt"`

interface Issued {
  publicId: string
  userId: number
  courseId: number
  at: Date
  /** Null means that the learner has not yet seen that the course is finished. */
  seenAt: Date | null
}

/**
 * Stores the present names, pictures and modules. The length of the published videos is stored too when all lengths are known.
 * Returns false when this person already has a certificate of this course, valid or not, or when the course issues none.
 */
export async function insertCertificate(
  tx: Tx,
  { publicId, userId, courseId, at, seenAt }: Issued,
): Promise<boolean> {
  const inserted = await sql`
    WITH issued AS (
    INSERT INTO certificates (public_id, user_id, course_id, learner_name, course_title, seller_name, teacher_id,
                              teacher_name, video_minutes, minutes, signer_name, signer_role, issued_at, seen_at, path,
                              look_id)
    SELECT ${publicId}, u.id, c.id, u.name, c.title, coalesce(s.shown_name, 'Apogee'), t.id, t.name,
           videos.minutes, r.minutes, r.signer_name, r.signer_role, ${at}, ${seenAt}::timestamptz, taken.path,
           (SELECT k.id FROM current_looks k WHERE k.seller_id = s.id)
      FROM user_cards u
      JOIN course_cards c ON c.id = ${courseId}
      JOIN seller_cards s ON s.id = c.seller_id
      LEFT JOIN user_cards t ON t.id = c.instructor_id AND t.erased_at IS NULL
      LEFT JOIN certificate_rules r ON r.course_id = c.id
      CROSS JOIN LATERAL (
        SELECT CASE WHEN bool_and(v.seconds IS NOT NULL) THEN nullif(ceil(sum(v.seconds) / 60.0), 0)::int4 END AS minutes
          FROM published_videos v WHERE v.course_id = c.id) videos
      CROSS JOIN LATERAL (
        SELECT CASE WHEN count(*) > 0 THEN jsonb_build_object(
                 'modules', jsonb_agg(jsonb_build_object('title', m.title, 'lessons', m.lessons, 'quizzes', m.quizzes)
                                      ORDER BY m.sort_order, m.id),
                 'watchedPercent', r.watched_percent, 'quizPercent', r.quiz_percent) END AS path
          FROM (SELECT m.id, m.title, m.sort_order, count(*) FILTER (WHERE i.file_type <> 'quiz') AS lessons,
                       count(*) FILTER (WHERE i.file_type = 'quiz') AS quizzes
                  FROM lessons l JOIN published_resources i ON i.id = l.id JOIN published_modules m ON m.id = i.content_id
                 WHERE l.course_id = c.id GROUP BY m.id, m.title, m.sort_order) m) taken
     WHERE u.id = ${userId} AND u.erased_at IS NULL
       AND NOT EXISTS (SELECT FROM courses_without_certificates w WHERE w.course_id = c.id)
    ON CONFLICT DO NOTHING RETURNING id, course_id, signer_name
    ), pictures AS (
    INSERT INTO certificate_pictures (certificate_id, signature_id, logo_id)
    SELECT issued.id, r.signature_id, logo.id
      FROM issued
      JOIN course_cards c ON c.id = issued.course_id
      JOIN seller_cards s ON s.id = c.seller_id
      LEFT JOIN certificate_rules r ON r.course_id = c.id AND issued.signer_name IS NOT NULL
      LEFT JOIN business_cards b ON b.id = s.business_id
      LEFT JOIN stored_certificate_pictures logo ON logo.public_id = substr(b.logo_url, length('/media/') + 1)
     WHERE r.signature_id IS NOT NULL OR logo.id IS NOT NULL
    )
    SELECT id FROM issued`.execute(tx)
  return inserted.rows.length > 0
}

/** A course without a rule issues certificates for completed lessons. */
export async function ruleOf(db: Db, courseId: number): Promise<CertificateRule> {
  const found = await sql<
    Omit<CertificateRule, 'signer'> & { signerName: string | null; signerRole: string | null }
  >`
    SELECT is_on AS "isOn", watched_percent AS "watchedPercent", quiz_percent AS "quizPercent", minutes,
           signer_name AS "signerName", signer_role AS "signerRole"
      FROM certificate_rules WHERE course_id = ${courseId}`.execute(db)
  const [row] = found.rows
  if (!row) return { isOn: true, watchedPercent: null, quizPercent: null, minutes: null, signer: null }
  const { signerName, signerRole, ...rule } = row
  return { ...rule, signer: signerName === null ? null : { name: signerName, role: signerRole ?? '' } }
}

export async function saveRule(
  tx: Tx,
  { courseId, rule, by, at }: { courseId: number; rule: CertificateRule; by: number; at: Date },
): Promise<void> {
  const { isOn, watchedPercent, quizPercent, minutes, signer } = rule
  await sql`
    INSERT INTO certificate_rules AS r (course_id, is_on, watched_percent, quiz_percent, minutes, signer_name, signer_role,
                                        changed_by, changed_at)
    VALUES (${courseId}, ${isOn}, ${watchedPercent}, ${quizPercent}, ${minutes}, ${signer?.name ?? null},
            ${signer?.role ?? null}, ${by}, ${at})
    ON CONFLICT (course_id) DO UPDATE
       SET is_on = excluded.is_on, watched_percent = excluded.watched_percent, quiz_percent = excluded.quiz_percent,
           minutes = excluded.minutes, signer_name = excluded.signer_name, signer_role = excluded.signer_role,
           signature_id = CASE WHEN excluded.signer_name IS NOT NULL THEN r.signature_id END,
           changed_by = excluded.changed_by, changed_at = excluded.changed_at`.execute(tx)
}

export async function signatureOf(db: Db, courseId: number): Promise<{ publicId: string } | undefined> {
  const found = await sql<{ publicId: string }>`
    SELECT m.public_id AS "publicId" FROM certificate_rules r
      JOIN stored_certificate_pictures m ON m.id = r.signature_id
     WHERE r.course_id = ${courseId}`.execute(db)
  return found.rows[0]
}

/** Returns false when the rule names no signer. */
export async function saveSignature(tx: Tx, courseId: number, mediaId: number | null): Promise<boolean> {
  const changed = await sql`
    UPDATE certificate_rules SET signature_id = ${mediaId}
     WHERE course_id = ${courseId} AND (signer_name IS NOT NULL OR ${mediaId}::bigint IS NULL)
    RETURNING course_id`.execute(tx)
  return changed.rows.length > 0
}

/** Copies the rule of a course unless the copied course already has a rule. */
export async function copyRule(
  tx: Tx,
  { courseId, copyId, userId, at }: { courseId: number; copyId: number; userId: number; at: Date },
): Promise<void> {
  await sql`
    INSERT INTO certificate_rules (course_id, is_on, watched_percent, quiz_percent, minutes, signer_name, signer_role,
                                   signature_id, changed_by, changed_at)
    SELECT copy.id, r.is_on, r.watched_percent, r.quiz_percent, r.minutes, r.signer_name, r.signer_role, r.signature_id,
           ${userId}, ${at}
      FROM certificate_rules r JOIN course_cards copy ON copy.id = ${copyId}
     WHERE r.course_id = ${courseId}
    ON CONFLICT DO NOTHING`.execute(tx)
}

/**
 * Returns people who are enrolled but have no valid certificate, with ids above `after`, ordered by id. If the course issues no
 * certificates, people who already have its points are left out, because an evaluation would add nothing.
 */
export async function learnersWithoutCertificate(
  db: Db,
  courseId: number,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const found = await sql<{ userId: number }>`
    SELECT e.user_id AS "userId" FROM enrolments e
     WHERE e.course_id = ${courseId} AND e.revoked_at IS NULL AND e.user_id > ${after}
       AND NOT EXISTS (SELECT 1 FROM certificates c
                        WHERE c.user_id = e.user_id AND c.course_id = e.course_id AND c.revoked_at IS NULL)
       AND NOT (EXISTS (SELECT 1 FROM courses_without_certificates w WHERE w.course_id = e.course_id)
                AND EXISTS (SELECT 1 FROM xp_events x
                             WHERE x.user_id = e.user_id AND x.kind = 'course.completed' AND x.ref = e.course_id))
     ORDER BY e.user_id LIMIT ${limit}`.execute(db)
  return found.rows.map(({ userId }) => userId)
}

/** Tells whether the course team has withdrawn this person's certificate. */
export async function isWithdrawn(db: Db, userId: number, courseId: number): Promise<boolean> {
  const found = await sql<{ isWithdrawn: boolean }>`
    SELECT EXISTS (SELECT FROM certificates WHERE user_id = ${userId} AND course_id = ${courseId}
                      AND withdrawn_at IS NOT NULL) AS "isWithdrawn"`.execute(db)
  return found.rows[0]?.isWithdrawn ?? false
}

/** Makes the certificate valid again. Returns false when it was valid or does not exist. */
export async function reinstate(tx: Tx, userId: number, courseId: number): Promise<boolean> {
  const changed = await sql`
    UPDATE certificates SET revoked_at = NULL
     WHERE user_id = ${userId} AND course_id = ${courseId} AND revoked_at IS NOT NULL RETURNING id`.execute(
    tx,
  )
  return changed.rows.length > 0
}

export async function revoke(tx: Tx, userId: number, courseId: number, at: Date): Promise<boolean> {
  const changed = await sql`
    UPDATE certificates SET revoked_at = ${at}
     WHERE user_id = ${userId} AND course_id = ${courseId} AND revoked_at IS NULL RETURNING id`.execute(tx)
  return changed.rows.length > 0
}

/** Returns false when the certificate was withdrawn before; the first reason stays. */
export async function withdraw(
  tx: Tx,
  { id }: { id: number },
  { actorId, reason, at }: { actorId: number; reason: string; at: Date },
): Promise<boolean> {
  const changed = await sql`
    UPDATE certificates SET withdrawn_at = ${at}, withdrawn_by = ${actorId}, withdrawal_reason = ${reason}
     WHERE id = ${id} AND withdrawn_at IS NULL RETURNING id`.execute(tx)
  return changed.rows.length > 0
}

/** Returns false when the certificate was not withdrawn. */
export async function restore(tx: Tx, { id }: { id: number }): Promise<boolean> {
  const changed = await sql`
    UPDATE certificates SET withdrawn_at = NULL, withdrawn_by = NULL, withdrawal_reason = NULL
     WHERE id = ${id} AND withdrawn_at IS NOT NULL RETURNING id`.execute(tx)
  return changed.rows.length > 0
}

/**
 * Gives the certificate the learner's present name and a new public id. The former id is kept, so that its address still works.
 * Returns false when the certificate already has this name.
 */
export async function reissue(
  tx: Tx,
  { id }: { id: number },
  { publicId, actorId, at }: { publicId: string; actorId: number; at: Date },
): Promise<boolean> {
  const changed = await sql`
    WITH renamed AS (
    SELECT c.id, c.public_id, u.name FROM certificates c JOIN user_cards u ON u.id = c.user_id
     WHERE c.id = ${id} AND c.learner_name <> u.name AND u.erased_at IS NULL
       FOR UPDATE OF c
    ), former AS (
    INSERT INTO replaced_certificates (public_id, certificate_id, replaced_at, replaced_by)
    SELECT public_id, id, ${at}::timestamptz, ${actorId}::bigint FROM renamed
    )
    UPDATE certificates c SET public_id = ${publicId}, learner_name = renamed.name
      FROM renamed WHERE c.id = renamed.id RETURNING c.id`.execute(tx)
  return changed.rows.length > 0
}

/** Deletes this person's certificates, and their name as teacher from the certificates of others. */
export async function deleteCertificates(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM certificates WHERE user_id = ${userId}`.execute(tx)
  await sql`UPDATE certificates SET teacher_id = NULL, teacher_name = NULL WHERE teacher_id = ${userId}`.execute(
    tx,
  )
}

/** Stores the first time at which the owner saw the certificate. Returns whether the certificate belongs to the person. */
export async function markSeen(db: Db, userId: number, publicId: string, at: Date): Promise<boolean> {
  const marked = await sql`
    UPDATE certificates SET seen_at = coalesce(seen_at, ${at})
     WHERE public_id = ${publicId} AND user_id = ${userId} RETURNING id`.execute(db)
  return marked.rows.length > 0
}

/** Returns whether the certificate belongs to the person. */
export async function setPrivate(
  db: Db,
  userId: number,
  publicId: string,
  isPrivate: boolean,
): Promise<boolean> {
  const changed = await sql`
    UPDATE certificates SET is_private = ${isPrivate}
     WHERE public_id = ${publicId} AND user_id = ${userId} RETURNING id`.execute(db)
  return changed.rows.length > 0
}

/** Matches the present and any former public id, because reissued certificates get new ids. */
const hasPublicId = (publicId: string) =>
  sql`(c.public_id = ${publicId} OR c.id = (SELECT certificate_id FROM replaced_certificates WHERE public_id = ${publicId}))`

/** Returns the certificate with this public id, or the one that replaced it. */
export async function certificateByPublicId(
  db: Db,
  publicId: string,
): Promise<ShownCertificateRow | undefined> {
  const found = await sql<ShownCertificateRow>`
    SELECT ${columns}, CASE WHEN c.learner_name <> u.name THEN u.name END AS "todaysName",
           (SELECT max(replaced_at) FROM replaced_certificates r WHERE r.certificate_id = c.id) AS "replacedAt",
           p.signature_id AS "signatureId", signature.public_id AS "signaturePublicId",
           logo.id AS "logoId", logo.public_id AS "logoPublicId", look.colour, c.path, c.is_private AS "isPrivate"
      FROM certificates c JOIN user_cards u ON u.id = c.user_id
      LEFT JOIN certificate_pictures p ON p.certificate_id = c.id
      LEFT JOIN stored_certificate_pictures signature ON signature.id = p.signature_id
      LEFT JOIN stored_certificate_pictures logo
        ON logo.id = p.logo_id AND NOT EXISTS (SELECT FROM withdrawn_logos w WHERE w.logo_id = p.logo_id)
      LEFT JOIN shown_looks look ON look.id = c.look_id
     WHERE ${hasPublicId(publicId)} AND u.erased_at IS NULL`.execute(db)
  return found.rows[0]
}

/** Returns one row more than the page when more exist, and the total. */
export async function certificatesOf(
  db: Db,
  userId: number,
  { courseId, publicId }: { courseId: number | null; publicId: string | null },
  page: PageRequest,
): Promise<{ rows: CertificateRow[]; total: number }> {
  const own = sql`c.user_id = ${userId} AND c.revoked_at IS NULL AND c.withdrawn_at IS NULL
    AND (${courseId}::bigint IS NULL OR c.course_id = ${courseId})
    AND ${publicId === null ? sql`TRUE` : hasPublicId(publicId)}`
  const found = await sql<CertificateRow>`
    SELECT ${columns} FROM certificates c JOIN user_cards u ON u.id = c.user_id
     WHERE ${own} AND ${newestPage('c.id', page)}`.execute(db)
  const counted = await sql<{
    total: number
  }>`SELECT count(*) AS total FROM certificates c WHERE ${own}`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}
