/**
 * Converts a Common Cartridge 1.0 to 1.3 to an archive of the native format (`course.json`, texts, quizzes and files), so that
 * later steps treat it as an exported course (docs/course-format.md#common-cartridge). Source: IMS Common Cartridge Profile 1.3.
 */
import { cutText } from '@apogee/domain/text/cut-text.ts'
import type { LeftOutReason } from '@apogee/contracts/archives/archives.ts'
import { languageOfTag, type Language } from '@apogee/domain/languages.ts'
import { ownValue } from '@apogee/domain/own-value.ts'
import type { LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import { pictureAddress } from '@apogee/contracts/courses/place-pictures.ts'
import { mediaLeftOut, readHtml } from '@apogee/contracts/courses/html/read-html.ts'
import { descriptionMaxLength, titleMaxLength } from '@apogee/contracts/limits.ts'
import { readText } from '@apogee/domain/read-text.ts'
import { Readable } from 'node:stream'
import {
  attribute,
  children,
  placeOfFault,
  readXmlBytes,
  textOf,
  type XmlElement,
} from '#server/platform/xml/read-xml.ts'
import type { ZipArchive, ZipEntry } from '#server/platform/zip/read-zip.ts'
import { courseLimits } from '#server/features/courses/courses.service.ts'
import { nameOf, numbered } from '../archive-names.ts'
import {
  courseFile,
  LeftOutParts,
  manifestText,
  type CourseItem,
  type CourseManifest,
} from '../course-format.ts'
import { archiveAddress, pathOfAddress, pathOfItem, secondOf, type LinkedFile } from '../item-links.ts'
import { pictureTypeOf } from '../picture-files.ts'
import { archivedUpload } from '../text-uploads.ts'
import { CartridgeLinks, fileIn, type CartridgeResource } from './cartridge-links.ts'
import { linkedPage, pageOf, type CartridgePage } from './cartridge-pages.ts'
import { readCartridgeQuiz } from './cartridge-questions.ts'

export interface ConvertedCartridge {
  archive: ZipArchive
  linked: LinkedFile[]
}

type Module = CourseManifest['modules'][number]
type CourseFile = CourseManifest['files'][number]

const manifestName = 'imsmanifest.xml'
const largestXmlBytes = 5_000_000
const largestPageBytes = 1_000_000
const deepestItem = 20
/** The title of a module in the language of most cartridges; its author renames it. */
const unlistedTitle = 'Further material'

/** Returns null when the archive is not a cartridge, or else the converted archive. Throws ZipRefused for damaged entries. */
export async function readCartridge(
  archive: ZipArchive,
  name: string,
  leftOut = new LeftOutParts(),
): Promise<ConvertedCartridge | null> {
  const { root, metadata, schema } = await manifestIn(archive)
  if (!root || !metadata || !/common cartridge/i.test(schema)) return null
  const facts = factsIn(metadata)
  return new CartridgeReader(archive, root, { ...facts, title: facts.title || name }, leftOut).read()
}

/** Some programs omit the schema; all declare ADL's namespace. */
export async function isScormPackage(archive: ZipArchive): Promise<boolean> {
  const { root, schema } = await manifestIn(archive)
  return (
    /scorm/i.test(schema) ||
    Object.values(root?.attributes ?? {}).some((value) => /adlnet|adlcp/i.test(value))
  )
}

async function manifestIn(archive: ZipArchive) {
  const entry = archive.entries.find(({ path }) => path === manifestName)
  const isRead = entry && entry.bytes <= largestXmlBytes
  const root = isRead ? await rootOf(await archive.read(entry, largestXmlBytes)) : null
  const [metadata] = root ? children(root, 'metadata') : []
  return { root, metadata, schema: metadata ? textOf(metadata, 'schema') : '' }
}

async function rootOf(bytes: Uint8Array): Promise<XmlElement | null> {
  try {
    return await readXmlBytes(bytes)
  } catch {
    // An archive with broken XML is not a cartridge; it is read as files in folders.
    return null
  }
}

interface CartridgeFacts {
  title: string
  description: string
  language: Language | null
}

/** Reads the elements of `lomimscc:general`, in which texts are elements `string`. */
function factsIn(metadata: XmlElement): CartridgeFacts {
  const [lom] = children(metadata, 'lom')
  const [general] = lom ? children(lom, 'general') : []
  const textIn = (name: string) => {
    const [part] = general ? children(general, name) : []
    return part ? textOf(part, 'string') : ''
  }
  return {
    title: textIn('title'),
    description: cutText(textIn('description'), descriptionMaxLength).trim(),
    language: languageOfTag(general ? textOf(general, 'language') : ''),
  }
}

/** `fault` is the place in broken XML, as `line:column`, or an empty text. */
interface Fault {
  fault: string
}

const nameIn = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.\w+$/, '')
    .replaceAll(/[-_]+/g, ' ')

