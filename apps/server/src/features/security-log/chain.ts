/** Seals the security log in blocks, checks it, and deletes old blocks: docs/decisions/security-log.md. */
import { highest, lowest } from '@apogee/domain/money/extremes.ts'
import { createSecretKey, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { SecurityLogBreak, SecurityLogState } from '@apogee/contracts/security-log/security-log.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Logger } from 'pino'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import type { Keys } from '#server/platform/secrets/keys.ts'
import { resealStored, type ResealSecrets } from '#server/platform/secrets/reseal.ts'
import { keepMsOf } from '#server/policy/personal-data/retention.ts'
import * as rules from './chain.rules.ts'
import * as store from './chain.store.ts'
import { deleteThrough } from './security-log.store.ts'
import { mostBreaks, mostInBlock } from './security-log.rules.ts'

interface ChainDependencies {
  database: Database
  clock: Clock
  keys: Keys
  log: Logger
}

export const checkTask = 'security-log.check'

const purpose = 'security log'
const keyContext = 'chain'
/** A job checks the log for this time, then enqueues the next job. */
const sliceMs = 60_000
const blocksAtOnce = 500
/**
 * The limit on entries in one part of the check. It exceeds the entries that the blocks should have, so that added entries are
 * found.
 */
const entriesAtOnce = 4 * mostInBlock
/** The clocks of processes differ. So addresses are not checked from a day before they are deleted. */
const clockMarginMs = 24 * 3_600_000
const checksKeptMs = 400 * 24 * 3_600_000
/**
 * The longest time of a run. Older progress is not continued, because a restored database may contain signed progress of an old
 * run.
 */
const longestRunMs = 24 * 3_600_000
/**
 * The number of newest finished runs among which a signed one is searched. A release without signatures may have written some of
 * them.
 */
const mostUnsigned = 20
const pauseMs = 50
const longestWaitMs = 2_000

/** A place in the chain: after a block, after a sweep, or before the first block. */
interface Position {
  number: number
  throughId: number
  hash: Buffer
}

export class SecurityLogChain {
  readonly #deps: ChainDependencies
  /** The decrypted keys by id, which never change. Null means that none of the accepted secrets decrypts the key. */
  readonly #opened = new Map<number, KeyObject | null>()

  constructor(deps: ChainDependencies) {
    this.#deps = deps
  }

  /** Seals all entries before which no further entry can appear. Writers of entries do not wait for sealing. */
  async seal(signal?: AbortSignal): Promise<void> {
    const through = await this.#settledId(signal)
    if (through === null) return
    while (!signal?.aborted) {
      const isFull = await this.#deps.database.transaction((tx) => this.#sealBlock(tx, through))
      if (!isFull) return
    }
  }

  /**
   * Returns an id up to which no further entry can be committed. Ids are assigned before entries are committed, so the function
   * waits until all transactions have ended that had written to the log when the id was read. Null means that one of these
   * transactions takes long, so that the next run tries again.
   */
  async #settledId(signal?: AbortSignal): Promise<number | null> {
    const { kysely } = this.#deps.database
    const through = await store.highestId(kysely)
    let waiting = await store.writersNow(kysely)
    for (let waited = 0; waiting.length > 0; waited += pauseMs) {
      if (waited >= longestWaitMs || signal?.aborted) return null
      await pause(pauseMs)
      const now = new Set(await store.writersNow(kysely))
      waiting = waiting.filter((writer) => now.has(writer))
    }
    return through
  }

  /** Seals the next block. Returns whether more blocks may follow. */
  async #sealBlock(tx: Tx, through: number): Promise<boolean> {
    await store.lockChain(tx)
    const before = await this.#end(tx)
    const entries = await store.entriesBetween(tx, { after: before.throughId, through, most: mostInBlock })
    const last = entries.at(-1)
    if (!last) return false
    const { id: keyId, key } = await this.#currentKey(tx)
    const times = entries.map(({ at }) => at.getTime())
    const facts: rules.BlockFacts = {
      number: before.number + 1,
      throughId: last.id,
      entries: entries.length,
      firstAt: new Date(lowest(times)),
      lastAt: new Date(highest(times)),
    }
    const addressSalt = randomBytes(32)
    const addressHash = rules.hashOfAddresses(key, addressSalt, entries)
    const hash = rules.hashOfBlock(key, before.hash, entries, facts, addressHash)
    const sealedAt = this.#deps.clock.now()
    await store.insertBlock(tx, { ...facts, keyId, hash, addressHash, addressSalt, sealedAt })
    return entries.length === mostInBlock
  }

  async #end(tx: Tx): Promise<Position> {
    return (await store.lastBlock(tx)) ?? (await this.#begin(tx))
  }

  /** Returns the place in the chain before the oldest block. */
  async #begin(tx: Tx): Promise<Position> {
    const sweep = await store.lastSweep(tx)
    return sweep
      ? { number: sweep.throughBlock, throughId: sweep.throughId, hash: sweep.hash }
      : { number: 0, throughId: 0, hash: rules.noHash }
  }

  /** Returns the newest key. If it cannot be decrypted, a new key is created. */
  async #currentKey(tx: Tx): Promise<{ id: number; key: KeyObject }> {
    const newest = await store.newestKey(tx)
    const key = newest && this.#open(newest)
    return newest && key ? { id: newest.id, key } : this.#addKey(tx)
  }

  async #addKey(tx: Tx): Promise<{ id: number; key: KeyObject }> {
    const bytes = randomBytes(32)
    const sealed = this.#deps.keys.seal(purpose, bytes.toString('base64'), keyContext)
    return { id: await store.insertKey(tx, sealed, this.#deps.clock.now()), key: createSecretKey(bytes) }
  }

  #open({ id, keyEncrypted }: store.KeyRow): KeyObject | null {
    const known = this.#opened.get(id)
    if (known !== undefined) return known
    let key: KeyObject | null = null
    try {
      const text = this.#deps.keys.open(purpose, keyEncrypted, keyContext)
      key = createSecretKey(Buffer.from(text, 'base64'))
    } catch (error) {
      this.#deps.log.error({ err: error, keyId: id }, 'a key of the security log cannot be opened')
    }
    this.#opened.set(id, key)
    return key
  }

  /**
   * Re-encrypts each key under the current secret, because the blocks that it sealed must stay checkable. New blocks use a new key,
   * because a person who knows the former secret may know the former key.
   */
  resealSecrets(): ResealSecrets {
    const { database, keys, log } = this.#deps
    return resealStored(
      {
        name: purpose,
        rowsAfter: (id): Promise<store.KeyRow[]> => store.keysAfter(database.kysely, id),
        reseal: async ({ id, keyEncrypted }) => {
          const to = keys.reseal(purpose, keyEncrypted, keyContext)
          if (!to) return false
          await database.transaction(async (tx) => {
            await store.lockChain(tx)
            await store.replaceKey(tx, id, { from: keyEncrypted, to })
            if ((await store.newestKey(tx))?.id === id) await this.#addKey(tx)
          })
          return true
        },
      },
      log,
    )
  }

  /** Checks the log in slices, from its oldest block on, as a job. An interrupted run is continued. */
  async checkSlice(signal?: AbortSignal): Promise<void> {
    const ends = Date.now() + sliceMs
    let isDone = false
    while (!isDone && !signal?.aborted && Date.now() < ends) isDone = await this.checkPart()
    if (!isDone)
      await this.#deps.database.transaction((tx) => enqueue(tx, checkTask, {}, { jobKey: checkTask }))
    else await store.deleteChecks(this.#deps.database.kysely, this.#before(checksKeptMs))
  }

  readonly #before = (ms: number) => new Date(this.#deps.clock.now().getTime() - ms)

  /** Checks some blocks of the current run. Returns whether the run has ended. */
  async checkPart(): Promise<boolean> {
    return this.#deps.database.transaction(async (tx) => {
      await store.lockChain(tx)
      const run = await this.#openCheck(tx)
      const part = await new CheckedPart(
        tx,
        (row) => this.#open(row),
        this.#before(keepMsOf('security-log.addresses') - clockMarginMs),
      ).check(run.throughBlock)
      const isDone = part.throughBlock === null
      const breaks = [...run.breaks, ...part.breaks].slice(0, mostBreaks)
      const breakCount = run.breakCount + part.breaks.length
      await this.#saveCheck(tx, {
        id: run.id,
        startedAt: run.startedAt,
        breaks,
        breakCount,
        entries: run.entries + part.entries,
        throughBlock: part.throughBlock ?? run.throughBlock,
        finishedAt: isDone ? this.#deps.clock.now() : null,
      })
      for (const found of part.breaks) this.#deps.log.error(found, 'security log is not as it was sealed')
      if (isDone) await this.#reportHead(tx, breakCount)
      return isDone
    })
  }

  /**
   * Returns the unfinished run, or a new one. A run that this application did not sign, or that began too long ago, is not
   * continued.
   */
  async #openCheck(tx: Tx): Promise<store.CheckRow> {
    const open = await store.newestOpenCheck(tx)
    const isRecent = open && open.startedAt > this.#before(longestRunMs)
    return isRecent && (await this.#isSigned(tx, open)) ? open : store.beginCheck(tx, this.#deps.clock.now())
  }

  async #saveCheck(tx: Tx, run: rules.CheckFacts): Promise<void> {
    const { id: keyId, key } = await this.#currentKey(tx)
    await store.saveCheck(tx, { ...run, keyId, signature: rules.signatureOfCheck(key, run) })
  }

  async #isSigned(db: Db, { keyId, signature, ...run }: store.CheckRow): Promise<boolean> {
    if (keyId === null || signature === null) return false
    const row = await store.keyNumbered(db, keyId)
    const key = row ? this.#open(row) : null
    const isSigned = key !== null && timingSafeEqual(rules.signatureOfCheck(key, run), signature)
    if (!isSigned) this.#deps.log.error({ check: run.id }, 'a stored check of the security log was changed')
    return isSigned
  }

  /** Returns the newest finished run that this application signed. */
  async #newestCheck(db: Db): Promise<store.CheckRow | null> {
    for (const run of await store.finishedChecks(db, mostUnsigned)) {
      if (await this.#isSigned(db, run)) return run
    }
    return null
  }

  /** Checks the whole log from its oldest block on, and neither reads nor writes the stored runs. */
  async checkWhole(): Promise<{ entries: number; breakCount: number; breaks: SecurityLogBreak[] }> {
    const breaks: SecurityLogBreak[] = []
    let entries = 0
    for (let after: number | null = 0; after !== null;) {
      const from: number = after
      const part = await this.#deps.database.transaction(async (tx) => {
        await store.lockChain(tx)
        const saltsSince = this.#before(keepMsOf('security-log.addresses') - clockMarginMs)
        return new CheckedPart(tx, (row) => this.#open(row), saltsSince).check(from)
      })
      entries += part.entries
      for (const one of part.breaks) breaks.push(one)
      after = part.throughBlock
    }
    return { entries, breakCount: breaks.length, breaks: breaks.slice(0, mostBreaks) }
  }

  /** Logs the newest block. The log lines are outside of the database, so they show that a restored older copy lacks the block. */
  async #reportHead(tx: Tx, breakCount: number): Promise<void> {
    const head = await store.lastBlock(tx)
    if (head)
      this.#deps.log.info(
        { breaks: breakCount, head: `${head.number}:${head.hash.toString('hex')}` },
        'security log checked',
      )
  }

  /**
   * Returns whether the chain still has a known block, such as the one in a log line. Of swept blocks, only the hash of the last
   * one is stored.
   */
  async hasBlock(number: number, hash: string): Promise<'yes' | 'no' | 'swept'> {
    const { kysely } = this.#deps.database
    const sweep = await store.lastSweep(kysely)
    if (sweep && sweep.throughBlock > number) return 'swept'
    const block = sweep?.throughBlock === number ? sweep : await store.blockNumbered(kysely, number)
    return block?.hash.toString('hex') === hash.toLowerCase() ? 'yes' : 'no'
  }

  async state(): Promise<Omit<SecurityLogState, 'fall'>> {
    const { kysely } = this.#deps.database
    const [check, head] = await Promise.all([this.#newestCheck(kysely), store.lastBlock(kysely)])
    return {
      check: check && presentCheck(check),
      head: head
        ? {
            block: head.number,
            hash: head.hash.toString('hex'),
            sealedAt: head.sealedAt.toISOString(),
          }
        : null,
    }
  }

  /**
   * Returns figures for metrics. `checkedSeconds` is -1 before the first check. `unsealedSeconds` is 0 if all entries are sealed.
   */
  async figures() {
    const { kysely } = this.#deps.database
    const { check, head } = await this.state()
    const last = await store.lastBlock(kysely)
    const unsealed = await store.oldestUnsealed(kysely, last?.throughId ?? 0)
    const secondsSince = (at: Date) => Math.max(0, (this.#deps.clock.now().getTime() - at.getTime()) / 1000)
    return {
      breaks: check?.breakCount ?? 0,
      checkedSeconds: check ? secondsSince(new Date(check.finishedAt)) : -1,
      unsealedSeconds: unsealed ? secondsSince(unsealed) : 0,
      headBlock: head?.block ?? 0,
    }
  }

  /** Deletes whole blocks whose entries are all from before this time, oldest first, in batches. */
  async deleteBefore(before: Date): Promise<void> {
    while (await this.#deps.database.transaction((tx) => this.#sweepOnce(tx, before)));
  }

  async #sweepOnce(tx: Tx, before: Date): Promise<boolean> {
    await store.lockChain(tx)
    const now = this.#deps.clock.now()
    const block = await store.lastBlockBefore(tx, { before, now, most: 10 * mostInBlock })
    if (!block) return false
    const { id: keyId, key } = await this.#currentKey(tx)
    const swept = { throughBlock: block.number, throughId: block.throughId, hash: block.hash }
    const signature = rules.signatureOfSweep(key, swept)
    await store.insertSweep(tx, { ...swept, keyId, signature }, now)
    await deleteThrough(tx, block.throughId)
    return true
  }
}

const presentCheck = ({ finishedAt, entries, breakCount, breaks }: rules.CheckFacts) => ({
  entries,
  breakCount,
  finishedAt: (finishedAt ?? new Date(0)).toISOString(),
  breaks: [...breaks],
})

/** Compares some blocks and their entries with the hashes. */
class CheckedPart {
  readonly #tx: Tx
  readonly #open: (key: store.KeyRow) => KeyObject | null
  /** Blocks whose entries are all later than this time must still have their addresses and their salt. */
  readonly #saltsSince: Date
  readonly #keys = new Map<number, KeyObject | null>()
  readonly #breaks: SecurityLogBreak[] = []

  constructor(tx: Tx, open: (key: store.KeyRow) => KeyObject | null, saltsSince: Date) {
    this.#tx = tx
    this.#open = open
    this.#saltsSince = saltsSince
  }

  /** Checks the blocks after `afterBlock`. A null `throughBlock` in the result means that no further block exists. */
  async check(afterBlock: number) {
    let position = await this.#start(afterBlock)
    const blocks = await this.#someBlocks(position.number)
    const entries = await this.#entriesOf(position, blocks)
    let checked = 0
    let next = 0
    for (const block of blocks) {
      const own: store.EntryRow[] = []
      for (let entry = entries[next]; entry && entry.id <= block.throughId; entry = entries[next]) {
        own.push(entry)
        next += 1
      }
      await this.#compare(position, block, own)
      checked += own.length
      position = block
    }
    const throughBlock = blocks.length === 0 ? null : position.number
    return { throughBlock, entries: checked, breaks: this.#breaks }
  }

  /** Returns the place in the chain after which the check continues. Blocks that were swept meanwhile do not count as missing. */
  async #start(afterBlock: number): Promise<Position> {
    const sweep = await store.lastSweep(this.#tx)
    const swept = sweep?.throughBlock ?? 0
    if (afterBlock > swept) {
      const block = await store.blockNumbered(this.#tx, afterBlock)
      // If the block does not exist, it was deleted after it had been checked.
      if (block) return block
    }
    if (!sweep) {
      // Ids begin at 1, so an entry with a lower id was added.
      if (afterBlock === 0 && (await store.hasEntriesThrough(this.#tx, 0)))
        this.#breaks.push({ block: 0, fromId: 0, throughId: 0, problem: 'added' })
      return { number: 0, throughId: 0, hash: rules.noHash }
    }
    const key = await this.#keyOf(sweep.keyId)
    const isSigned = key !== null && timingSafeEqual(rules.signatureOfSweep(key, sweep), sweep.signature)
    const { throughBlock: number, throughId, hash } = sweep
    if (!isSigned || (await store.hasEntriesThrough(this.#tx, throughId)))
      this.#breaks.push({ block: number, fromId: 0, throughId, problem: isSigned ? 'added' : 'sweep' })
    return { number, throughId, hash }
  }

  /** Returns as many of the next blocks as fit in memory together with their entries. */
  async #someBlocks(after: number): Promise<store.BlockRow[]> {
    const blocks = await store.blocksAfter(this.#tx, after, blocksAtOnce)
    let entries = 0
    return blocks.filter((block) => (entries += block.entries) <= entriesAtOnce)
  }

  async #entriesOf({ throughId: after }: Position, blocks: readonly store.BlockRow[]) {
    const through = blocks.at(-1)?.throughId
    if (through === undefined) return []
    return store.entriesBetween(this.#tx, { after, through, most: entriesAtOnce + mostInBlock })
  }

  async #compare(before: Position, block: store.BlockRow, entries: readonly store.EntryRow[]): Promise<void> {
    const problem = await this.#problemOf(before, block, entries)
    if (problem === null) return
    const { number, throughId } = block
    this.#breaks.push({ block: number, fromId: before.throughId + 1, throughId, problem })
  }

  async #problemOf(before: Position, block: store.BlockRow, entries: readonly store.EntryRow[]) {
    if (block.number !== before.number + 1) return 'block'
    if (entries.length < block.entries) return 'missing'
    if (entries.length > block.entries) return 'added'
    const key = await this.#keyOf(block.keyId)
    if (!key) return 'key'
    if (!rules.hashOfBlock(key, before.hash, entries, block, block.addressHash).equals(block.hash))
      return 'changed'
    if (block.firstAt <= this.#saltsSince) return null
    if (block.addressSalt === null) return 'addresses'
    return rules.hashOfAddresses(key, block.addressSalt, entries).equals(block.addressHash)
      ? null
      : 'addresses'
  }

  async #keyOf(id: number): Promise<KeyObject | null> {
    const known = this.#keys.get(id)
    if (known !== undefined) return known
    const row = await store.keyNumbered(this.#tx, id)
    const key = row ? this.#open(row) : null
    this.#keys.set(id, key)
    return key
  }
}
