/** The only writer of the tables of the security log's chain. */
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import type { BlockFacts, CheckFacts, SealedEntry } from './chain.rules.ts'

/**
 * Locks the chain until the transaction ends. Sealing, checking a part, deleting addresses and sweeping exclude each other. Writers
 * of entries do not wait for the lock.
 */
export async function lockChain(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('security log chain', 0))`.execute(tx)
}

/** Returns the highest id that an entry has or may get by a transaction in progress. */
export async function highestId(db: Db): Promise<number> {
  const found = await sql<{ id: number }>`
    SELECT CASE WHEN s.is_called THEN s.last_value ELSE 0 END AS id FROM security_log_id_seq s`.execute(db)
  return onlyRow(found).id
}

/** Returns the transactions that may have written an entry that is not committed yet. */
export async function writersNow(db: Db): Promise<string[]> {
  const found = await sql<{ writer: string }>`
    SELECT l.virtualtransaction AS writer FROM pg_locks l
     WHERE l.relation = 'security_log'::regclass AND l.mode = 'RowExclusiveLock' AND l.granted
       AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())`.execute(db)
  return found.rows.map(({ writer }) => writer)
}

export interface BlockRow extends BlockFacts {
  keyId: number
  hash: Buffer
  addressHash: Buffer
  addressSalt: Buffer | null
  sealedAt: Date
}

const blockColumns = sql`
  b.number, b.through_id AS "throughId", b.entries, b.first_at AS "firstAt", b.last_at AS "lastAt", b.key_id AS "keyId", b.hash,
  b.address_hash AS "addressHash", b.address_salt AS "addressSalt", b.sealed_at AS "sealedAt"`

export async function lastBlock(db: Db): Promise<BlockRow | undefined> {
  const found = await sql<BlockRow>`
    SELECT ${blockColumns} FROM security_log_blocks b ORDER BY b.number DESC LIMIT 1`.execute(db)
  return found.rows[0]
}

export async function blockNumbered(db: Db, number: number): Promise<BlockRow | undefined> {
  const found = await sql<BlockRow>`
    SELECT ${blockColumns} FROM security_log_blocks b WHERE b.number = ${number}`.execute(db)
  return found.rows[0]
}

export async function blocksAfter(db: Db, number: number, most: number): Promise<BlockRow[]> {
  const found = await sql<BlockRow>`
    SELECT ${blockColumns} FROM security_log_blocks b
     WHERE b.number > ${number} ORDER BY b.number LIMIT ${most}`.execute(db)
  return found.rows
}

export interface EntryRow extends SealedEntry {
  at: Date
}

/** Returns entries in the form that is hashed. Every version of PostgreSQL writes equal `jsonb` values as the same text. */
export async function entriesBetween(
  db: Db,
  { after, through, most }: { after: number; through: number; most: number },
): Promise<EntryRow[]> {
  const found = await sql<EntryRow>`
    SELECT l.id, l.at, l.address,
           jsonb_build_array(l.id, to_char(l.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), l.kind, l.is_activity,
                             l.actor_id, l.business_id, l.subject_id, l.details)::text AS text
      FROM security_log l WHERE l.id > ${after} AND l.id <= ${through} ORDER BY l.id LIMIT ${most}`.execute(
    db,
  )
  return found.rows
}

export async function insertBlock(tx: Tx, block: BlockRow): Promise<void> {
  const { number, throughId, entries, firstAt, lastAt, keyId, hash, addressHash, addressSalt, sealedAt } =
    block
  await sql`
    INSERT INTO security_log_blocks (number, through_id, entries, first_at, last_at, key_id, hash, address_hash, address_salt,
                                     sealed_at)
    VALUES (${number}, ${throughId}, ${entries}, ${firstAt}, ${lastAt}, ${keyId}, ${hash}, ${addressHash}, ${addressSalt},
            ${sealedAt})`.execute(tx)
}

/**
 * Deletes the salts of blocks with entries before this time. Their addresses are deleted as well, and without the salt nobody can
 * guess them from the hash.
 */
export async function forgetSalts(tx: Tx, before: Date): Promise<void> {
  await sql`
    UPDATE security_log_blocks SET address_salt = NULL WHERE address_salt IS NOT NULL AND first_at < ${before}`.execute(
    tx,
  )
}

export interface KeyRow {
  id: number
  keyEncrypted: Buffer
}

export async function keysAfter(db: Db, id: number): Promise<KeyRow[]> {
  const found = await sql<KeyRow>`
    SELECT k.id, k.key_encrypted AS "keyEncrypted" FROM security_log_keys k WHERE k.id > ${id} ORDER BY k.id LIMIT 100`.execute(
    db,
  )
  return found.rows
}

export async function keyNumbered(db: Db, id: number): Promise<KeyRow | undefined> {
  const found = await sql<KeyRow>`
    SELECT k.id, k.key_encrypted AS "keyEncrypted" FROM security_log_keys k WHERE k.id = ${id}`.execute(db)
  return found.rows[0]
}

export async function newestKey(db: Db): Promise<KeyRow | undefined> {
  const found = await sql<KeyRow>`
    SELECT k.id, k.key_encrypted AS "keyEncrypted" FROM security_log_keys k ORDER BY k.id DESC LIMIT 1`.execute(
    db,
  )
  return found.rows[0]
}

export async function insertKey(db: Db, keyEncrypted: Buffer, at: Date): Promise<number> {
  const inserted = await sql<{ id: number }>`
    INSERT INTO security_log_keys (key_encrypted, created_at) VALUES (${keyEncrypted}, ${at}) RETURNING id`.execute(
    db,
  )
  return onlyRow(inserted).id
}

export async function replaceKey(
  tx: Tx,
  id: number,
  { from, to }: { from: Buffer; to: Buffer },
): Promise<void> {
  await sql`
    UPDATE security_log_keys SET key_encrypted = ${to} WHERE id = ${id} AND key_encrypted = ${from}`.execute(
    tx,
  )
}

export interface SweepRow {
  throughBlock: number
  throughId: number
  hash: Buffer
  keyId: number
  signature: Buffer
}

export async function lastSweep(db: Db): Promise<SweepRow | undefined> {
  const found = await sql<SweepRow>`
    SELECT s.through_block AS "throughBlock", s.through_id AS "throughId", s.hash, s.key_id AS "keyId", s.signature
      FROM security_log_sweeps s ORDER BY s.through_block DESC LIMIT 1`.execute(db)
  return found.rows[0]
}

/**
 * Returns the newest block that can be swept: all entries up to it are from before `before`, and they are at most `most`. An entry
 * with a time in the future counts with the time at which its block was sealed.
 */
export async function lastBlockBefore(
  db: Db,
  { before, now, most }: { before: Date; now: Date; most: number },
): Promise<BlockRow | undefined> {
  const found = await sql<BlockRow>`
    WITH oldest AS (
      SELECT o.*, bool_and(CASE WHEN o.last_at > ${now} THEN o.sealed_at ELSE o.last_at END < ${before}) OVER (ORDER BY o.number) AS is_due,
             sum(o.entries) OVER (ORDER BY o.number) AS so_far
        FROM (SELECT * FROM security_log_blocks n ORDER BY n.number LIMIT ${most}) o)
    SELECT ${blockColumns} FROM oldest b WHERE b.is_due AND b.so_far <= ${most} ORDER BY b.number DESC LIMIT 1`.execute(
    db,
  )
  return found.rows[0]
}

/** Records a sweep and deletes its blocks. The database refuses to delete blocks without a recorded sweep. */
export async function insertSweep(tx: Tx, sweep: SweepRow, at: Date): Promise<void> {
  const { throughBlock, throughId, hash, keyId, signature } = sweep
  await sql`
    INSERT INTO security_log_sweeps (through_block, through_id, hash, key_id, signature, swept_at)
    VALUES (${throughBlock}, ${throughId}, ${hash}, ${keyId}, ${signature}, ${at})`.execute(tx)
  await sql`DELETE FROM security_log_blocks WHERE number <= ${throughBlock}`.execute(tx)
}

export async function hasEntriesThrough(db: Db, id: number): Promise<boolean> {
  const found = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM security_log l WHERE l.id <= ${id}) AS found`.execute(db)
  return onlyRow(found).found
}