/** Tells whether a resource is a part of a course by itself. Pictures, styles and settings belong to others. */
const isMaterial = (resource: CartridgeResource): boolean =>
  /^imsbasiclti|^imsdt|^imswl|^assignment|^imsqti.*\/(?:assessment|question-bank)$/i.test(resource.type) ||
  /\.(?:x?html?|pdf|mp4|m4v|webm)$/i.test(fileIn(resource))

class CartridgeReader {
  readonly #archive: ZipArchive
  readonly #facts: CartridgeFacts
  readonly #title: string
  readonly #resources: ReadonlyMap<string, CartridgeResource>
  readonly #entries: ReadonlyMap<string, ZipEntry>
  readonly #organization: XmlElement | undefined
  readonly #written = new Map<string, Buffer>()
  readonly #read = new Set<string>([manifestName])
  readonly #files = new Map<string, CourseFile>()
  /** The resources that an item of the organisation names. */
  readonly #listed = new Set<CartridgeResource>()
  readonly #modules: Module[] = []
  readonly #leftOut: LeftOutParts
  readonly #addresses: CartridgeLinks
  /** Keys are paths; values are the ids by which texts show the pictures. */
  readonly #pictures = new Map<string, string>()
  /** Keys are the names of lessons' texts. Several lessons may show one page. */
  readonly #shownPages = new Map<string, { path: string; page: CartridgePage }>()
  /** Maps a path in the cartridge to that of its first item's file. */
  readonly #itemOfPath = new Map<string, string>()
  /** Keys are paths. Several items may refer to one page, link or quiz, which is read once. */
  readonly #pages = new Map<string, Promise<CartridgePage | 'too-long' | null>>()
  readonly #quizzes = new Map<string, Promise<Buffer | Fault | null>>()
  readonly #links = new Map<string, Promise<string | Fault | null>>()
  #itemCount = 0

  constructor(archive: ZipArchive, root: XmlElement, facts: CartridgeFacts, leftOut: LeftOutParts) {
    this.#archive = archive
    this.#leftOut = leftOut
    this.#facts = facts
    this.#title = fit(facts.title)
    this.#entries = new Map(archive.entries.map((entry) => [entry.path, entry]))
    this.#resources = resourcesOf(root)
    this.#addresses = new CartridgeLinks(this.#entries.keys(), this.#resources)
    const [organizations] = children(root, 'organizations')
    this.#organization = organizations && children(organizations, 'organization')[0]
  }

  async read(): Promise<ConvertedCartridge> {
    const [root] = this.#organization ? children(this.#organization, 'item') : []
    for (const item of root ? children(root, 'item') : []) await this.#takeTop(item)
    await this.#takeUnlisted()
    const salesPage = { subtitle: '', outcomes: [], requirements: [], audience: [], faq: [], planLines: [] }
    const course = {
      title: this.#title,
      description: this.#facts.description || this.#title,
      isPrivate: false,
      priceSen: 0,
      category: null,
      language: this.#facts.language,
      level: null,
      hasScratchpad: true,
      allowsOfflineVideo: false,
      cover: null,
      salesPage,
    }
    const modules = this.#modules.filter(({ items }) => items.length > 0)
    this.#write(courseFile, manifestText({ course, modules, files: [...this.#files.values()] }))
    return { linked: this.#writePages(), archive: this.#shown() }
  }

  /** Writes the texts when all items are known, because a page may link to a later one. */
  #writePages(): LinkedFile[] {
    const linked: LinkedFile[] = []
    const written = new Map<CartridgePage, ReturnType<typeof linkedPage>>()
    for (const [name, { path, page }] of this.#shownPages) {
      const known = written.get(page)
      const made = known ?? linkedPage(page, (href) => this.#addressOf(href))
      written.set(page, made)
      if (!known)
        for (const [href, to] of page.links)
          linked.push({ from: path, written: href, to: this.#itemOfPath.get(to ?? '') ?? null })
      this.#written.set(`${name}.md`, made.markdown)
      this.#written.set(`${name}.json`, made.document)
    }
    return linked
  }

  #addressOf(href: string): string | null {
    const to = this.#itemOfPath.get(pathOfAddress(href) ?? '')
    return to === undefined ? null : `${archiveAddress(to)}${secondOf(href)}`
  }

  /** Converts a folder to a module. Pages beside folders go to a module with the title of the course. */
  async #takeTop(item: XmlElement): Promise<void> {
    const isFolder = children(item, 'item').length > 0
    const title = isFolder ? fit(textOf(item, 'title')) : this.#title
    const last = this.#modules.at(-1)
    const module = !isFolder && last?.title === title ? last : this.#begin(title)
    await this.#take(item, module, 0)
  }

  #begin(title: string): Module {
    const module = { title, description: '', isPublished: true, opening: null, items: [] }
    this.#modules.push(module)
    return module
  }

