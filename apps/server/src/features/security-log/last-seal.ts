/**
 * Stores the newest block of the security log in the file storage. A database without this block is an older copy, or has lost its
 * newest entries. This is called a fall.
 */
import type { SecurityLogFall } from '@apogee/contracts/security-log/security-log.ts'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { FileStorage } from '#server/adapters/storage/port.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { SecurityLogChain } from './chain.ts'
import { newestFall } from './security-log.store.ts'
import type { SecurityLog } from './security-log.service.ts'

interface LastSealDependencies {
  database: Database
  clock: Clock
  log: Logger
  storage: Pick<FileStorage, 'readNote' | 'writeNote'>
  securityLog: SecurityLog
  securityLogChain: SecurityLogChain
}

const headNote = z.object({ block: z.int(), hash: z.string(), sealedAt: z.string() })
type Head = z.infer<typeof headNote>

/** Superadmins see a fall for 30 days. Its entry in the log stays. */
const shownMs = 30 * 24 * 3_600_000

export class LastSeal {
  readonly #deps: LastSealDependencies
  /** Caches the newest block that this process has stored, so that an unchanged log is not written again. */
  #seen: Head | null = null

  constructor(deps: LastSealDependencies) {
    this.#deps = deps
  }

  /** Runs as a job after sealing. Records a fall if the database lacks the stored block, then stores the newest block. */
  async keep(): Promise<void> {
    const kept = await this.missing()
    if (kept) await this.#recordFall(kept)
    const { head } = await this.#deps.securityLogChain.state()
    // After a fall, a log may have no block at all. Block 0 is stored then, so that the fall is not reported again.
    const newest = head ?? (kept ? { block: 0, hash: '', sealedAt: kept.sealedAt } : null)
    if (newest === null || newest.hash === this.#seen?.hash) return
    await this.#deps.storage.writeNote('security-log-head', JSON.stringify(newest))
    this.#seen = newest
  }

  /**
   * Returns the stored block if the database lacks it. The file is read each time, because another process may have stored a newer
   * block than this process has seen.
   */
  async missing(): Promise<Head | null> {
    const kept = await this.#read()
    if (kept === null || kept.block === 0) return null
    return (await this.#deps.securityLogChain.hasBlock(kept.block, kept.hash)) === 'no' ? kept : null
  }

  async #read(): Promise<Head | null> {
    const text = await this.#deps.storage.readNote('security-log-head')
    if (text === null) return null
    const parsed = headNote.safeParse(parseJson(text))
    if (!parsed.success) this.#deps.log.error('the stored last block of the security log cannot be read')
    return parsed.success ? parsed.data : null
  }

  async #recordFall(kept: Head): Promise<void> {
    const { head } = await this.#deps.securityLogChain.state()
    const details = { block: head?.block ?? 0, kept: kept.block, keptAt: kept.sealedAt }
    // An earlier run may have recorded this fall and then failed to store the newest block, so the fall is not recorded again.
    const last = await this.newestFall()
    if (last?.kept === details.kept && last.keptAt === details.keptAt) return
    this.#deps.log.error(details, 'security log lacks a block that it had, or has another one in its place')
    await this.#deps.database.transaction((tx) =>
      this.#deps.securityLog.recordSecurityEvent(tx, {
        kind: 'securityLog.fellBack',
        actor: null,
        details,
      }),
    )
  }

  /** Returns the newest fall of the last 30 days. */
  async newestFall(): Promise<SecurityLogFall | null> {
    const since = new Date(this.#deps.clock.now().getTime() - shownMs)
    return newestFall(this.#deps.database.kysely, since)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
