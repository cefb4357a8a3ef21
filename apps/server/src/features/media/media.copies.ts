/** Smaller copies of pictures. Each is created on first request and stored beside its original. */
import { pictureWidths, type PictureWidth } from '@apogee/contracts/picture-widths.ts'
import { Readable } from 'node:stream'
import { PictureRefused, type PictureCopy, type Pictures } from '#server/adapters/pictures/port.ts'
import type { FileStorage } from '#server/adapters/storage/port.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isDatabaseLost } from '#server/platform/database/connections/lost-connections.ts'
import { refuse } from '#server/policy/refusal.ts'
import { createBoundedQueue } from '#server/platform/resources/bounded-queue.ts'
import { purposeRules } from './media.rules.ts'
import * as store from './media.store.ts'

export type CopyFormat = PictureCopy['format']

type CopiedFile = Pick<store.MediaRow, 'id' | 'storageKey' | 'contentType'>

/** Copies are created one at a time. Longer queues are refused and the browser retries. */
const mostWaiting = 500

interface PictureCopiesDependencies {
  database: Database
  storage: FileStorage
  pictures: Pick<Pictures, 'copy'>
}

export class PictureCopies {
  readonly #deps: PictureCopiesDependencies
  // The separate queue creates one copy at a time, so that an upload of a picture waits for one copy and not for all copies of a
  // page.
  readonly #queue = createBoundedQueue({ name: 'picture copies', concurrency: 1, mostWaiting })
  readonly #underWay = new Map<string, Promise<store.CopyRow>>()

  constructor(deps: PictureCopiesDependencies) {
    this.#deps = deps
  }

  /**
   * Returns the copy of this width and format. The caller has checked access to the original. Refuses NOT_FOUND for files that are
   * not pictures.
   */
  async copyOf<File extends CopiedFile>(file: File, width: PictureWidth, format: CopyFormat) {
    if (!file.contentType.startsWith('image/')) refuse('NOT_FOUND')
    const copy =
      (await store.copyOf(this.#deps.database.kysely, file.id, { width, format })) ??
      (await this.#makeOnce(file, width, format))
    return {
      ...file,
      storageKey: copy.storageKey,
      sizeBytes: copy.sizeBytes,
      sha256: copy.sha256,
      contentType: `image/${format}`,
      originalName: '',
    }
  }

  #makeOnce(file: CopiedFile, width: PictureWidth, format: CopyFormat): Promise<store.CopyRow> {
    const key = `${file.id} ${width} ${format}`
    const known = this.#underWay.get(key)
    if (known) return known
    const made = this.#queue
      .run(() => this.#write(file, width, format))
      .finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, made)
    return made
  }

  async #write(
    { id, storageKey }: CopiedFile,
    width: PictureWidth,
    format: CopyFormat,
  ): Promise<store.CopyRow> {
    const picture = await this.#madeCopy(storageKey, width, format)
    const kept = await this.#deps.storage.keep(Readable.from([picture]), {
      maxBytes: purposeRules.cover.maxBytes,
    })
    const row = { storageKey: kept.key, sizeBytes: kept.bytes, sha256: kept.sha256 }
    try {
      if (await store.insertCopy(this.#deps.database.kysely, id, { width, format, ...row })) return row
    } catch (error) {
      // A lost connection leaves it unknown whether the row was committed. The file is kept then, and the sweep deletes it if no
      // row has its key.
      if (!isDatabaseLost(error)) await this.#deps.storage.remove(kept.key)
      throw error
    }
    // Another process has inserted its equivalent copy first, so this copy is removed.
    await this.#deps.storage.remove(kept.key)
    return (await store.copyOf(this.#deps.database.kysely, id, { width, format })) ?? refuse('NOT_FOUND')
  }

  /** Creates the copy. The original was decoded at its upload, so a failure here is temporary. */
  async #madeCopy(storageKey: string, width: PictureWidth, format: CopyFormat): Promise<Buffer> {
    try {
      return await this.#deps.storage.withLocalCopy(storageKey, (path) =>
        this.#deps.pictures.copy(path, { width, format }),
      )
    } catch (error) {
      if (error instanceof PictureRefused) refuse('UNAVAILABLE')
      throw error
    }
  }
}

/** Parses `w640` to 640. Returns null for unsupported widths. */
export function widthNamed(name: string): PictureWidth | null {
  return pictureWidths.find((width) => name === `w${width}`) ?? null
}

/** Selects the format by the Accept header. AVIF is a third smaller, and every browser accepts WebP. */
export const formatFor = (accept: string | undefined): CopyFormat =>
  accept?.slice(0, 500).includes('image/avif') ? 'avif' : 'webp'
