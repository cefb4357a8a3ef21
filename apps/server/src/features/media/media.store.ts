import type { Language } from '@apogee/domain/languages.ts'
import type { UploadPurpose } from '@apogee/contracts/limits.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import type { InspectedType } from './uploads/inspect-upload.ts'

export interface MediaRow {
  id: number
  publicId: string
  ownerId: number
  businessId: number | null
  purpose: UploadPurpose
  contentType: string
  sizeBytes: number
  sha256: Buffer
  storageKey: string
  originalName: string
  /** The length of a video. Null means that it is not measured yet or that the file has none. */
  seconds: number | null
  /** The number of pages of a PDF. Null means that they are not counted yet or that the file has none. */
  pages: number | null
  /** The width of a picture in pixels. Null for other files, and for pictures from before release 99. */
  width: number | null
  height: number | null
}

const columns = sql`
  m.id, m.public_id AS "publicId", m.owner_id AS "ownerId", m.business_id AS "businessId", m.purpose,
  m.content_type AS "contentType", m.size_bytes AS "sizeBytes", m.sha256, m.storage_key AS "storageKey",
  m.original_name AS "originalName", m.seconds, m.pages, m.width, m.height`

export type NewMedia = Omit<MediaRow, 'id' | 'contentType' | 'seconds' | 'pages' | 'width' | 'height'> &
  Partial<Pick<MediaRow, 'width' | 'height'>> & { contentType: InspectedType; createdAt?: Date }

export async function insertMedia(tx: Db, file: NewMedia): Promise<MediaRow> {
  const inserted = await sql<MediaRow>`
    INSERT INTO media AS m (public_id, owner_id, business_id, purpose, content_type, size_bytes, sha256, storage_key,
                            original_name, width, height, created_at)
    VALUES (${file.publicId}, ${file.ownerId}, ${file.businessId}, ${file.purpose}, ${file.contentType},
            ${file.sizeBytes}, ${file.sha256}, ${file.storageKey}, ${file.originalName},
            ${file.width ?? null}, ${file.height ?? null}, coalesce(${file.createdAt ?? null}::timestamptz, now()))
    RETURNING ${columns}`.execute(tx)
  return onlyRow(inserted)
}

export async function mediaById(db: Db, id: number): Promise<MediaRow | undefined> {
  const found = await sql<MediaRow>`SELECT ${columns} FROM media m WHERE m.id = ${id}`.execute(db)
  return found.rows[0]
}

export interface CaptionRow {
  videoId: number
  language: Language
  mediaId: number
}

/** Returns the caption tracks of these videos, sorted by video and language. */
export async function captionsOf(db: Db, videoIds: readonly number[]): Promise<CaptionRow[]> {
  const found = await sql<CaptionRow>`
    SELECT media_id AS "videoId", language, caption_media_id AS "mediaId" FROM media_captions
     WHERE media_id = ANY(${[...videoIds]}::bigint[]) ORDER BY media_id, language`.execute(db)
  return found.rows
}

/**
 * Returns the size of a stored picture of this purpose with exactly these bytes. A match proves that the platform wrote the bytes
 * itself.
 */
export async function pictureLike(
  db: Db,
  { purpose, sha256, sizeBytes }: Pick<MediaRow, 'purpose' | 'sha256' | 'sizeBytes'>,
): Promise<Pick<MediaRow, 'width' | 'height'> | undefined> {
  const found = await sql<Pick<MediaRow, 'width' | 'height'>>`
    SELECT width, height FROM media
     WHERE purpose = ${purpose} AND size_bytes = ${sizeBytes} AND sha256 = ${sha256} LIMIT 1`.execute(db)
  return found.rows[0]
}

export async function mediaByIds(db: Db, ids: readonly number[]): Promise<MediaRow[]> {
  const found = await sql<MediaRow>`
    SELECT ${columns} FROM media m WHERE m.id = ANY(${[...ids]}::bigint[])`.execute(db)
  return found.rows
}

