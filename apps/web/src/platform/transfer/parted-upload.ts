/** Sends a large lesson file to the storage directly in parts, if the server offers it (docs/decisions/files.md). */
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { ApiError, call, noAnswer } from './client.ts'
import { tabStorage } from '../session/storage.ts'

export interface PartedUploadOptions {
  /** The default is `lesson`. */
  purpose?: 'lesson' | 'archive' | 'package' | 'text-video'
  /** Receives the share of the sent bytes, from 0 to 1. */
  onProgress: (share: number) => void
  /** Receives true after a failure, and false when a part makes progress again. */
  onWaiting: (isWaiting: boolean) => void
  signal: AbortSignal
  /** The wait after the first failure is in ms. It doubles with each further failure. */
  repeatAfterMs?: number
  /** A part that makes no progress for this long, in ms, has failed. */
  patienceMs?: number
  /** True retries until it is aborted, regardless of how long the connection is lost. */
  isPatient?: boolean
}

/** Smaller files gain nothing, because they are one part. */
const leastBytes = 8 * 1024 ** 2
const mostFruitless = 7
const longestWaitMs = 15_000
/**
 * After this many attempts, the person is told that files cannot be checked now and can retry later. All bytes have been uploaded
 * by then.
 */
const mostUnchecked = 3
/** If nothing has arrived after this many attempts, the storage counts as unreachable from this browser. */
const mostUnreachable = 2

class PartFailed extends Error {}

/**
 * Uploads the file in parts and returns its URL, or null when `uploadFile` must send it whole. It resumes an upload of the same
 * file that a reload or an earlier failure has ended. It throws refusals of the server, AbortError, and NETWORK_ERROR when no bytes
 * arrive for a while.
 */
export async function uploadInParts(file: File, options: PartedUploadOptions): Promise<string | null> {
  if (file.size <= leastBytes) return null
  const known = unfinishedOf(file)
  if (known !== null) {
    try {
      return await sendUntilComplete(file, known, options)
    } catch (error) {
      if (!(error instanceof ApiError && error.errorCode === 'UPLOAD_NOT_FOUND')) throw error
      forget(known)
    }
  }
  const begun = await begin(file, options)
  if (begun === null) return null
  remember(file, begun.upload)
  return sendUntilComplete(file, begun.upload, options)
}