export interface CheckRow extends CheckFacts {
  /** Null means that a release that signed nothing has written the row. */
  keyId: number | null
  signature: Buffer | null
}

const checkColumns = sql`
  c.id, c.started_at AS "startedAt", c.finished_at AS "finishedAt", c.through_block AS "throughBlock", c.entries,
  c.break_count AS "breakCount", c.breaks, c.key_id AS "keyId", c.signature`

export async function newestOpenCheck(db: Db): Promise<CheckRow | undefined> {
  const found = await sql<CheckRow>`
    SELECT ${checkColumns} FROM security_log_checks c WHERE c.finished_at IS NULL ORDER BY c.id DESC LIMIT 1`.execute(
    db,
  )
  return found.rows[0]
}

/** Begins a run of the check and deletes unfinished runs. */
export async function beginCheck(tx: Tx, at: Date): Promise<CheckRow> {
  await sql`DELETE FROM security_log_checks WHERE finished_at IS NULL`.execute(tx)
  const begun = await sql<CheckRow>`
    INSERT INTO security_log_checks AS c (started_at, through_block) VALUES (${at}, 0) RETURNING ${checkColumns}`.execute(
    tx,
  )
  return onlyRow(begun)
}

export async function saveCheck(
  tx: Tx,
  run: CheckFacts & { keyId: number; signature: Buffer },
): Promise<void> {
  const { id, throughBlock, entries, breakCount, breaks, finishedAt, keyId, signature } = run
  await sql`
    UPDATE security_log_checks
       SET through_block = ${throughBlock}, entries = ${entries}, break_count = ${breakCount},
           breaks = ${JSON.stringify(breaks)}::jsonb, finished_at = ${finishedAt}, key_id = ${keyId}, signature = ${signature}
     WHERE id = ${id}`.execute(tx)
}

/** Returns finished runs, newest first. */
export async function finishedChecks(db: Db, most: number): Promise<CheckRow[]> {
  const found = await sql<CheckRow>`
    SELECT ${checkColumns} FROM security_log_checks c
     WHERE c.finished_at IS NOT NULL ORDER BY c.id DESC LIMIT ${most}`.execute(db)
  return found.rows
}

export async function deleteChecks(db: Db, before: Date): Promise<void> {
  await sql`
    DELETE FROM security_log_checks
     WHERE finished_at < ${before} AND id < (SELECT max(c.id) FROM security_log_checks c)`.execute(db)
}

/** Returns the time of the oldest entry that is not sealed. Null means that all entries are sealed. */
export async function oldestUnsealed(db: Db, throughId: number): Promise<Date | null> {
  const found = await sql<{ at: Date }>`
    SELECT l.at FROM security_log l WHERE l.id > ${throughId} ORDER BY l.id LIMIT 1`.execute(db)
  return found.rows[0]?.at ?? null
}