/** Returns a person's uploads for these purposes, the oldest first. */
export async function mediaOfOwner(
  db: Db,
  ownerId: number,
  purposes: readonly UploadPurpose[],
): Promise<MediaRow[]> {
  const found = await sql<MediaRow>`
    SELECT ${columns} FROM media m
     WHERE m.owner_id = ${ownerId} AND m.purpose = ANY(${[...purposes]}::text[]) ORDER BY m.id`.execute(db)
  return found.rows
}

/** Returns the row of an uploaded file by its key in the storage. */
export async function mediaByStorageKey(db: Db, key: string): Promise<MediaRow | undefined> {
  const found = await sql<MediaRow>`SELECT ${columns} FROM media m WHERE m.storage_key = ${key}`.execute(db)
  return found.rows[0]
}

/** Locks the storage key until the transaction ends, so that only one of several completions of an upload inserts the row. */
export async function lockStorageKey(tx: Tx, key: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`media ${key}`}, 0))`.execute(tx)
}

/** Locks the row until the transaction ends. The sweep cannot delete the row meanwhile, so other rows can refer to it. */
export async function lockMediaByPublicId(tx: Db, publicId: string): Promise<MediaRow | undefined> {
  const found = await sql<MediaRow>`
    SELECT ${columns} FROM media m WHERE m.public_id = ${publicId} FOR KEY SHARE`.execute(tx)
  return found.rows[0]
}

/**
 * Returns the total bytes of the files that a person has uploaded, or has uploaded since a time. Reads only rows in the index
 * media_owner_idx.
 */
export async function bytesOf(db: Db, ownerId: number, since: Date | null = null): Promise<number> {
  const found = await sql<{ bytes: number }>`
    SELECT coalesce(sum(size_bytes), 0)::int8 AS bytes FROM media
     WHERE owner_id = ${ownerId} AND created_at >= coalesce(${since}::timestamptz, '-infinity')`.execute(db)
  return found.rows[0]?.bytes ?? 0
}

export async function saveProbe(
  db: Db,
  id: number,
  { seconds, pages }: { seconds: number | null; pages: number | null },
  at: Date,
): Promise<void> {
  await sql`UPDATE media SET seconds = ${seconds}, pages = ${pages}, probed_at = ${at} WHERE id = ${id}`.execute(
    db,
  )
}

export async function replaceCaptions(
  tx: Tx,
  mediaId: number,
  tracks: readonly { language: Language; mediaId: number }[],
): Promise<void> {
  await sql`DELETE FROM media_captions WHERE media_id = ${mediaId}`.execute(tx)
  for (const track of tracks) {
    await sql`INSERT INTO media_captions (media_id, language, caption_media_id)
              VALUES (${mediaId}, ${track.language}, ${track.mediaId})`.execute(tx)
  }
}

/** Copies the caption tracks of one video to another. A track that the other video has already stays. */
export async function copyCaptions(tx: Tx, fromId: number, toId: number): Promise<void> {
  await sql`
    INSERT INTO media_captions (media_id, language, caption_media_id)
    SELECT ${toId}, language, caption_media_id FROM media_captions WHERE media_id = ${fromId}
    ON CONFLICT (media_id, language) DO NOTHING`.execute(tx)
}

/** Returns those of these storage keys that a row refers to. */
export async function knownKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const found = await sql<{ key: string }>`
    SELECT storage_key AS key FROM media WHERE storage_key = ANY(${keys}::text[])
    UNION ALL SELECT storage_key FROM media_copies WHERE storage_key = ANY(${keys}::text[])
    UNION ALL SELECT storage_key FROM media_stream_files WHERE storage_key = ANY(${keys}::text[])`.execute(db)
  return new Set(found.rows.map(({ key }) => key))
}

export interface StoredFileRow {
  key: string
  bytes: number
  sha256: Buffer
}

/** Returns files of uploads, of smaller copies and of streams, in the order of their keys. */
export async function filesAfter(db: Db, key: string, limit: number): Promise<StoredFileRow[]> {
  const found = await sql<StoredFileRow>`
    SELECT storage_key AS key, size_bytes AS bytes, sha256 FROM media WHERE storage_key > ${key}
    UNION ALL
    SELECT storage_key, size_bytes, sha256 FROM media_copies WHERE storage_key > ${key}
    UNION ALL
    SELECT storage_key, size_bytes, sha256 FROM media_stream_files WHERE storage_key > ${key}
     ORDER BY key LIMIT ${limit}`.execute(db)
  return found.rows
}

export interface CopyRow {
  storageKey: string
  sizeBytes: number
  sha256: Buffer
}
interface CopyKind {
  width: number
  format: 'avif' | 'webp' | 'png'
}

export async function copyOf(
  db: Db,
  mediaId: number,
  { width, format }: CopyKind,
): Promise<CopyRow | undefined> {
  const found = await sql<CopyRow>`
    SELECT storage_key AS "storageKey", size_bytes AS "sizeBytes", sha256 FROM media_copies
     WHERE media_id = ${mediaId} AND width = ${width} AND format = ${format}`.execute(db)
  return found.rows[0]
}

/** Returns false if the copy exists already or the picture was deleted. */
export async function insertCopy(db: Db, mediaId: number, copy: CopyKind & CopyRow): Promise<boolean> {
  const inserted = await sql`
    INSERT INTO media_copies (media_id, width, format, storage_key, size_bytes, sha256)
    SELECT m.id, ${copy.width}, ${copy.format}, ${copy.storageKey}, ${copy.sizeBytes}, ${copy.sha256}
      FROM media m WHERE m.id = ${mediaId}
    ON CONFLICT (media_id, width, format) DO NOTHING RETURNING media_id`.execute(db)
  return inserted.rows.length > 0
}

/** Deletes the row of a file. Returns false if another row refers to it. */
export async function deleteUnnamed(db: Db, id: number): Promise<boolean> {
  const deleted = await sql`DELETE FROM media WHERE id = ${id} RETURNING id`.execute(db)
  return deleted.rows.length > 0
}

/** Deletes rows that no other row refers to, and returns the keys of their files. */
export async function deleteUnused(db: Db, uploadedBefore: Date, limit: number): Promise<string[]> {
  const deleted = await sql<{ key: string }>`
    DELETE FROM media WHERE id IN (
      SELECT m.id FROM media m
       WHERE m.created_at < ${uploadedBefore}
         AND NOT EXISTS (SELECT 1 FROM outline_resources r WHERE r.media_id = m.id)
         AND NOT EXISTS (SELECT 1 FROM course_cards c WHERE c.image_id = m.id)
         AND NOT EXISTS (SELECT 1 FROM media_captions t WHERE t.caption_media_id = m.id)
         AND NOT EXISTS (SELECT 1 FROM shown_post_pictures p WHERE p.media_id = m.id)
         AND NOT EXISTS (SELECT 1 FROM handed_in_files h WHERE h.media_id = m.id)
         AND NOT EXISTS (SELECT 1 FROM shown_text_pictures t WHERE t.media_id = m.id)
         AND NOT EXISTS (SELECT 1 FROM shown_question_pictures q WHERE q.media_id = m.id)
         AND NOT EXISTS (SELECT 1 FROM certificate_files f WHERE f.media_id = m.id)
         AND NOT EXISTS (SELECT 1 FROM seller_document_files d WHERE d.media_id = m.id)
         AND NOT EXISTS (SELECT 1 FROM business_cards b WHERE b.logo_url = '/media/' || m.public_id)
         AND NOT EXISTS (SELECT 1 FROM user_cards u WHERE u.avatar_url = '/media/' || m.public_id)
       ORDER BY m.id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING storage_key AS key`.execute(db)
  return deleted.rows.map(({ key }) => key)
}
