/**
 * Links between the texts of an archive. Within an archive the address of a lesson is `/` and the path of its file, which a text may
 * hold; in a course it is the page of the lesson (docs/course-format.md#links-between-lessons).
 */
import type { LinkOf } from '@apogee/contracts/courses/markdown/read.ts'
import { pictureAddress } from '@apogee/contracts/courses/place-pictures.ts'
import type { CourseItem } from './course-format.ts'

/** A text links to a file of its archive, or to a place that its course does not have. */
export interface LinkedFile {
  from: string
  written: string
  /** The value is the path of an item's file, or null. */
  to: string | null
}

/** Returns the path of the file that an item shows. */
export function pathOfItem(item: CourseItem): string {
  if (item.kind === 'text') return item.text
  return item.kind === 'file' ? item.file : (item.quiz ?? item.draft ?? '')
}

/** Other addresses belong to the archive or to the site for which its texts were written. */
export const isLocal = (href: string): boolean => !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(href)

export const archiveAddress = (path: string): string =>
  `/${path.split('/').map(encodeURIComponent).join('/')}`

/** Returns the path in an address of `archiveAddress`, with or without the second of a video, or null for other addresses. */
export function pathOfAddress(href: string): string | null {
  const path = href.startsWith('/') ? decodedPath(href.slice(1)) : null
  return path === '' ? null : path
}

/** A link may name the second of a video, as addresses of lessons do. */
export const secondOf = (href: string): string => /\?t=\d{1,5}$/.exec(href)?.[0] ?? ''

/** Returns the path in an address, or null for an address that names no file. */
export function decodedPath(href: string): string | null {
  try {
    return decodeURIComponent(href.split(/[?#]/, 1).join('')).normalize('NFC')
  } catch {
    // The address has a percent sign that encodes nothing, so it names no file.
    return null
  }
}

export class ItemLinks {
  /** Keys are paths in lower case, because sites ignore the case of names. */
  readonly #paths = new Map<string, string>()
  /** Maps the name of a file without its extension to its path, or to null where several files have the name. */
  readonly #names = new Map<string, string | null>()

  /** `paths` are those of the files that items show. */
  constructor(paths: Iterable<string>) {
    for (const path of new Set(paths)) {
      const key = path.toLowerCase()
      const name = nameOf(key)
      this.#names.set(name, this.#names.has(name) ? null : path)
      this.#paths.set(path, path)
      if (!this.#paths.has(key)) this.#paths.set(key, path)
    }
  }

  /** Finds the item's file to which the text at `from` links, also as sites write it: without `.md`, as `.html`, or as its folder. */
  find(href: string, from: string): string | null {
    const given = decodedPath(href)
    if (given === null || given === '') return null
    const path = given.startsWith('/') ? plainSegments(given) : plainSegments(`${folderOf(from)}${given}`)
    if (path === null) return null
    const stem = path.replace(pageExtension, '')
    const places = path === '' ? [] : [path, ...extensions.map((extension) => `${stem}${extension}`)]
    const folder = stem === '' ? '' : `${stem}/`
    for (const place of [...places, ...indexes.map((name) => `${folder}${name}${extensions[0]}`)]) {
      const found = this.#paths.get(place) ?? this.#paths.get(place.toLowerCase())
      if (found !== undefined) return found
    }
    // Sites show pages of several folders in one, so their links name another folder or none.
    return pageExtension.test(path) ? (this.#names.get(nameOf(path.toLowerCase())) ?? null) : null
  }

  /**
   * Returns the address that the text at `from` holds. `keepsOthers` keeps addresses of this site, which texts of exported courses
   * may hold. `pictureOf` returns the id of an upload.
   */
  linkOf(
    from: string,
    { keepsOthers, pictureOf }: { keepsOthers: boolean; pictureOf: (href: string) => string | null },
  ): LinkOf {
    return (href, of) => {
      if (!isLocal(href)) return href
      const picture = of === 'picture' ? pictureOf(href) : null
      if (picture !== null) return pictureAddress(picture)
      const to = of === 'link' ? this.find(href, from) : null
      if (to !== null) return `${archiveAddress(to)}${secondOf(href)}`
      return keepsOthers && href.startsWith('/') ? href : null
    }
  }
}

const pageExtension = /\.(?:html?|mdx?|markdown)$/i

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(pageExtension, '')

const extensions = ['.md', '.markdown', '.html'] as const
/** Sites show one of these pages for a folder. */
const indexes = ['README', 'index', '_index']

export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

/** Resolves `.` and `..`. Returns null for a path that leaves the archive. */
export function plainSegments(path: string): string | null {
  const segments: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') segments.push(segment)
    else if (segments.pop() === undefined) return null
  }
  return segments.join('/')
}
