/**
 * Resolves links between the texts of an archive. Inside an archive, the address of a lesson is `/` followed by the path of its
 * file. When the course is created, this address is replaced by that of the lesson's page
 * (docs/course-format.md#links-between-lessons).
 */
import type { LinkOf } from '@apogee/contracts/courses/markdown/read.ts'
import { pictureAddress } from '@apogee/contracts/courses/place-pictures.ts'
import type { CourseItem } from './course-format.ts'

/** Describes a link of a text: to a file of the archive, or to something that the course does not have. */
export interface LinkedFile {
  from: string
  written: string
  /** The linked file belongs to an item and has this path. Null means that no item shows it. */
  to: string | null
}

/** Returns the path of the file that an item shows. */
export function pathOfItem(item: CourseItem): string {
  if (item.kind === 'text') return item.text
  return item.kind === 'file' ? item.file : (item.quiz ?? item.draft ?? '')
}

/**
 * Tells whether an address lies within the archive or the site that the texts were written for. Addresses with a scheme or a host
 * lead elsewhere.
 */
export const isLocal = (href: string): boolean => !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(href)

export const archiveAddress = (path: string): string =>
  `/${path.split('/').map(encodeURIComponent).join('/')}`

/**
 * Returns the path that `archiveAddress` was given for this address. The address may end with the second of a video. Null means
 * another kind of address.
 */
export function pathOfAddress(href: string): string | null {
  const path = href.startsWith('/') ? decodedPath(href.slice(1)) : null
  return path === '' ? null : path
}

/** Returns the part `?t=90` of a link, which names a second of a video, or ''. */
export const secondOf = (href: string): string => /\?t=\d{1,5}$/.exec(href)?.[0] ?? ''

/** Decodes the path in an address. Null means that the address names no file. */
export function decodedPath(href: string): string | null {
  try {
    return decodeURIComponent(href.split(/[?#]/, 1).join('')).normalize('NFC')
  } catch {
    // A percent sign without two hexadecimal digits cannot be decoded.
    return null
  }
}

export class ItemLinks {
  /** Keys are paths in lower case, because many sites ignore the case of file names. */
  readonly #paths = new Map<string, string>()
  /** Maps the name of a file without its extension to its path, or to null where several files have the name. */
  readonly #names = new Map<string, string | null>()

  /** Each path is that of a file that an item shows. */
  constructor(paths: Iterable<string>) {
    for (const path of new Set(paths)) {
      const key = path.toLowerCase()
      const name = nameOf(key)
      this.#names.set(name, this.#names.has(name) ? null : path)
      this.#paths.set(path, path)
      if (!this.#paths.has(key)) this.#paths.set(key, path)
    }
  }

  /** Finds the file to which the text at `from` links. Sites also link to a page without `.md`, as `.html`, or by its folder. */
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
    // Sites may show pages of several folders in one place, so the folder in a link may differ from that of the file. The name
    // alone decides then.
    return pageExtension.test(path) ? (this.#names.get(nameOf(path.toLowerCase())) ?? null) : null
  }

  /**
   * Returns the address that the text at `from` gets for a link. `keepsOthers` keeps addresses of this site, which texts of
   * exported courses may contain. `pictureOf` returns the id of a picture.
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
/** A link to a folder means one of these pages in the folder. */
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
