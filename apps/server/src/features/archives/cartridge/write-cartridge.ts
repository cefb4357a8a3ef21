/**
 * Writes a course as the entries of a Common Cartridge 1.3 (docs/course-format.md#common-cartridge). The cartridge contains what
 * learners can open; `leftOut` names everything else. The same course always gives the same bytes.
 */
import type { ExportLeftOutReason } from '@apogee/contracts/archives/archives.ts'
import type { CalloutKind, LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import { htmlOf, type WrittenUpload } from '@apogee/contracts/courses/html/write-html.ts'
import { xmlText } from '@apogee/domain/text/xml-text.ts'
import type { ZipSource } from '#server/platform/zip/write-zip.ts'
import type { ZipText } from '#server/platform/zip/zip-texts.ts'
import type { StoredItem } from '#server/features/courses/courses.service.ts'
import type { MediaRow } from '#server/features/media/media.service.ts'
import { lessonAt } from '#server/features/courses/lesson-texts/text-links.ts'
import { nameOf, numbered } from '../archive-names.ts'
import { extensionOfMedium, numberOfFile } from '../packed-media.ts'
import type { CourseParts } from '../write-course.ts'
import {
  manifestXml,
  webLinkXml,
  type CartridgeManifest,
  type CartridgeModule,
  type CartridgeResource,
} from './write-manifest.ts'
import { cartridgeQuiz } from './write-questions.ts'

export interface CartridgeParts extends Omit<CourseParts, 'certificate' | 'readMarkdown'> {
  courseId: number
  calloutWords: Readonly<Record<CalloutKind, string>>
  /** Returns the content of left-out.txt. */
  listOf: (leftOut: readonly LeftOutOfCartridge[]) => string
}

export interface LeftOutOfCartridge {
  reason: ExportLeftOutReason
  /** Contains the titles of the module and the lesson. It is empty for the course itself. */
  place: readonly string[]
  detail: string
}

export interface WrittenCartridge {
  entries: (ZipSource | ZipText)[]
  leftOut: LeftOutOfCartridge[]
}

export const leftOutFile = 'left-out.txt'

export const cartridgeEntries = (parts: CartridgeParts): WrittenCartridge =>
  new CartridgeWriter(parts).write()

type Module = CartridgeParts['course']['modules'][number]

class CartridgeWriter {
  readonly #parts: CartridgeParts
  readonly #byPublicId: ReadonlyMap<string, MediaRow>
  readonly #resources: CartridgeResource[] = []
  /** Maps media ids to the resources that contain the media. */
  readonly #files = new Map<number, CartridgeResource>()
  readonly #texts: ZipText[] = []
  readonly #sources: ZipSource[] = []
  readonly #leftOut: LeftOutOfCartridge[] = [{ reason: 'course-settings', place: [], detail: '' }]
  readonly #id: string
  /** Keys are the ids of published items. */
  readonly #names = new Map<number, { item: StoredItem; name: string }>()
  #place: string[] = []

  constructor(parts: CartridgeParts) {
    this.#parts = parts
    this.#byPublicId = new Map([...parts.media.values()].map((row) => [row.publicId, row]))
    // The id of the course makes identifiers unique in programs that import several courses into one.
    this.#id = `apogee-${parts.courseId}`
    const { modules } = parts.course
    for (const [at, { isPublished, items }] of modules.entries())
      for (const [place, item] of items.entries()) {
        const number = `${numbered(at, modules.length)}-${numbered(place, items.length)}`
        const name = `${number}-${plainName(item.title)}`
        if (isPublished && item.isPublished) this.#names.set(item.id, { item, name })
      }
  }

  write(): WrittenCartridge {
    const { course, listOf } = this.#parts
    const modules = course.modules.flatMap((module, at) => this.#module(module, at) ?? [])
    this.#place = []
    const list = listOf(this.#leftOut)
    this.#texts.push({ path: leftOutFile, text: () => [list] })
    const resources: CartridgeResource[] = [
      ...this.#resources,
      ...this.#files.values(),
      { id: `${this.#id}-left-out`, type: 'file', paths: [leftOutFile], shows: [], isForTeachers: true },
    ]
    const { title, description, language } = course
    const manifest: CartridgeManifest = { id: this.#id, title, description, language, modules, resources }
    const entries = [
      { path: 'imsmanifest.xml', text: () => manifestXml(manifest) },
      ...this.#texts,
      ...this.#sources,
    ]
    return { entries, leftOut: this.#leftOut }
  }

  #leave(reason: ExportLeftOutReason, detail = ''): null {
    this.#leftOut.push({ reason, place: [...this.#place], detail })
    return null
  }

  #module(module: Module, at: number): CartridgeModule | null {
    this.#place = [module.title]
    if (!module.isPublished) return this.#leave('not-published')
    if (module.description.trim() !== '') this.#leave('module-description')
    if (module.opening) this.#leave('module-opening')
    const items = module.items.flatMap((item) => {
      this.#place = [module.title, item.title]
      const named = this.#names.get(item.id)
      const resource = named ? this.#item(item, named.name) : this.#leave('not-published')
      return resource === null ? [] : [{ id: `${this.#id}-item-${item.id}`, title: item.title, resource }]
    })
    this.#place = [module.title]
    if (items.length === 0) return this.#leave('empty-module')
    return { id: `${this.#id}-module-${at + 1}`, title: module.title, items }
  }

  /** Returns the identifier of the item's resource, or null for an item that is left out. */
  #item(item: StoredItem, name: string): string | null {
    const resource = this.#resourceOf(item, name)
    if (resource === null) return null
    if (item.isPreview) this.#leave('free-preview')
    if (item.practice.kind === 'exercise') this.#leave('exercise')
    if (this.#parts.recalls.has(item.id)) this.#leave('recall')
    return resource
  }

  #resourceOf(item: StoredItem, name: string): string | null {
    if (item.text) {
      if (item.text.draft) this.#leave('unpublished-changes')
      return this.#text(item, item.text.document, name)
    }
    if (item.fileType === 'quiz') return this.#quiz(item, name)
    const row = item.mediaId === null ? undefined : this.#parts.media.get(item.mediaId)
    if (!row) throw new Error(`item ${item.id} has neither text nor file`)
    if (row.contentType === 'application/zip') return this.#leave('package')
    if (item.chapters && item.chapters.length > 0) this.#leave('chapters')
    return this.#fileOf(row).id
  }

  #text({ id, title }: StoredItem, document: LessonDocument, name: string): string {
    const href = linkAlone(document)
    if (href !== null)
      return this.#add({
        id: this.#idOf('link', id),
        type: 'link',
        path: `links/${name}.xml`,
        text: webLinkXml(title, href),
      })
    const shows = new Set<string>()
    const html = htmlOf(document, {
      calloutWords: this.#parts.calloutWords,
      uploadOf: (file) => this.#upload(file, shows, '../'),
      linkOf: (address) => (address.startsWith('/') ? this.#linkOf(address, shows) : address),
    })
    const { language } = this.#parts.course
    const page = `<!DOCTYPE html>
<html${language === null ? '' : ` lang="${language}"`}><head><meta charset="utf-8"/><title>${xmlText(title)}</title></head><body>
${html}
</body></html>
`
    return this.#add({
      id: this.#idOf('page', id),
      type: 'file',
      path: `lessons/${name}.html`,
      text: page,
      shows,
    })
  }

  /** Returns the address of another lesson's page or file, as seen from a page. Quizzes have no address in a cartridge. */
  #linkOf(address: string, shows: Set<string>): string | null {
    const found = this.#names.get(lessonAt(address)?.resourceId ?? 0)
    if (!found) return this.#leave('own-link', address)
    const { item, name } = found
    // A link to a page adds no dependency: pages that link to each other would otherwise depend on each other in a circle.
    if (item.text && linkAlone(item.text.document) === null) return `${name}.html`
    const row = item.mediaId === null ? undefined : this.#parts.media.get(item.mediaId)
    if (!row || row.contentType === 'application/zip') return this.#leave('own-link', address)
    const { id, paths } = this.#fileOf(row)
    shows.add(id)
    return `../${encodeURI(paths[0])}`
  }

  #quiz({ id, title }: StoredItem, name: string): string | null {
    const { published = null, draft = null } = this.#parts.quizzes.get(id) ?? {}
    if (!published) return this.#leave('not-published')
    if (draft) this.#leave('unpublished-changes')
    const shows = new Set<string>()
    const ident = this.#idOf('quiz', id)
    const { xml, leftOut } = cartridgeQuiz(published, {
      ident,
      title,
      pictureOf: (file) => this.#upload(file, shows, '$IMS-CC-FILEBASE$../')?.href ?? null,
    })
    for (const { reason, detail } of leftOut) this.#leave(reason, detail)
    return xml === null
      ? null
      : this.#add({ id: ident, type: 'quiz', path: `quizzes/${name}.xml`, text: xml, shows })
  }

  #idOf = (kind: string, id: number): string => `${this.#id}-${kind}-${id}`

  #add({
    id,
    type,
    path,
    text,
    shows = [],
  }: Pick<CartridgeResource, 'id' | 'type'> & {
    path: string
    text: string
    shows?: Iterable<string>
  }): string {
    this.#texts.push({ path, text: () => [text] })
    this.#resources.push({ id, type, paths: [path], shows: [...shows] })
    return id
  }

  /** `toRoot` is the relative path from the text's folder to the top of the cartridge. */
  #upload(publicId: string, shows: Set<string>, toRoot: string): WrittenUpload | null {
    const row = this.#byPublicId.get(publicId)
    if (!row) return this.#leave('missing-file')
    const { id, paths } = this.#fileOf(row)
    shows.add(id)
    const [path, ...tracks] = paths
    const address = (of: string) => `${toRoot}${encodeURI(of)}`
    return {
      href: address(path),
      name: row.originalName,
      captions: this.#captionsOf(row.id).map(({ language }, at) => ({
        language,
        href: address(tracks[at] ?? ''),
      })),
    }
  }

  #captionsOf = (mediaId: number) =>
    this.#parts.captions.filter(
      ({ videoId, mediaId: track }) => videoId === mediaId && this.#parts.media.has(track),
    )

  /** Adds a medium to the cartridge once. Captions get the name of their video and lie in the same folder. */
  #fileOf(row: MediaRow): CartridgeResource {
    const known = this.#files.get(row.id)
    if (known) return known
    const stem = `files/${numberOfFile(this.#files.size)}-${plainName(row.originalName.replace(/\.[^.\s]{1,12}$/, ''))}`
    const captions = this.#captionsOf(row.id).map(({ language, mediaId }) =>
      this.#source(`${stem}.${language}`, this.#parts.media.get(mediaId) ?? row),
    )
    const resource: CartridgeResource = {
      id: `${this.#id}-file-${row.id}`,
      type: 'file',
      paths: [this.#source(stem, row), ...captions],
      shows: [],
    }
    this.#files.set(row.id, resource)
    return resource
  }

  #source(stem: string, row: MediaRow): string {
    const path = `${stem}.${extensionOfMedium(row)}`
    const { open } = this.#parts
    // This closure uses `open` instead of `this`, which would keep the texts of the course in memory.
    this.#sources.push({ path, bytes: row.sizeBytes, open: () => open(row) })
    return path
  }
}

/** Keeps letters and digits of ASCII, because some programs do not decode the addresses of files. */
const plainName = (title: string): string =>
  nameOf(title)
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9-]+/g, '')
    .replaceAll(/-{2,}/g, '-')
    .replaceAll(/^-|-$/g, '') || 'part'

/**
 * Cartridges have web links, which are imported as texts of one link with its address as its words. Returns the address of such a
 * text, or null.
 */
function linkAlone({ content: [first, ...others] }: LessonDocument): string | null {
  if (others.length > 0 || first?.type !== 'paragraph') return null
  const [piece, ...further] = first.content ?? []
  if (further.length > 0 || piece?.type !== 'text' || piece.marks?.length !== 1) return null
  const [mark] = piece.marks
  const isLink =
    mark?.type === 'link' && mark.attrs.href === piece.text && /^https?:\/\/[^\s/]/i.test(piece.text)
  return isLink ? piece.text : null
}
