/** Uploads the pictures of one text as soon as they are chosen. */
import type { PictureSent } from '@apogee/contracts/community/community.ts'
import { postPictureLimits } from '@apogee/contracts/limits.ts'
import { newId } from '#web/platform/session/new-id.ts'
import { preparePicture } from '#web/shared/picture/prepare-picture.ts'
import { createStore } from '#web/platform/session/store.ts'
import { uploadFile } from '#web/platform/transfer/upload.ts'
import { pictureDraftOf } from './picture-drafts.ts'
import { PicturesMissing } from './picture-failures.ts'

export type PictureState =
  | { kind: 'added'; url: string }
  /** The sent share ranges from 0 to 1. */
  | { kind: 'uploading'; share: number }
  | { kind: 'failed'; error: unknown }

export interface ChosenPicture {
  key: string
  alt: string
  /** `preview` is an address that shows the picture on this page. */
  preview: string
  state: PictureState
}

/** Returns the address of a file without its signature, which changes. */
const pathOf = (url: string): string => url.split('?')[0] ?? url

const listed = (pictures: readonly PictureSent[]): string =>
  JSON.stringify(pictures.map(({ url, alt = '' }) => [pathOf(url), alt.trim()]))

const fromText = ({ url, alt = '' }: PictureSent): ChosenPicture => ({
  key: newId(),
  alt,
  preview: url,
  state: { kind: 'added', url },
})

export class ChosenPictures {
  readonly list
  readonly #initial: readonly PictureSent[]
  readonly #draft
  readonly #files = new Map<string, File>()
  readonly #uploads = new Map<string, { end: AbortController; done: Promise<void> }>()

  /** @param options `initial` are the pictures of the edited text. A stored draft with the same `place` replaces them. */
  constructor({
    userId,
    place,
    initial,
  }: {
    userId: number
    place: string
    initial: readonly PictureSent[]
  }) {
    this.#initial = initial
    this.#draft = pictureDraftOf(userId, place)
    this.list = createStore<readonly ChosenPicture[]>((this.#draft.pictures ?? initial).map(fromText))
  }

  /** Uploads the files. When there are too many for one text, it takes the first ones and returns false. */
  add(files: readonly File[]): boolean {
    const room = postPictureLimits.most - this.list.getState().length
    const taken = files.slice(0, room)
    for (const file of taken) {
      const key = newId()
      this.#files.set(key, file)
      const preview = URL.createObjectURL(file)
      this.#set([...this.list.getState(), { key, alt: '', preview, state: { kind: 'uploading', share: 0 } }])
      this.#upload(key, file)
    }
    return taken.length === files.length
  }

  retry(key: string): void {
    const file = this.#files.get(key)
    if (!file) return
    this.#change(key, { state: { kind: 'uploading', share: 0 } })
    this.#upload(key, file)
  }

  describe(key: string, alt: string): void {
    this.#change(key, { alt })
  }

  remove(key: string): void {
    this.#uploads.get(key)?.end.abort()
    this.#release(key)
    this.#set(this.list.getState().filter((picture) => picture.key !== key))
  }

  /**
   * Waits for the uploads. Returns undefined when the pictures are unchanged.
   *
   * @throws {PicturesMissing} when one of them failed.
   */
  async settle(): Promise<PictureSent[] | undefined> {
    await Promise.all([...this.#uploads.values()].map(({ done }) => done))
    if (this.list.getState().some(({ state }) => state.kind === 'failed')) throw new PicturesMissing()
    const chosen = this.#added()
    return listed(chosen) === listed(this.#initial) ? undefined : chosen
  }

  /** Runs after the text is sent or discarded. */
  clear(): void {
    this.stop()
    for (const key of this.#files.keys()) this.#release(key)
    this.list.setState([])
    this.#draft.forget()
  }

  /** Runs when the field is unmounted. */
  stop(): void {
    for (const { end } of this.#uploads.values()) end.abort()
  }

  #upload(key: string, file: File): void {
    const end = new AbortController()
    this.#uploads.set(key, { end, done: this.#send(key, file, end.signal) })
  }

  async #send(key: string, file: File, signal: AbortSignal): Promise<void> {
    try {
      const url = await uploadFile(await preparePicture(file, postPictureLimits), {
        purpose: 'discussion',
        onProgress: (share) => this.#change(key, { state: { kind: 'uploading', share } }),
        signal,
      })
      this.#change(key, { state: { kind: 'added', url } })
    } catch (error) {
      if (!signal.aborted) this.#change(key, { state: { kind: 'failed', error } })
    } finally {
      this.#uploads.delete(key)
    }
  }

  #release(key: string): void {
    const preview = this.list.getState().find((picture) => picture.key === key)?.preview
    if (this.#files.delete(key) && preview) URL.revokeObjectURL(preview)
  }

  #added(): PictureSent[] {
    return this.list
      .getState()
      .flatMap(({ alt, state }) => (state.kind === 'added' ? [{ url: state.url, alt: alt.trim() }] : []))
  }

  #change(key: string, change: Partial<ChosenPicture>): void {
    this.#set(
      this.list.getState().map((picture) => (picture.key === key ? { ...picture, ...change } : picture)),
    )
  }

  #set(pictures: readonly ChosenPicture[]): void {
    this.list.setState(pictures)
    const added = this.#added()
    if (listed(added) === listed(this.#initial)) this.#draft.forget()
    else this.#draft.keep(added)
  }
}
