/** Finds the pictures of an archive that its texts show. */
import { ownValue } from '@apogee/domain/own-value.ts'
import { decodedPath, folderOf, isLocal, plainSegments } from './item-links.ts'

/** Texts of lessons can show pictures with these extensions. Values are the types. */
const types: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
}

/** Returns null for a file that a text cannot show. */
export const pictureTypeOf = (path: string): string | null =>
  ownValue(types, /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '') ?? null

export class PictureFiles {
  /** Keys are paths in lower case, because many sites ignore the case of file names. */
  readonly #paths = new Map<string, string>()
  /**
   * Maps each end of a path that begins at a folder or at the file's name to the whole path, or to null if several paths end so.
   */
  readonly #ends = new Map<string, string | null>()

  constructor(paths: Iterable<string>) {
    for (const path of paths) {
      if (pictureTypeOf(path) === null) continue
      const key = path.toLowerCase()
      this.#paths.set(key, path)
      for (let at = key.indexOf('/'); at !== -1; at = key.indexOf('/', at + 1)) {
        const end = key.slice(at + 1)
        this.#ends.set(end, this.#ends.has(end) ? null : path)
      }
    }
  }

  /**
   * Finds the picture that the text at `from` shows. An address that begins with `/` is looked for in every folder, because sites
   * keep the files of their root in a folder such as `static`.
   */
  find(href: string, from: string): string | null {
    const given = isLocal(href) ? decodedPath(href) : null
    if (given === null || given === '') return null
    const isOfRoot = given.startsWith('/')
    const path = plainSegments(isOfRoot ? given : `${folderOf(from)}${given}`)?.toLowerCase()
    if (path === undefined) return null
    return this.#paths.get(path) ?? (isOfRoot ? (this.#ends.get(path) ?? null) : null)
  }
}
