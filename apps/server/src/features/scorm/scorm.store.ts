/** The tables of packages: the contents of archives, launches and reports. */
import type { PackageTrouble, PackageTroubleKind } from '@apogee/contracts/scorm/scorm.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { ExaminedPackage } from '#server/platform/scorm/examine-package.ts'
import type { KeptData, RunTimeData } from '#server/platform/scorm/run-time-data.ts'
import type { ScormActivity, ScormVersion } from '#server/platform/scorm/scorm-manifest.ts'

export interface PackageRow {
  resourceId: number
  courseId: number
  mediaId: number
  version: ScormVersion
  activities: ScormActivity[]
}

/** Returns undefined when the resource is no package. */
export async function packageOf(db: Db, resourceId: number): Promise<PackageRow | undefined> {
  const found = await sql<PackageRow>`
    SELECT r.id AS "resourceId", r.course_id AS "courseId", p.media_id AS "mediaId", p.version, p.activities
      FROM outline_resources r JOIN packages p ON p.media_id = r.media_id
     WHERE r.id = ${resourceId}`.execute(db)
  return found.rows[0]
}

/** Idempotent, because examining the same archive yields the same rows. */
export async function insertPackage(
  tx: Tx,
  { id: mediaId, publicId }: { id: number; publicId: string },
  examined: ExaminedPackage,
): Promise<void> {
  const { version, title, activities, files, needs } = examined
  const inserted = await sql`
    INSERT INTO packages (media_id, public_id, version, title, activities, needs)
    VALUES (${mediaId}, ${publicId}, ${version}, ${title}, ${JSON.stringify(activities)}::jsonb,
            ${needs}::text[])
    ON CONFLICT (media_id) DO NOTHING RETURNING media_id`.execute(tx)
  if (inserted.rows.length === 0) return
  const rows = files.map(({ path, bytes, packed }) => ({
    path,
    bytes,
    packed_start: packed.start,
    packed_bytes: packed.bytes,
    is_deflated: packed.isDeflated,
  }))
  await sql`
    INSERT INTO package_files (media_id, path, packed_start, packed_bytes, is_deflated, bytes)
    SELECT ${mediaId}, f.path, f.packed_start, f.packed_bytes, f.is_deflated, f.bytes
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           AS f (path text, packed_start bigint, packed_bytes bigint, is_deflated boolean, bytes bigint)`.execute(
    tx,
  )
}

export interface NewLaunch {
  tokenHash: Buffer
  userId: number
  resourceId: number
  mediaId: number
  at: Date
}

export async function insertLaunch(db: Db, launch: NewLaunch): Promise<void> {
  await sql`
    INSERT INTO package_launches (token_hash, user_id, resource_id, media_id, launched_at)
    VALUES (${launch.tokenHash}, ${launch.userId}, ${launch.resourceId}, ${launch.mediaId}, ${launch.at})`.execute(
    db,
  )
}

export interface LaunchRow {
  id: number
  userId: number
  resourceId: number
  mediaId: number
  launchedAt: Date
  publicId: string
  version: ScormVersion
  activities: ScormActivity[]
}

export async function launchBy(db: Db, tokenHash: Buffer): Promise<LaunchRow | undefined> {
  const found = await sql<LaunchRow>`
    SELECT l.id, l.user_id AS "userId", l.resource_id AS "resourceId", l.media_id AS "mediaId", l.launched_at AS "launchedAt",
           p.public_id AS "publicId", p.version, p.activities
      FROM package_launches l
      JOIN packages p ON p.media_id = l.media_id
     WHERE l.token_hash = ${tokenHash}`.execute(db)
  return found.rows[0]
}

export interface PackedFile {
  path: string
  start: number
  packedBytes: number
  isDeflated: boolean
  bytes: number
}

/** Matches the exact path, else the path in any case, because packages are often created on systems that ignore case. */
export async function fileIn(db: Db, mediaId: number, path: string): Promise<PackedFile | undefined> {
  const found = await sql<PackedFile>`
    SELECT path, packed_start::float8 AS start, packed_bytes::float8 AS "packedBytes", is_deflated AS "isDeflated", bytes::float8 AS bytes
      FROM package_files
     WHERE media_id = ${mediaId} AND lower(path) = lower(${path})
     ORDER BY path = ${path} DESC LIMIT 1`.execute(db)
  return found.rows[0]
}

export interface RunRow {
  activity: string
  launchId: number
  isCompleted: boolean | null
  isPassed: boolean | null
  score: number | null
  totalSeconds: number
  kept: KeptData | null
}

const runColumns = sql`
  activity, launch_id AS "launchId", is_completed AS "isCompleted", is_passed AS "isPassed", score,
  earlier_seconds + session_seconds AS "totalSeconds", kept`

export async function runsOf(db: Db, userId: number, resourceId: number): Promise<RunRow[]> {
  const found = await sql<RunRow>`
    SELECT ${runColumns} FROM package_runs WHERE user_id = ${userId} AND resource_id = ${resourceId}`.execute(
    db,
  )
  return found.rows
}

export interface Report {
  userId: number
  resourceId: number
  activity: string
  launchId: number
  data: RunTimeData
  at: Date
}

/**
 * Saves a report. Completion, passing and the best score never regress. Suspended data and time come from the newest launch, and
 * late reports of an older launch do not change them.
 */