  /**
   * Converts what no item names to a module of its own. Beside other modules it is not published, because programs export drafts
   * and solutions, too.
   */
  async #takeUnlisted(): Promise<void> {
    const isAlone = this.#modules.every(({ items }) => items.length === 0)
    const module = this.#begin(isAlone ? this.#title : unlistedTitle)
    module.isPublished = isAlone
    for (const resource of this.#resources.values()) {
      if (this.#itemCount > courseLimits.items) return
      const path = fileIn(resource)
      if (this.#listed.has(resource) || this.#read.has(path) || this.#files.has(path)) continue
      if (!isMaterial(resource) || !this.#entries.has(path)) continue
      const made = await this.#itemOf(resource, await this.#ownTitle(resource))
      if (made) this.#put(made, module, resource)
    }
  }

  #put(item: CourseItem, module: Module, resource: CartridgeResource | undefined): void {
    module.items.push(item)
    this.#itemCount += 1
    const path = resource ? fileIn(resource) : ''
    if (!this.#itemOfPath.has(path)) this.#itemOfPath.set(path, pathOfItem(item))
  }

  /** Returns the title that a resource has in itself, or else the name of its file. */
  async #ownTitle(resource: CartridgeResource): Promise<string> {
    const path = fileIn(resource)
    const entry = this.#entries.get(path)
    const written =
      entry && /\.x?html?$/i.test(path) ? await this.#titleOfPage(entry) : await this.#titleOfXml(path)
    return fit(written.trim() || nameIn(path))
  }

  async #titleOfPage(entry: ZipEntry): Promise<string> {
    if (entry.bytes > largestPageBytes) return ''
    const read = await readText(await this.#archive.read(entry, largestPageBytes), { format: 'html' })
    return 'refused' in read ? '' : readHtml(read.text).title
  }

  async #titleOfXml(path: string): Promise<string> {
    const root = path.endsWith('.xml') ? await this.#xml(path) : null
    if (!root || 'fault' in root) return ''
    const [assessment = root] = children(root, 'assessment')
    return attribute(assessment, 'title') ?? textOf(root, 'title')
  }

  /** Folders within a module only define the order of its items. */
  async #take(item: XmlElement, module: Module, depth: number): Promise<void> {
    // The examination refuses archives with more items.
    if (this.#itemCount > courseLimits.items || depth > deepestItem) return
    const reference = attribute(item, 'identifierref')
    const title = fit(textOf(item, 'title'))
    if (reference !== undefined) {
      const resource = this.#resources.get(reference)
      if (resource) this.#listed.add(resource)
      const made = await this.#itemOf(resource, title)
      if (made) this.#put(made, module, resource)
    }
    for (const child of children(item, 'item')) await this.#take(child, module, depth + 1)
  }

  async #itemOf(resource: CartridgeResource | undefined, title: string): Promise<CourseItem | null> {
    if (!resource) return this.#leave(title, 'missing-file')
    const path = fileIn(resource)
    if (!this.#entries.has(path)) return this.#leave(path || title, 'missing-file')
    const { type } = resource
    if (/^imsbasiclti/i.test(type)) return this.#leave(path, 'external-tool', title)
    if (/^imsdt/i.test(type)) return this.#leave(path, 'discussion-topic', title)
    if (/assignment/i.test(type)) return this.#leave(path, 'assignment', title)
    if (/^imswl/i.test(type)) return this.#linkOf(path, title)
    if (/^imsqti.*\/(assessment|question-bank)$/i.test(type)) return this.#quizOf(path, title)
    if (/\.x?html?$/i.test(path)) return this.#pageOf(path, title)
    return this.#fileOf(resource, path, title)
  }

