/** Uploads of lesson files that a browser sends to the storage in parts (docs/decisions/files.md). */
import {
  courseArchiveMaxBytes,
  packageMaxBytes,
  partedVideoMaxBytes,
  uploadMaxBytes,
} from '@apogee/contracts/limits.ts'
import {
  FileMissing,
  FileTooLarge,
  PartIncomplete,
  StorageFull,
  type BrowserUploads,
  type FileFacts,
  type FileStorage,
  type PartedUpload,
  type UploadPart,
} from '#server/adapters/storage/port.ts'
import type { Readable } from 'node:stream'
import type { Clock } from '#server/platform/clock.ts'
import { keptFree } from '#server/platform/resources/disk-space.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import type { Keys } from '#server/platform/secrets/keys.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse, Refusal } from '#server/policy/refusal.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import {
  cleanName,
  nameMayFit,
  partedMaxBytes,
  partsOfUpload,
  purposeRules,
  typeMayFit,
  type PartRange,
  type PartedPurpose,
} from '../media.rules.ts'
import * as store from '../media.store.ts'
import { Inspection, type InspectedType, type InspectionDependencies } from './inspect-upload.ts'

interface PartedUploadDependencies extends InspectionDependencies {
  database: Database
  storage: FileStorage
  keys: Keys
  clock: Clock
  accounts: Pick<Accounts, 'consumeAttempt' | 'returnAttempt' | 'announcedBytes'>
  withinLimits: <T>(userId: number, upload: () => Promise<T>) => Promise<T>
  refuseOverQuota: (caller: Caller, bytes: number, except: number) => Promise<void>
  register: (tx: Tx, file: Omit<store.NewMedia, 'publicId'>) => Promise<store.MediaRow>
}

/** The encrypted content of an upload's name. Only the person who began the upload can use the name. */
interface SealedUpload extends PartedUpload {
  /** Absent means `lesson`. */
  purpose?: PartedPurpose | undefined
  name: string
  size: number
  /** The time in milliseconds since 1970. */
  beganAt: number
  /** The id by which the upload counts among the person's unfinished uploads. */
  attempt: number
}

/** The encrypted content of a part's address. */
interface SealedPart extends PartedUpload, UploadPart {
  /** The end of the address's validity, in milliseconds since 1970. */
  until: number
}

interface Announced {
  name: string
  /** The size in bytes. */
  size: number
  contentType: string
  /** Absent means `lesson`. */
  purpose?: PartedPurpose | undefined
}

interface NextParts {
  storedBytes: number
  parts: { start: number; end: number; url: string }[]
}

/** The path where this process receives parts. */
export const partPath = '/media/parts'

const sealPurpose = 'parted upload'
const partPurpose = 'upload part'
const addressLifetimeMs = 15 * 60_000
/**
 * The lifetime of an upload. It is below a day, because the sweeps delete unfinished uploads and files without a row after a day.
 */
const lifetimeMs = 20 * 3_600_000
/** At half a megabit per second this number of parts arrives before their addresses expire. */
const partsAtOnce = 6

export class PartedUploads {
  readonly #deps: PartedUploadDependencies
  /**
   * The running completions by storage key. A malware scan may exceed a proxy's timeout, and the repeated call waits for the same
   * completion.
   */
  readonly #completions = new Map<string, Promise<store.MediaRow>>()

  constructor(deps: PartedUploadDependencies) {
    this.#deps = deps
  }

  /**
   * Begins an upload in parts. Null means that the storage accepts no parts from browsers, so the file must be uploaded whole.
   * Refuses by size, kind, quota, and the number of unfinished uploads.
   */
  async begin(
    caller: Caller,
    { name, size, contentType, purpose = 'lesson' }: Announced,
  ): Promise<{ upload: string } | null> {
    const { storage, accounts, clock, keys } = this.#deps
    const originalName = cleanName(name)
    if (size === 0) refuse('FILE_EMPTY')
    if (!nameMayFit(purpose, originalName) || !typeMayFit(purpose, contentType))
      refuse(purposeRules[purpose].unsupported)
    const most = storage.browserUploads ? partedMaxBytes(purpose, originalName, contentType) : uploadMaxBytes
    if (size > most) {
      const sentence = sentences.get(most)
      refuse('FILE_TOO_LARGE', sentence === undefined ? {} : { sentence })
    }
    if (!storage.browserUploads) return null
    // The upload is counted before its limits are checked, so that concurrent uploads count each other.
    const attempt = await accounts.consumeAttempt('media.unfinished', String(caller.userId), size)
    const begun = await this.#beginCounted(caller, storage.browserUploads, { size, attempt })
    const sealed: SealedUpload = {
      ...begun,
      attempt,
      size,
      purpose,
      name: originalName,
      beganAt: clock.now().getTime(),
    }
    return {
      upload: keys.seal(sealPurpose, JSON.stringify(sealed), String(caller.userId)).toString('base64url'),
    }
  }