/** Begins an upload. Returns null when the server takes files only as a whole. */
async function begin(
  { name, size, type: contentType }: File,
  { purpose = 'lesson', signal }: PartedUploadOptions,
) {
  try {
    return (
      await call('beginUpload', {
        body: { name, size, contentType, ...(purpose !== 'lesson' && { purpose }) },
        signal,
      })
    ).data
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

const fingerprintOf = ({ name, size, lastModified }: File) => `${size} ${lastModified} ${name}`

/** Describes an unfinished upload and the file to which it belongs. */
interface Unfinished {
  file: string
  upload: string
}

/** The server begins no more uploads than this in a day, so the oldest entry is dropped first. */
const mostUnfinished = 50

const isUnfinished = (kept: unknown): kept is Unfinished =>
  typeof kept === 'object' &&
  kept !== null &&
  'file' in kept &&
  typeof kept.file === 'string' &&
  'upload' in kept &&
  typeof kept.upload === 'string'

/** Returns the unfinished uploads of this tab, the oldest first. */
function unfinished(): Unfinished[] {
  try {
    const kept: unknown = JSON.parse(tabStorage.read(storageKeys.upload) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isUnfinished) : []
  } catch {
    // The stored value is not valid JSON or has another format.
    return []
  }
}

function keep(uploads: readonly Unfinished[]): void {
  if (uploads.length === 0) tabStorage.remove(storageKeys.upload)
  else tabStorage.write(storageKeys.upload, JSON.stringify(uploads.slice(-mostUnfinished)))
}

const unfinishedOf = (file: File): string | null =>
  unfinished().findLast((known) => known.file === fingerprintOf(file))?.upload ?? null

const remember = (file: File, upload: string): void =>
  keep([...unfinished(), { file: fingerprintOf(file), upload }])

const forget = (upload: string): void => keep(unfinished().filter((known) => known.upload !== upload))

async function sendUntilComplete(
  file: File,
  upload: string,
  options: PartedUploadOptions,
): Promise<string | null> {
  const { signal, onWaiting, repeatAfterMs = 500 } = options
  let mostStored = -1
  let fruitless = 0
  let isOurs = false
  const end = () => {
    forget(upload)
    // If this request is lost, a job of the server removes the upload later.
    void call('abandonUpload', { body: { upload }, keepalive: true }).catch(() => undefined)
  }
  for (;;) {
    try {
      const { data } = await call('continueUpload', { body: { upload }, signal })
      if (data.storedBytes > mostStored) {
        onWaiting(false)
        fruitless = 0
        mostStored = data.storedBytes
      }
      if (data.parts.length === 0) {
        const { url } = await call('completeUpload', { body: { upload }, signal })
        forget(upload)
        return url
      }
      isOurs = data.parts[0]?.url.startsWith('/') ?? false
      await sendParts(file, data, options)
    } catch (error) {
      if (signal.aborted) end()
      if (signal.aborted || !isPassing(error)) throw error
      fruitless += 1
      if (!isOurs && error instanceof PartFailed && mostStored === 0 && fruitless > mostUnreachable) {
        end()
        onWaiting(false)
        return null
      }
      if (fruitless > mostFruitless && !options.isPatient)
        throw error instanceof PartFailed ? noAnswer(error) : error
      if (fruitless > mostUnchecked && isUnchecked(error)) {
        onWaiting(false)
        throw error
      }
      onWaiting(true)
      await pause(Math.min(longestWaitMs, repeatAfterMs * 2 ** (fruitless - 1)), signal)
    }
  }
}

/** Returns whether a retry may help: no answer arrived, the server failed, or a part has not arrived. */
function isPassing(error: unknown): boolean {
  if (error instanceof PartFailed) return true
  if (!(error instanceof ApiError)) return false
  return error.status === 0 || error.status >= 500 || error.errorCode === 'UPLOAD_INCOMPLETE'
}

const isUnchecked = (error: unknown) =>
  error instanceof ApiError && error.errorCode === 'FILE_CHECK_UNAVAILABLE'

interface Part {
  start: number
  end: number
  url: string
}

/** Sends parts sequentially, so that a lost connection costs at most one part. */
async function sendParts(
  file: File,
  { storedBytes, parts }: { storedBytes: number; parts: readonly Part[] },
  { onProgress, onWaiting, signal, patienceMs = 30_000 }: PartedUploadOptions,
): Promise<void> {
  const sent = new Map<Part, number>()
  const show = (part: Part, bytes: number) => {
    sent.set(part, bytes)
    onProgress((storedBytes + [...sent.values()].reduce((sum, one) => sum + one, 0)) / file.size)
  }
  for (const part of parts) {
    const arrived = await put(part.url, file.slice(part.start, part.end), {
      signal,
      patienceMs,
      onProgress: (bytes) => show(part, bytes),
    })
    signal.throwIfAborted()
    show(part, arrived ? part.end - part.start : 0)
    if (!arrived) throw new PartFailed('A part of the file did not arrive')
    onWaiting(false)
  }
}

/** Returns whether the storage has accepted the part. Uses XMLHttpRequest, because fetch reports no upload progress. */
function put(
  url: string,
  content: Blob,
  {
    signal,
    patienceMs,
    onProgress,
  }: Pick<Required<PartedUploadOptions>, 'signal' | 'patienceMs'> & {
    onProgress: (bytes: number) => void
  },
): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false)
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    let deadline: ReturnType<typeof setTimeout> | undefined
    const abort = () => request.abort()
    const goOn = () => {
      clearTimeout(deadline)
      deadline = setTimeout(abort, patienceMs)
    }
    request.open('PUT', url)
    request.upload.addEventListener('progress', ({ loaded }) => {
      goOn()
      onProgress(loaded)
    })
    request.addEventListener('loadend', () => {
      clearTimeout(deadline)
      signal.removeEventListener('abort', abort)
      resolve(request.status >= 200 && request.status < 300)
    })
    signal.addEventListener('abort', abort, { once: true })
    goOn()
    request.send(content)
  })
}

/** Waits, and ends early when the browser is online again. Throws when it is aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = () => {
      clearTimeout(timer)
      removeEventListener('online', finish)
      signal.removeEventListener('abort', finish)
      if (signal.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(finish, ms)
    addEventListener('online', finish)
    signal.addEventListener('abort', finish)
  })
}