  #leave(path: string, reason: LeftOutReason, detail = ''): null {
    this.#read.add(path)
    this.#leftOut.add(path, reason, detail)
    return null
  }

  async #linkOf(path: string, title: string): Promise<CourseItem | null> {
    const href = await readOnce(this.#links, path, async () => {
      const link = await this.#xml(path)
      if (!link || 'fault' in link) return link
      const [url] = children(link, 'url')
      return ((url && attribute(url, 'href')) ?? '').trim()
    })
    if (typeof href !== 'string') return this.#leaveFault(path, href)
    if (!/^https?:\/\/[^\s/]/i.test(href)) return this.#leave(path, 'no-address', href || title)
    const text = { type: 'text' as const, text: href, marks: [{ type: 'link' as const, attrs: { href } }] }
    const document: LessonDocument = { type: 'doc', content: [{ type: 'paragraph', content: [text] }] }
    return this.#textItem(path, title, pageOf(document, { links: new Map(), pictures: [] }))
  }

  #leaveFault(path: string, found: Fault | null): null {
    return this.#leave(path, found ? 'broken-xml' : 'too-long', found?.fault)
  }

  async #pageOf(path: string, title: string): Promise<CourseItem | null> {
    const entry = this.#entries.get(path)
    if (!entry) return this.#leave(path, 'missing-file', title)
    if (entry.bytes > largestPageBytes) return this.#leave(path, 'too-long', title)
    const page = await readOnce(this.#pages, path, async () => {
      const bytes = await this.#archive.read(entry, largestPageBytes)
      const read = await readText(bytes, { format: 'html' })
      if ('refused' in read) return null
      const links: CartridgePage['links'] = new Map()
      const shownPictures = new Map<string, string>()
      const { blocks, pictures, ...media } = readHtml(
        read.text,
        this.#addresses.linkOf(path, links, (picture) => this.#showPicture(picture, shownPictures)),
      )
      if (pictures > 0) this.#leave(path, 'pictures', String(pictures))
      for (const left of mediaLeftOut([{ pictures: 0, ...media }])) this.#leave(path, 'embedded', left)
      return blocks.length === 0
        ? null
        : pageOf(
            { type: 'doc', content: blocks },
            { links, pictures: [...shownPictures].map(([at, file]) => ({ file, path: at })) },
          )
    })
    return this.#textItem(path, title, page)
  }

  /** Adds a picture to the course, and to those of a page, and returns its address in the page's text. */
  #showPicture(path: string, shownPictures: Map<string, string>): string {
    const file = this.#pictures.get(path) ?? archivedUpload(this.#pictures.size)
    const entry = this.#entries.get(path)
    if (entry && !this.#pictures.has(path)) this.#addFile(entry, pictureTypeOf(path) ?? '')
    this.#pictures.set(path, file)
    shownPictures.set(path, file)
    return pictureAddress(file)
  }

  #textItem(path: string, title: string, page: CartridgePage | 'too-long' | null): CourseItem | null {
    if (page === 'too-long') return this.#leave(path, 'too-long', title)
    if (!page) return this.#leave(path, 'no-text', title)
    this.#read.add(path)
    const name = `lessons/${this.#nameOf(title)}`
    this.#shownPages.set(name, { path, page })
    return {
      ...shown(title),
      kind: 'text',
      text: `${name}.md`,
      document: `${name}.json`,
      draft: null,
      pictures: page.pictures,
    }
  }

  async #quizOf(path: string, title: string): Promise<CourseItem | null> {
    const quiz = await readOnce(this.#quizzes, path, async () => {
      const root = await this.#xml(path)
      if (!root || 'fault' in root) return root
      const found = readCartridgeQuiz(root, title)
      for (const one of found.leftOut) this.#leave(path, 'question-kind', one)
      for (const one of found.changed) this.#leave(path, 'question-changed', one)
      return Buffer.from(found.quiz ? JSON.stringify(found.quiz) : '')
    })
    if (!quiz || 'fault' in quiz) return this.#leaveFault(path, quiz)
    if (quiz.length === 0) return this.#leave(path, 'no-question', title)
    this.#read.add(path)
    const name = `quizzes/${this.#nameOf(title)}.json`
    // The item has its own title, which may differ from that of the quiz.
    this.#written.set(name, quiz)
    return { ...shown(title), kind: 'quiz', quiz: name, draft: null }
  }

  #fileOf({ files }: CartridgeResource, path: string, title: string): CourseItem | null {
    const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
    const type = ownValue(fileTypes, extension)
    const entry = this.#entries.get(path)
    if (!type || !entry) return this.#leave(path, 'unknown-kind', title)
    const isVideo = type.startsWith('video/')
    const captions = this.#files.get(path)?.captions ?? (isVideo ? this.#captionsOf(path, files) : [])
    this.#addFile(entry, type, captions)
    const fileType = isVideo ? 'video' : 'pdf'
    return { ...shown(title), kind: 'file', fileType, file: path, chapters: [] }
  }

  #addFile({ path, bytes }: ZipEntry, type: string, captions: CourseFile['captions'] = []): void {
    const name = path.slice(path.lastIndexOf('/') + 1).slice(-200)
    this.#files.set(path, { path, name, type, bytes, sha256: null, captions })
  }

  /** Takes the captions of the video's resource that have its name and a language: `film.ms.vtt` beside `film.mp4`. */
  #captionsOf(video: string, files: readonly string[]): CourseFile['captions'] {
    const captions: CourseFile['captions'] = []
    for (const path of files) {
      const [, stem = '', tag = ''] = /^(.*)\.([A-Za-z-]{2,10})\.vtt$/.exec(path) ?? []
      const entry = this.#entries.get(path)
      const language = languageOfTag(tag)
      const isKnown = captions.some((track) => track.language === language)
      if (!entry || language === null || isKnown || stem !== video.replace(/\.[^./]+$/, '')) continue
      captions.push({ language, file: path })
      this.#addFile(entry, 'text/vtt')
    }
    return captions
  }

  /** Returns null for a file above the limit. */
  async #xml(path: string): Promise<XmlElement | Fault | null> {
    const entry = this.#entries.get(path)
    if (!entry || entry.bytes > largestXmlBytes) return null
    const bytes = await this.#archive.read(entry, largestXmlBytes)
    try {
      return await readXmlBytes(bytes)
    } catch (error) {
      return { fault: placeOfFault(error) }
    }
  }

  #nameOf(title: string): string {
    return `${numbered(this.#itemCount, courseLimits.items)}-${nameOf(title)}`
  }

  #write(path: string, text: string): void {
    this.#written.set(path, Buffer.from(text))
  }

  /** Returns the written files, and the original files that were not converted. */
  #shown(): ZipArchive {
    const written = new Map<ZipEntry, Buffer>()
    for (const [path, content] of this.#written) written.set({ path, bytes: content.length }, content)
    const kept = this.#archive.entries.filter(({ path }) => !this.#read.has(path) && !this.#written.has(path))
    const archive = this.#archive
    return {
      entries: [...written.keys(), ...kept],
      leftOut: archive.leftOut,
      open: async (entry) => {
        const content = written.get(entry)
        return content ? Readable.from([content]) : archive.open(entry)
      },
      read: async (entry, maxBytes) => written.get(entry) ?? archive.read(entry, maxBytes),
      head: async (entry, bytes) => written.get(entry)?.subarray(0, bytes) ?? archive.head(entry, bytes),
      locate: (entry) => archive.locate(entry),
    }
  }
}