  async #beginCounted(
    caller: Caller,
    uploads: BrowserUploads,
    { size, attempt }: { size: number; attempt: number },
  ): Promise<PartedUpload> {
    const { accounts, storage } = this.#deps
    try {
      await this.#deps.refuseOverQuota(caller, size, attempt)
      const space = await storage.space()
      const announced = await accounts.announcedBytes('media.unfinished')
      if (space && space.freeBytes - announced < keptFree(space)) refuse('STORAGE_FULL')
      return await uploads.begin()
    } catch (error) {
      await accounts.returnAttempt(attempt)
      if (error instanceof StorageFull) refuse('STORAGE_FULL')
      throw error
    }
  }

  /** Returns the next missing parts. Each part has an address that accepts exactly this part. */
  async next(caller: Caller, named: string): Promise<NextParts> {
    const { uploads, upload } = this.#opened(caller, named)
    const missing = await orEnded(this.#missing(uploads, upload))
    const parts = missing.slice(0, partsAtOnce).map(async ({ number, start, end }) => ({
      start,
      end,
      url:
        (await uploads.addressOf(upload, { number, bytes: end - start })) ??
        this.#ownAddress(upload, { number, bytes: end - start }),
    }))
    const missingBytes = missing.reduce((sum, { start, end }) => sum + end - start, 0)
    return { storedBytes: upload.size - missingBytes, parts: await Promise.all(parts) }
  }

  /**
   * Returns the missing parts. Returns none if an earlier call has joined the parts and the upload waits for its completion. Throws
   * FileMissing.
   */
  async #missing(uploads: BrowserUploads, upload: SealedUpload): Promise<PartRange[]> {
    try {
      return await missingParts(uploads, upload)
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error
      ;(await this.#deps.storage.open(upload.key, { start: 0, end: 0 })).destroy()
      return []
    }
  }

  /**
   * Returns an address at this process for one part of this upload. The address accepts only the part's length, like an address
   * that a storage has signed.
   */
  #ownAddress({ key, id }: PartedUpload, { number, bytes }: UploadPart): string {
    const until = this.#deps.clock.now().getTime() + addressLifetimeMs
    const sealed: SealedPart = { key, id, number, bytes, until }
    const part = this.#deps.keys.seal(partPurpose, JSON.stringify(sealed), partPurpose).toString('base64url')
    return `${partPath}?part=${part}`
  }

  /** Refuses UPLOAD_NOT_FOUND for a forged or expired address, and for an upload that has ended. */
  async receivePart(named: string, source: Readable): Promise<void> {
    const { keys, clock, storage } = this.#deps
    let part: SealedPart
    try {
      part = JSON.parse(keys.open(partPurpose, Buffer.from(named, 'base64url'), partPurpose)) as SealedPart
    } catch {
      refuse('UPLOAD_NOT_FOUND')
    }
    const uploads = storage.browserUploads
    if (part.until < clock.now().getTime() || !uploads?.receive) refuse('UPLOAD_NOT_FOUND')
    try {
      await orEnded(uploads.receive({ key: part.key, id: part.id }, part, source))
    } catch (error) {
      if (error instanceof PartIncomplete) refuse('UPLOAD_INCOMPLETE')
      if (error instanceof StorageFull) refuse('STORAGE_FULL')
      throw error
    }
  }

  /**
   * Joins the parts, inspects the file like any other upload, and inserts its row. Idempotent and safe to run concurrently. A
   * refused file is removed. After another failure, such as an unreachable malware scanner, the call can be repeated.
   */
  async complete(caller: Caller, named: string): Promise<store.MediaRow> {
    const { uploads, upload } = this.#opened(caller, named)
    const known = await store.mediaByStorageKey(this.#deps.database.kysely, upload.key)
    if (known) return known
    const running = this.#completions.get(upload.key)
    if (running) return running
    const completion = this.#complete(caller, uploads, upload).finally(() =>
      this.#completions.delete(upload.key),
    )
    this.#completions.set(upload.key, completion)
    return completion
  }

  #complete(caller: Caller, uploads: BrowserUploads, upload: SealedUpload): Promise<store.MediaRow> {
    return this.#deps.withinLimits(caller.userId, async () => {
      await this.#deps.refuseOverQuota(caller, upload.size, upload.attempt)
      await join(uploads, upload)
      const file = await orEnded(this.#inspect(caller, uploads, upload))
      const row = await this.#deps.database.transaction(async (tx) => {
        await store.lockStorageKey(tx, upload.key)
        return (
          (await store.mediaByStorageKey(tx, upload.key)) ??
          this.#deps.register(tx, {
            ownerId: caller.userId,
            businessId: caller.businessId,
            purpose: purposeOf(upload),
            contentType: file.contentType,
            sizeBytes: file.bytes,
            sha256: file.sha256,
            storageKey: upload.key,
            originalName: upload.name,
          })
        )
      })
      await this.#deps.accounts.returnAttempt(upload.attempt)
      return row
    })
  }

  async abandon(caller: Caller, named: string): Promise<void> {
    const { uploads, upload } = this.#opened(caller, named)
    await uploads.abandon(upload)
    await this.#deps.accounts.returnAttempt(upload.attempt)
  }

  /** Refuses UPLOAD_NOT_FOUND for another person's upload, an expired one, and a forged name. */
  #opened(caller: Caller, named: string): { uploads: BrowserUploads; upload: SealedUpload } {
    const { storage, clock } = this.#deps
    const upload = this.#unsealed(caller, named)
    const isOld = upload === null || clock.now().getTime() - upload.beganAt > lifetimeMs
    if (isOld || !storage.browserUploads) refuse('UPLOAD_NOT_FOUND')
    return { uploads: storage.browserUploads, upload }
  }

  #unsealed({ userId }: Caller, named: string): SealedUpload | null {
    try {
      const opened = this.#deps.keys.open(sealPurpose, Buffer.from(named, 'base64url'), String(userId))
      return JSON.parse(opened) as SealedUpload
    } catch {
      return null
    }
  }

  /** Throws FileMissing. Removes the file if it refuses the file. */
  async #inspect(
    caller: Caller,
    uploads: BrowserUploads,
    upload: SealedUpload,
  ): Promise<FileFacts & { contentType: InspectedType }> {
    const purpose = purposeOf(upload)
    const inspection = new Inspection(this.#deps, { purpose, originalName: upload.name, by: caller })
    try {
      const file = await uploads.inspect(upload.key, {
        maxBytes: upload.size,
        inspect: async (path) => {
          await inspection.run(path)
          // The content may differ from the announced type, which allowed the size of a video.
          const isVideo = inspection.contentType.startsWith('video/')
          if (upload.size > uploadMaxBytes && !isVideo && purpose === 'lesson') refuse('FILE_TOO_LARGE')
        },
      })
      if (file.bytes !== upload.size) refuse('FILE_UNREADABLE')
      return { ...file, contentType: inspection.contentType }
    } catch (error) {
      if (error instanceof StorageFull) refuse('STORAGE_FULL')
      if (error instanceof Refusal || error instanceof FileTooLarge) {
        await this.#deps.storage.remove(upload.key)
        await this.#deps.accounts.returnAttempt(upload.attempt)
      }
      if (error instanceof FileTooLarge) refuse('FILE_TOO_LARGE')
      throw error
    }
  }
}

const sentences: ReadonlyMap<number, string> = new Map([
  [partedVideoMaxBytes, 'A video holds at most 2 GB'],
  [courseArchiveMaxBytes, 'A course to import holds at most 8 GB'],
  [packageMaxBytes, 'A package holds at most 500 MB'],
])

const purposeOf = ({ purpose = 'lesson' }: SealedUpload): PartedPurpose => purpose

async function missingParts(uploads: BrowserUploads, upload: SealedUpload) {
  const stored = new Map((await uploads.parts(upload)).map(({ number, bytes }) => [number, bytes]))
  return partsOfUpload(upload.size).filter(({ number, start, end }) => stored.get(number) !== end - start)
}

/**
 * Joins the parts. Refuses UPLOAD_INCOMPLETE if parts are missing. An unknown upload is accepted, because an earlier call may have
 * joined it.
 */
async function join(uploads: BrowserUploads, upload: SealedUpload): Promise<void> {
  try {
    if ((await missingParts(uploads, upload)).length > 0) refuse('UPLOAD_INCOMPLETE')
    await uploads.join(upload)
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error
  }
}

async function orEnded<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof FileMissing) refuse('UPLOAD_NOT_FOUND')
    throw error
  }
}
