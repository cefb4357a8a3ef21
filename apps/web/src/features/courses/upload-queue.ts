/**
 * Uploads files that become resources of a module or replace a resource's file, one after the other in the background. The list
 * survives a reload; the files do not, so the browser needs the same file again to continue an upload.
 */
import { partedVideoMaxBytes, uploadMaxBytes } from '@apogee/contracts/limits.ts'
import { newId } from '#web/platform/session/new-id.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import * as z from 'zod/mini'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { tabStorage } from '#web/platform/session/storage.ts'
import { announceUploads } from '#web/platform/transfer/upload-signal.ts'
import { uploadFile } from '#web/platform/transfer/upload.ts'
import { problemOfFile } from './file-choice.ts'
import { uploadInParts } from '#web/platform/transfer/parted-upload.ts'

const kept = z.object({
  id: z.string(),
  userId: z.int(),
  courseId: z.int(),
  moduleId: z.int(),
  moduleTitle: z.string(),
  /** The file replaces the file of this resource. When `replaces` is absent, the file becomes a new resource of the module. */
  replaces: z.optional(z.object({ id: z.int(), title: z.string() })),
  kind: z.enum(['video', 'document']),
  name: z.string(),
  size: z.number(),
  lastModified: z.number(),
  /** `url` is set when the file is uploaded but has not become a resource yet. */
  url: z.nullable(z.string()),
})
type KeptEntry = z.infer<typeof kept>

export interface UploadEntry extends KeptEntry {
  state: 'queued' | 'sending' | 'waiting' | 'failed' | 'needs-file' | 'done'
  /** The sent share ranges from 0 to 1. */
  share: number
  error: unknown
}

export interface UploadTarget {
  userId: number
  courseId: number
  moduleId: number
  moduleTitle: string
  replaces?: KeptEntry['replaces']
}

/** Tells why a dropped file is refused. */
export type FileProblem = 'fileUnsupported' | 'videoTooLarge' | 'fileTooLarge'

export function kindOfDropped(file: File): { kind: KeptEntry['kind'] } | { problem: FileProblem } {
  if (problemOfFile({ ...facts(file), size: 0 }, 'video') === null)
    return file.size > partedVideoMaxBytes ? { problem: 'videoTooLarge' } : { kind: 'video' }
  if (problemOfFile({ ...facts(file), size: 0 }, 'document') === null)
    return file.size > uploadMaxBytes ? { problem: 'fileTooLarge' } : { kind: 'document' }
  return { problem: 'fileUnsupported' }
}

const facts = ({ name, size, type }: File) => ({ name, size, type })

export class UploadQueue {
  #entries: readonly UploadEntry[]
  readonly #files = new Map<string, File>()
  readonly #watchers = new Set<() => void>()
  #running: { id: string; controller: AbortController } | null = null
  #onAdded: ((courseId: number) => void) | null = null
  /** Holds the courses that changed before a listener was added, because small files may be sent before the tray has loaded. */
  readonly #addedUnheard = new Set<number>()