function readOnce<T>(known: Map<string, Promise<T>>, path: string, read: () => Promise<T>): Promise<T> {
  const found = known.get(path) ?? read()
  known.set(path, found)
  return found
}

const fileTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
}

const fit = (title: string): string =>
  cutText(title.normalize('NFC').replace(/\s+/g, ' '), titleMaxLength).trim() || 'Untitled'

const shown = (title: string) => ({
  title,
  isPublished: true,
  isPreview: false,
  practice: { kind: 'default' as const },
})

function resourcesOf(root: XmlElement): Map<string, CartridgeResource> {
  const found = new Map<string, CartridgeResource>()
  for (const list of children(root, 'resources')) {
    for (const resource of children(list, 'resource')) {
      const identifier = attribute(resource, 'identifier')
      if (identifier === undefined) continue
      found.set(identifier, {
        type: attribute(resource, 'type') ?? '',
        href: pathOf(attribute(resource, 'href') ?? ''),
        files: children(resource, 'file').map((file) => pathOf(attribute(file, 'href') ?? '')),
      })
    }
  }
  return found
}

/** Returns the decoded path of the address `href`, as the archive names the file. */
function pathOf(href: string): string {
  try {
    return decodeURIComponent(href.split(/[?#]/, 1).join('')).normalize('NFC').replace(/^\.\//, '')
  } catch {
    // The name is not URL-encoded and is used as it is.
    return href
  }
}
