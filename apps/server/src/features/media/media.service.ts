import { quizFileMaxBytes, readQuizFile, type QuizFile } from '@apogee/contracts/assessments/quiz-file.ts'
import type { Role, UploadPurpose } from '@apogee/contracts/limits.ts'
import type { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import type { Pictures } from '#server/adapters/pictures/port.ts'
import {
  FileMissing,
  type ByteRange,
  type FileStorage,
  type SentHeaders,
} from '#server/adapters/storage/port.ts'
import type { VideoTools } from '#server/adapters/video/port.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Log, Tx } from '#server/platform/database/database.ts'
import { isDatabaseLost } from '#server/platform/database/connections/lost-connections.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import type { Keys } from '#server/platform/secrets/keys.ts'
import { newPublicId } from '#server/platform/secrets/tokens.ts'
import { authoriseByRole } from '#server/policy/authorise.ts'
import type { Caller, MaybeCaller } from '#server/policy/caller.ts'
import { mediaAccess, mediaAccessOfMany, type MediaAccess } from '#server/policy/files/media-access.ts'
import { refuse } from '#server/policy/refusal.ts'
import { PictureCopies } from './media.copies.ts'
import { createUploadLimits, type UploadLimitDependencies } from './media.limits.ts'
import { PartedUploads } from './uploads/parted-uploads.ts'
import { isUnscanned, type InspectionDependencies } from './uploads/inspect-upload.ts'
import { storeUpload } from './uploads/store-upload.ts'
import { VideoStreams } from './streams/streams.ts'
import {
  captionsName,
  cleanName,
  expiryAt,
  isPersonalPurpose,
  isPublicId,
  isPublicPurpose,
  mayComeInParts,
  nameMayFit,
  partedMaxBytes,
  publicIdOf,
  purposeRules,
  quotaBytes,
  signaturePurpose,
  signedText,
} from './media.rules.ts'
import * as store from './media.store.ts'
import type { OpenableMedia, SignedQuery } from './openable-media.ts'
import { Transcripts } from './captions/transcripts.ts'

export { dispositionFor, rangeOf, titleFromName } from './media.rules.ts'
export { typeOfOwnFile } from './uploads/inspect-upload.ts'
export type { MediaRow } from './media.store.ts'

export interface MediaDependencies extends UploadLimitDependencies, InspectionDependencies {
  database: Database
  storage: FileStorage
  pictures: Pictures
  /** Null means that ffmpeg is not available. */
  videos: VideoTools | null
  keys: Keys
  clock: Clock
  log: Log
  /** The product's own origins, at which a client's URLs may name uploads. A null `publicUrl` means that none is configured. */
  publicUrl: string | null
  ownOrigin: () => string
}

export interface Upload {
  purpose: UploadPurpose
  /** The client's file name. Only its extension is used, and only when the extension matches the content. */
  name: string | undefined
  content: Readable
}

export const probeTask = 'media.probe'

/** The import is lazy, because most processes run none of these jobs. */
const mediaJobs = () => import('./media.jobs.ts')

const mostSignedUrls = 5_000
/** The width in pixels of pictures on printed documents. A signature of at most 60 mm has 270 pixels per inch. */
const paperPictureWidth = 640

export class Media {
  readonly #deps: MediaDependencies
  readonly #withinLimits
  /** Caches signed URLs by person and file until their expiry changes. */
  readonly #signed = { expiry: 0, urls: new Map<string, string>() }
  readonly pictureCopies
  readonly partedUploads
  readonly transcripts
  readonly streams
  readonly refuseAsUpload
  readonly fileById = store.mediaById
  readonly filesById = store.mediaByIds
  readonly ownFiles = store.mediaOfOwner
  readonly setCaptions = store.replaceCaptions
  /** Copies the captions of a file to the file that replaces it. */
  readonly copyCaptions = store.copyCaptions
  readonly captionsOf = store.captionsOf

  constructor(deps: MediaDependencies) {
    this.#deps = deps
    this.#withinLimits = createUploadLimits(deps)
    this.pictureCopies = new PictureCopies(deps)
    this.transcripts = new Transcripts(deps.storage)
    this.streams = new VideoStreams({
      ...deps,
      signerOf: (publicId, query) => this.#signerOf(publicId, query),
      openable: (publicId, query) => this.openable(publicId, query),
    })
    this.partedUploads = new PartedUploads({
      ...deps,
      withinLimits: this.#withinLimits,
      refuseOverQuota: (caller, bytes, except) => this.#refuseOverQuota(caller, bytes, except),
      register: (tx, file) => this.register(tx, file),
    })
    this.refuseAsUpload = refuseAsUpload
  }

  /**
   * Refuses purposes that the person's role may not upload. Students only have avatars, pictures in discussions and files of
   * answers.
   */
  authoriseUpload(caller: Caller, purpose: UploadPurpose): void {
    if (purpose === 'seller-document') return authoriseByRole(caller, 'chip.connect')
    authoriseByRole(caller, isPersonalPurpose(purpose) ? 'file.uploadAvatar' : 'file.uploadForCourse')
  }

  /**
   * Stores one uploaded file: first the file, then its row with the job that measures its length. Refuses by role, quota, size and
   * kind; a refusal leaves nothing behind.
   */
  async upload(caller: Caller, { purpose, name, content }: Upload): Promise<store.MediaRow> {
    this.authoriseUpload(caller, purpose)
    const originalName = cleanName(name)
    if (!nameMayFit(purpose, originalName)) refuse(purposeRules[purpose].unsupported)
    await this.#refuseOverQuota(caller)
    if (purpose === 'discussion')
      await this.#deps.accounts.consumeAttempt('discussion.picture', String(caller.userId))
    if (purpose === 'seller-document')
      await this.#deps.accounts.consumeAttempt('seller-document.file', String(caller.userId))
    if (purpose === 'hand-in') await this.#deps.accounts.consumeAttempt('hand-in.file', String(caller.userId))
    const kept = await this.#withinLimits(caller.userId, () =>
      storeUpload(this.#deps, { purpose, originalName, content, by: caller }),
    )
    try {
      return await this.#deps.database.transaction((tx) =>
        this.register(tx, {
          ownerId: caller.userId,
          businessId: caller.businessId,
          purpose,
          contentType: kept.contentType,
          sizeBytes: kept.bytes,
          sha256: kept.sha256,
          storageKey: kept.key,
          originalName: purpose === 'captions' ? captionsName(originalName) : originalName,
          ...kept.size,
        }),
      )
    } catch (error) {
      // The row may have been committed and then owns the file. Otherwise the sweep deletes the file.
      if (!isDatabaseLost(error)) await this.#deps.storage.remove(kept.key)
      throw error
    }
  }

  /**
   * Stores a file from an archive as an upload of the person who imports it. Refuses by quota, size and kind like `upload`, and
   * leaves nothing behind then. A picture with the bytes of an already stored picture is kept unchanged; any other picture is
   * re-encoded.
   */
  async storeImportedFile(
    author: Pick<Caller, 'userId' | 'role' | 'businessId'>,
    file: Upload & { purpose: UploadPurpose; name: string; sizeBytes: number; sha256: Buffer | null },
  ): Promise<store.MediaRow> {
    const { purpose, name, content, sizeBytes, sha256 } = file
    const { database, storage } = this.#deps
    await this.#refuseOverQuota(author, sizeBytes)
    const originalName = purpose === 'captions' ? captionsName(cleanName(name)) : cleanName(name)
    const knownSize = sha256 && (await store.pictureLike(database.kysely, { purpose, sizeBytes, sha256 }))
    const maxBytes = mayComeInParts(purpose) ? partedMaxBytes(purpose, originalName, '') : undefined
    const kept = await storeUpload(this.#deps, {
      purpose,
      originalName,
      content,
      knownSize: knownSize ?? undefined,
      by: { ...author, address: null },
      ...(maxBytes !== undefined && { maxBytes }),
    })
    try {
      return await database.transaction((tx) =>
        this.register(tx, {
          ownerId: author.userId,
          businessId: author.businessId,
          purpose,
          originalName,
          contentType: kept.contentType,
          sizeBytes: kept.bytes,
          sha256: kept.sha256,
          storageKey: kept.key,
          ...kept.size,
        }),
      )
    } catch (error) {
      if (!isDatabaseLost(error)) await storage.remove(kept.key)
      throw error
    }
  }

  /** Calls `work` with the path of a local copy of the file. */
  withLocalCopy<T>(file: Pick<store.MediaRow, 'storageKey'>, work: (path: string) => Promise<T>): Promise<T> {
    return this.#deps.storage.withLocalCopy(file.storageKey, work)
  }

  /**
   * Inserts the row of a stored file. If the length is unknown, enqueues jobs that measure the length of lesson files and prepare
   * the qualities of videos.
   */
  async register(
    tx: Tx,
    file: Omit<store.NewMedia, 'publicId'>,
    known?: { seconds: number | null; pages: number | null },
  ): Promise<store.MediaRow> {
    const row = await store.insertMedia(tx, { ...file, publicId: newPublicId() })
    if (known) await store.saveProbe(tx, row.id, known, this.#deps.clock.now())
    else if (row.purpose === 'lesson' || row.purpose === 'text-video') {
      await enqueue(
        tx,
        probeTask,
        { mediaId: row.id },
        { jobKey: `${probeTask}:${row.id}`, maxAttempts: 3, queueName: probeTask },
      )
      // If this process has no ffmpeg, the job that measures the length requests the stream, in a process that may have ffmpeg.
      if (row.contentType.startsWith('video/') && this.streams.isPossible)
        await this.streams.request(tx, row.id)
    }
    return row
  }

  /** Removes a stored upload when the rest of its form turned out to be invalid. */
  async discardUpload(file: store.MediaRow): Promise<void> {
    if (await store.deleteUnnamed(this.#deps.database.kysely, file.id))
      await this.#deps.storage.remove(file.storageKey)
  }

  /**
   * Refuses if the person's files exceed the quota together with `bytes` of a new file. The announced bytes of unfinished uploads
   * count, except for the attempt `except`.
   */
  async #refuseOverQuota(
    { userId, role }: { userId: number; role: Role },
    bytes = 1,
    except?: number,
  ): Promise<void> {
    const most = role === 'student' ? quotaBytes.student : quotaBytes.teacher
    const about = { subject: String(userId), ...(except !== undefined && { except }) }
    const announced = await this.#deps.accounts.announcedBytes('media.unfinished', about)
    if ((await store.bytesOf(this.#deps.database.kysely, userId)) + announced + bytes > most)
      refuse('UPLOAD_QUOTA_REACHED')
  }

  /** Returns the URL of a file that this caller may open, signed for them, valid for at most four hours. */
  signedUrl(caller: MaybeCaller, publicId: string): string {
    const userId = caller?.userId ?? 0
    const expiry = expiryAt(this.#deps.clock.now())
    const { urls } = this.#signed
    if (expiry !== this.#signed.expiry || urls.size >= mostSignedUrls) urls.clear()
    this.#signed.expiry = expiry
    const key = `${userId}/${publicId}`
    const known = urls.get(key)
    if (known !== undefined) return known
    const signature = this.#deps.keys.sign(signaturePurpose, signedText(publicId, userId, expiry))
    const url = `/media/${publicId}?u=${userId}&e=${expiry}&s=${signature}`
    urls.set(key, url)
    return url
  }

  /**
   * Returns the path under which the caller's browser opens the file. Avatars and covers of public courses need no signature, so
   * their path is the same for all callers. `isHidden` marks covers of private courses.
   */
  urlFor(caller: MaybeCaller, file: { publicId: string; purpose: string; isHidden?: boolean }): string {
    return isPublicPurpose(file.purpose) && !file.isHidden
      ? `/media/${file.publicId}`
      : this.signedUrl(caller, file.publicId)
  }

  readonly #isOwnOrigin = (origin: string) => {
    if (origin === this.#deps.publicUrl || origin === this.#deps.ownOrigin()) return true
    const { hostname } = new URL(origin)
    return this.#deps.publicUrl === null && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  }

  /**
   * Locks and returns the file of a URL that `POST /upload` returned, whatever its query. Refuses FILE_NOT_AN_UPLOAD for other
   * URLs, for another purpose, and for files that belong neither to the caller nor to their business. The refusal names `field`.
   */
  async resolveUpload(
    tx: Tx,
    caller: Caller,
    url: string,
    purposes: readonly UploadPurpose[],
    field = 'filePath',
  ): Promise<store.MediaRow> {
    const publicId = publicIdOf(url, this.#isOwnOrigin)
    const file = publicId === null ? undefined : await store.lockMediaByPublicId(tx, publicId)
    if (!file || !purposes.includes(file.purpose)) return refuseAsUpload(field)
    const isOwn = file.ownerId === caller.userId && file.businessId === caller.businessId
    const isOfBusiness = caller.businessId !== null && file.businessId === caller.businessId
    if (caller.role !== 'superadmin' && !isOwn && !isOfBusiness) return refuseAsUpload(field)
    return file
  }

  /** Returns whether this URL, as sent back by a client, is the URL of the file with this public id. */
  readonly names = (url: string, publicId: string) => publicIdOf(url, this.#isOwnOrigin) === publicId

  /**
   * Returns the file to deliver. Refuses NOT_FOUND for a missing file. Refuses MEDIA_NOT_ALLOWED for a missing, forged or expired
   * signature, for lost access, and for files that the malware scanner cannot have scanned.
   */
  async openable(publicId: string, query: SignedQuery): Promise<OpenableMedia> {
    if (!isPublicId(publicId)) refuse('NOT_FOUND')
    const { userId, expiry } = this.#signerOf(publicId, query)
    const file = await mediaAccess(this.#deps.database.kysely, publicId, userId === 0 ? null : userId)
    if (!file) refuse('NOT_FOUND')
    if (isUnscanned(this.#deps, file)) refuse('MEDIA_NOT_ALLOWED')
    if (file.isPublic) return { ...file, expiry: null }
    if (userId === null || !file.isAllowed) refuse('MEDIA_NOT_ALLOWED')
    return { ...file, expiry }
  }

  /**
   * Returns the person whom a valid signature names, and 0 if it names a visitor without an account. A null `userId` means that the
   * signature is missing, forged or expired.
   */
  #signerOf(publicId: string, { u, e, s }: SignedQuery): { userId: number | null; expiry: number } {
    const named = /^\d{1,15}$/.test(u ?? '') ? Number(u) : null
    const expiry = /^\d{1,12}$/.test(e ?? '') ? Number(e) : 0
    const isSigned =
      named !== null &&
      s !== undefined &&
      s.length < 100 &&
      this.#deps.keys.isSignedBy(signaturePurpose, signedText(publicId, named, expiry), s) &&
      expiry * 1000 > this.#deps.clock.now().getTime()
    return { userId: isSigned ? named : null, expiry }
  }

  /** Returns those of these files that this caller may open. The order is arbitrary. */
  async openableAmong(caller: MaybeCaller, publicIds: readonly string[]): Promise<MediaAccess[]> {
    if (publicIds.length === 0) return []
    const files = await mediaAccessOfMany(this.#deps.database.kysely, publicIds, caller?.userId ?? null)
    return files.filter(({ isPublic, isAllowed }) => isPublic || isAllowed)
  }

  /** Returns the address for the operator's reverse proxy. Null means that `openFile` reads the file. */
  proxyAddress(key: string): string | null {
    return this.#deps.storage.proxyAddress(key)
  }

  /** Returns the address where the browser reads the file directly. Null means that `openFile` reads the file. */
  browserAddress(key: string, headers: SentHeaders): Promise<string | null> {
    return this.#deps.storage.browserAddress(key, headers)
  }

  /** Where browsers upload to the storage, the pages' policy and the bucket's CORS rule also let scripts read from it. */
  get isStorageOpenToScripts(): boolean {
    return this.#deps.storage.browserUploads !== null
  }

  openFile(key: string, range?: ByteRange): Promise<Readable> {
    return this.#deps.storage.open(key, range)
  }

  /**
   * Returns a stored picture as PNG, for printed documents. Returns undefined when its file is gone, so that a document can be printed
   * without it. Refuses UNAVAILABLE.
   */
  async pictureForPaper(id: number): Promise<Buffer | undefined> {
    const file = await store.mediaById(this.#deps.database.kysely, id)
    try {
      if (!file) throw new FileMissing('the picture is not stored')
      const copy = await this.pictureCopies.copyOf(file, paperPictureWidth, 'png')
      return await buffer(await this.openFile(copy.storageKey))
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error
      this.#deps.log.error(
        { err: error, mediaId: id },
        'paper printed without a picture whose file is missing',
      )
      return undefined
    }
  }

  /**
   * Returns the quiz in a file. Undefined means that the file is too large for a quiz. Throws if the file is no valid quiz, because
   * it was validated at upload.
   */
  async quizIn(file: Pick<store.MediaRow, 'id' | 'storageKey' | 'sizeBytes'>): Promise<QuizFile | undefined> {
    if (file.sizeBytes > quizFileMaxBytes) return undefined
    const read = readQuizFile(await text(await this.openFile(file.storageKey)))
    if ('problems' in read) throw new Error(`the quiz file of medium ${file.id} is no longer a quiz`)
    return read.quiz
  }

  async probe(mediaId: number): Promise<void> {
    const { database, storage, clock, log } = this.#deps
    const seconds = await (await mediaJobs()).probeMedia({ database, storage, clock, log }, mediaId)
    if (seconds !== null && this.streams.isPossible)
      await database.transaction((tx) => this.streams.request(tx, mediaId))
  }

  async sweep(stopping?: AbortSignal): Promise<void> {
    const { database, storage, clock, log } = this.#deps
    await this.streams.failAbandoned()
    await (await mediaJobs()).sweepMedia({ database, storage, clock, log }, stopping)
  }

  secondsLeft(expiry: number) {
    return Math.max(0, Math.floor(expiry - this.#deps.clock.now().getTime() / 1000))
  }
}

/** `field` is the name of the request's field that contains the file's URL. */
function refuseAsUpload(field: string): never {
  const message = 'must be a file you uploaded here'
  refuse('FILE_NOT_AN_UPLOAD', { issues: [{ path: field, message }], sentence: `${field} ${message}` })
}
