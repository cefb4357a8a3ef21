/** Finds the pictures of an archive that its texts show. */
import { ownValue } from '@apogee/domain/own-value.ts'
import { decodedPath, folderOf, isLocal, plainSegments } from './item-links.ts'

/** A text of a lesson shows pictures of these types. */
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
  /** Keys are paths in lower case, because sites ignore the case of names. */
  readonly #paths = new Map<string, string>()
  /** Maps the end of a path, from each of its folders, to the path, or to null where several paths end so. */
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
   * Finds the picture that the text at `from` shows. An address from the root of a site is looked for in every folder, because
   * sites keep such files in a folder of their own.
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