  constructor() {
    this.#entries = readKept().map((entry) => ({
      ...entry,
      state: entry.url === null ? 'needs-file' : 'queued',
      share: entry.url === null ? 0 : 1,
      error: null,
    }))
  }

  readonly entries = (): readonly UploadEntry[] => this.#entries

  readonly watch = (changed: () => void): (() => void) => {
    this.#watchers.add(changed)
    return () => this.#watchers.delete(changed)
  }

  /** Sets the function that runs when a course has a new resource or file. It also runs for earlier changes. */
  readonly whenAdded = (listener: (courseId: number) => void): void => {
    this.#onAdded = listener
    for (const courseId of this.#addedUnheard) listener(courseId)
    this.#addedUnheard.clear()
  }

  add(files: readonly { file: File; kind: KeptEntry['kind'] }[], target: UploadTarget): void {
    const added = files.map(({ file, kind }): UploadEntry => {
      const id = newId()
      this.#files.set(id, file)
      const { name, size, lastModified } = file
      return {
        id,
        kind,
        name,
        size,
        lastModified,
        ...target,
        url: null,
        state: 'queued',
        share: 0,
        error: null,
      }
    })
    this.#set([...this.#entries, ...added])
    announceUploads()
    this.run()
  }

  /** Returns false when the file differs from the interrupted one. */
  chooseAgain(id: string, file: File): boolean {
    const entry = this.#entries.find((one) => one.id === id)
    if (!entry || entry.name !== file.name || entry.size !== file.size) return false
    if (entry.lastModified !== file.lastModified) return false
    this.#files.set(id, file)
    this.retry(id)
    return true
  }

  retry(id: string): void {
    this.#change(id, { state: 'queued', error: null })
    this.run()
  }

  remove(id: string): void {
    if (this.#running?.id === id) this.#running.controller.abort()
    this.#files.delete(id)
    this.#set(this.#entries.filter((entry) => entry.id !== id))
  }

  removeDone(): void {
    this.#set(this.#entries.filter(({ state }) => state !== 'done'))
  }

  /** Drops the uploads of other people, who have signed out. */
  keepOnly(userId: number): void {
    for (const entry of this.#entries) if (entry.userId !== userId) this.remove(entry.id)
  }

  run(): void {
    const next = this.#entries.find(({ state }) => state === 'queued')
    if (this.#running || !next) return
    const controller = new AbortController()
    this.#running = { id: next.id, controller }
    void this.#send(next, controller.signal)
      .catch((error: unknown) => {
        if (!controller.signal.aborted) this.#change(next.id, { state: 'failed', error })
      })
      .finally(() => {
        this.#running = null
        this.run()
      })
  }

  async #send(entry: UploadEntry, signal: AbortSignal): Promise<void> {
    const { id, courseId } = entry
    const file = this.#files.get(id)
    // If the file is already uploaded, an earlier request to create the resource may have succeeded without its answer arriving.
    const mayExist = entry.url !== null
    let { url } = entry
    if (url === null) {
      if (!file) return this.#change(id, { state: 'needs-file' })
      this.#change(id, { state: 'sending' })
      url = await this.#upload(id, file, signal)
      this.#change(id, { url, share: 1 })
    }
    signal.throwIfAborted()
    await place(entry, url, mayExist)
    this.#files.delete(id)
    this.#change(id, { state: 'done' })
    if (this.#onAdded) this.#onAdded(courseId)
    else this.#addedUnheard.add(courseId)
  }

  async #upload(id: string, file: File, signal: AbortSignal): Promise<string> {
    const onProgress = (share: number) => this.#change(id, { share })
    const inParts = await uploadInParts(file, {
      signal,
      onProgress,
      isPatient: true,
      onWaiting: (isWaiting) => this.#change(id, { state: isWaiting ? 'waiting' : 'sending' }),
    })
    if (inParts !== null) return inParts
    return this.#uploadWhole(id, file, { signal, onProgress })
  }

  /** Uploads a small file as one part and sends it again when the connection is back. */
  async #uploadWhole(
    id: string,
    file: File,
    options: { signal: AbortSignal; onProgress: (share: number) => void },
  ): Promise<string> {
    for (;;) {
      try {
        return await uploadFile(file, { purpose: 'lesson', ...options })
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 0) || options.signal.aborted) throw error
        this.#change(id, { state: 'waiting', share: 0 })
        await untilOnline(options.signal)
        options.signal.throwIfAborted()
        this.#change(id, { state: 'sending' })
      }
    }
  }

  #change(id: string, changes: Partial<UploadEntry>): void {
    this.#set(this.#entries.map((entry) => (entry.id === id ? { ...entry, ...changes } : entry)))
  }

  #set(entries: readonly UploadEntry[]): void {
    this.#entries = entries
    const open = entries.filter(({ state }) => state !== 'done')
    // Finished uploads are shown until they are dismissed, and dropped by a reload.
    if (entries.length === 0) tabStorage.remove(storageKeys.uploadQueue)
    else tabStorage.write(storageKeys.uploadQueue, JSON.stringify(open))
    for (const changed of this.#watchers) changed()
    if (entries.length === 0) announceUploads()
  }
}

function readKept(): KeptEntry[] {
  try {
    const read = z.safeParse(z.array(kept), JSON.parse(tabStorage.read(storageKeys.uploadQueue) ?? '[]'))
    return read.success ? read.data : []
  } catch {
    // The stored text is not valid JSON.
    return []
  }
}

async function place(
  { moduleId, kind, replaces }: UploadEntry,
  filePath: string,
  mayExist: boolean,
): Promise<void> {
  if (replaces) {
    await call('replaceResourceFile', { params: { id: replaces.id }, body: { filePath } })
  } else if (!(mayExist && (await hasResource(moduleId, filePath)))) {
    const fileType = kind === 'video' ? 'video' : 'pdf'
    await call('createResource', { body: { courseContentId: moduleId, title: '', filePath, fileType } })
  }
}

const pathOf = (url: string) => url.split('?')[0]

async function hasResource(contentId: number, url: string): Promise<boolean> {
  const { data } = await call('listContentResources', { params: { contentId }, query: {} })
  return data.some(({ filePath }) => filePath !== undefined && pathOf(filePath) === pathOf(url))
}

const retryAfterMs = 5_000

function untilOnline(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      removeEventListener('online', finish)
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, retryAfterMs)
    addEventListener('online', finish)
    signal.addEventListener('abort', finish)
  })
}

let queue: UploadQueue | null = null
/** Returns the queue, which exists once for the page's lifetime, in the browser only. */
export const uploadQueue = (): UploadQueue => (queue ??= new UploadQueue())