export async function saveReport(tx: Tx, report: Report): Promise<RunRow> {
  const { userId, resourceId, activity, launchId, data, at } = report
  const seconds = Math.round(data.sessionSeconds)
  const saved = await sql<RunRow>`
    INSERT INTO package_runs AS run (user_id, resource_id, activity, launch_id, is_completed, is_passed, score, session_seconds,
                                     kept, updated_at)
    VALUES (${userId}, ${resourceId}, ${activity}, ${launchId}, ${data.isCompleted}, ${data.isPassed}, ${data.score}, ${seconds},
            ${JSON.stringify(data.kept)}::jsonb, ${at})
    ON CONFLICT (user_id, resource_id, activity) DO UPDATE SET
      is_completed = CASE WHEN run.is_completed THEN true ELSE coalesce(excluded.is_completed, run.is_completed) END,
      is_passed = CASE WHEN run.is_passed THEN true ELSE coalesce(excluded.is_passed, run.is_passed) END,
      score = greatest(run.score, excluded.score),
      earlier_seconds = run.earlier_seconds + CASE WHEN excluded.launch_id > run.launch_id THEN run.session_seconds ELSE 0 END,
      session_seconds = CASE WHEN excluded.launch_id > run.launch_id THEN excluded.session_seconds
                             WHEN excluded.launch_id = run.launch_id THEN greatest(run.session_seconds, excluded.session_seconds)
                             ELSE run.session_seconds END,
      kept = CASE WHEN excluded.launch_id >= run.launch_id THEN excluded.kept ELSE run.kept END,
      launch_id = greatest(run.launch_id, excluded.launch_id),
      was_silent = false,
      updated_at = excluded.updated_at
    RETURNING ${runColumns}`.execute(tx)
  const [row] = saved.rows
  if (!row) throw new Error('a report returned no row')
  return row
}

interface Trouble {
  userId: number
  resourceId: number
  activity: string
  launchId: number
  kind: PackageTroubleKind
  at: Date
}

/**
 * Records that an activity was silent or failed. Its results stay. An activity that reported in an earlier launch does not count as
 * silent.
 */
export async function noteTrouble(db: Db, trouble: Trouble): Promise<void> {
  const { userId, resourceId, activity, launchId, kind, at } = trouble
  await sql`
    INSERT INTO package_runs AS run (user_id, resource_id, activity, launch_id, was_silent, saw_error, updated_at)
    VALUES (${userId}, ${resourceId}, ${activity}, ${launchId}, ${kind === 'silent'}, ${kind === 'error'}, ${at})
    ON CONFLICT (user_id, resource_id, activity) DO UPDATE SET
      was_silent = run.was_silent OR (excluded.was_silent AND run.kept IS NULL),
      saw_error = run.saw_error OR excluded.saw_error`.execute(db)
}

/** The limit on the listed lessons, because people read the list. */
const mostTroubles = 100

/**
 * Returns the lessons with problems, with the numbers of their learners. `hasHosts` means that launches have hosts of their own.
 * Then the need of a package for an origin is no problem.
 */
export async function troublesOf(
  db: Db,
  courseId: number,
  { hasHosts }: { hasHosts: boolean },
): Promise<PackageTrouble[]> {
  const found = await sql<PackageTrouble>`
    SELECT r.id AS "resourceId", r.title,
           count(DISTINCT n.user_id) FILTER (WHERE n.was_silent)::int AS "silentLearners",
           count(DISTINCT n.user_id) FILTER (WHERE n.saw_error)::int AS "errorLearners",
           CASE WHEN ${hasHosts} THEN '{}' ELSE p.needs END AS missing
      FROM outline_resources r
      JOIN packages p ON p.media_id = r.media_id
      LEFT JOIN package_runs n ON n.resource_id = r.id AND (n.was_silent OR n.saw_error)
     WHERE r.course_id = ${courseId}
     GROUP BY r.id, r.title, p.needs
    HAVING count(n.user_id) > 0 OR (NOT ${hasHosts} AND p.needs <> '{}')
     ORDER BY count(n.user_id) = 0, r.id LIMIT ${mostTroubles}`.execute(db)
  return found.rows
}

/**
 * Keeps results when another package replaces the old one. Deletes suspended data and problems, which mean nothing to the other
 * package.
 */
export async function beginAnew(tx: Tx, resourceId: number): Promise<void> {
  await sql`UPDATE package_runs SET kept = NULL, was_silent = false, saw_error = false WHERE resource_id = ${resourceId}`.execute(
    tx,
  )
}

export async function deleteLaunches(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM package_launches WHERE launched_at < ${before}`.execute(db)
}

export async function forgetPerson(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM package_launches WHERE user_id = ${userId}`.execute(tx)
  await sql`DELETE FROM package_runs WHERE user_id = ${userId}`.execute(tx)
}

/** Returns an empty string for a person without a name. */
export async function nameOf(db: Db, userId: number): Promise<string> {
  const found = await sql<{ name: string | null }>`SELECT name FROM user_cards WHERE id = ${userId}`.execute(
    db,
  )
  return found.rows[0]?.name ?? ''
}

/** Returns whether the person is a learner to whom the lesson is open. */
export async function isLearner(db: Db, userId: number, resourceId: number): Promise<boolean> {
  const found = await sql`
    SELECT id FROM open_resources WHERE user_id = ${userId} AND id = ${resourceId}`.execute(db)
  return found.rows.length > 0
}
