/**
 * Converts a Common Cartridge 1.0 to 1.3 to an archive of the native format (`course.json`, texts, quizzes and files), so that
 * later steps treat it as an exported course (docs/course-format.md#common-cartridge). Source: IMS Common Cartridge Profile 1.3.
 */
import { cutText } from '@apogee/domain/text/cut-text.ts'
import type { LeftOutReason } from '@apogee/contracts/archives/archives.ts'
import { languageOfTag } from '@apogee/domain/languages.ts'
import type { LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import { pictureAddress } from '@apogee/contracts/courses/place-pictures.ts'
import { mediaLeftOut, readHtml } from '@apogee/contracts/courses/html/read-html.ts'
import { readText } from '@apogee/domain/read-text.ts'
import { attribute, children, textOf, type XmlElement } from '#server/platform/xml/read-xml.ts'
import type { ZipArchive, ZipEntry } from '#server/platform/zip/read-zip.ts'
import { courseLimits } from '#server/features/courses/course-limits.ts'
import { nameOf, numbered, storableTitle, titleWithin } from '../archive-names.ts'
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
import { asQuestion, quizOfAssignment } from './cartridge-assignments.ts'
import {
  CartridgeFiles,
  convertedArchive,
  readOnce,
  typeOfFile,
  type BesideQuiz,
  type Fault,
  type FoundAssignment,
} from './cartridge-files.ts'
import { CartridgeLinks, fileIn, type CartridgeResource } from './cartridge-links.ts'
import {
  factsIn,
  isMaterial,
  isQuiz,
  manifestIn,
  manifestName,
  nameIn,
  resourcesOf,
  topItemsOf,
  type CartridgeFacts,
} from './cartridge-manifest.ts'
import { isHiddenPage, linkedPage, pageOf, type CartridgePage } from './cartridge-pages.ts'
import { readCartridgeQuiz } from './cartridge-questions.ts'
import { isHandedIn, otherSubmissions } from './cartridge-settings.ts'

export interface ConvertedCartridge {
  archive: ZipArchive
  /** This folder of the uploaded archive contains the cartridge and ends with a slash. '' means the top of the archive. */
  folder: string
  linked: LinkedFile[]
}

type Module = CourseManifest['modules'][number]
type CourseFile = CourseManifest['files'][number]

const largestPageBytes = 1_000_000
const deepestItem = 20
const longestBefore = 80
/** Titles the module in English, the language of most cartridges. Authors can rename the module. */
const unlistedTitle = 'Further material'

/**
 * Converts a cartridge; null means that the archive is not one. `folder` contains everything in the archive and ends with a slash,
 * or is ''. Throws ZipRefused for damaged entries.
 */
export async function readCartridge(
  archive: ZipArchive,
  name: string,
  { leftOut = new LeftOutParts(), folder = '' }: { leftOut?: LeftOutParts; folder?: string } = {},
): Promise<ConvertedCartridge | null> {
  const found = await manifestIn(archive, folder)
  if (found?.kind !== 'cartridge') return null
  const facts = factsIn(found.root)
  const shownFacts = { ...facts, title: facts.title || name }
  const read = await new CartridgeReader(found.archive, found.root, shownFacts, leftOut).read()
  return { ...read, folder: found.folder }
}

export const isScormPackage = async (archive: ZipArchive, folder: string): Promise<boolean> =>
  (await manifestIn(archive, folder))?.kind === 'scorm'

class CartridgeReader {
  readonly #archive: ZipArchive
  readonly #facts: CartridgeFacts
  readonly #title: string
  readonly #resources: ReadonlyMap<string, CartridgeResource>
  readonly #entries: ReadonlyMap<string, ZipEntry>
  readonly #files: CartridgeFiles
  readonly #topItems: readonly XmlElement[]
  readonly #written = new Map<string, Buffer>()
  readonly #read = new Set<string>([manifestName])
  readonly #media = new Map<string, CourseFile>()
  /** Contains the resources that an item of the cartridge's organisation refers to. */
  readonly #listed = new Set<CartridgeResource>()
  readonly #modules: Module[] = []
  readonly #leftOut: LeftOutParts
  readonly #addresses: CartridgeLinks
  /** Keys are paths; values are the ids that texts use for the pictures. */
  readonly #pictures = new Map<string, string>()
  /** Keys are the names of the text files that lessons get. Several lessons may show the same page. */
  readonly #shownPages = new Map<string, { path: string; page: CartridgePage }>()
  /** Maps a path in the cartridge to the file of the first item made of it. */
  readonly #itemOfPath = new Map<string, string>()
  /** Keys are paths. Several items may refer to the same page, link or quiz, which is read once. */
  readonly #pages = new Map<string, Promise<CartridgePage | 'too-long' | null>>()
  readonly #quizzes = new Map<string, Promise<Buffer | Fault | null>>()
  readonly #links = new Map<string, Promise<string | Fault | null>>()
  #itemCount = 0

  constructor(archive: ZipArchive, root: XmlElement, facts: CartridgeFacts, leftOut: LeftOutParts) {
    this.#archive = archive
    this.#leftOut = leftOut
    this.#facts = facts
    this.#title = storableTitle(facts.title)
    this.#resources = resourcesOf(root)
    this.#files = new CartridgeFiles(archive, this.#resources)
    this.#entries = this.#files.entries
    this.#addresses = new CartridgeLinks(this.#entries.keys(), this.#resources)
    this.#topItems = topItemsOf(root)
  }

  async read(): Promise<Omit<ConvertedCartridge, 'folder'>> {
    for (const item of this.#topItems) await this.#takeTop(item)
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
    this.#write(courseFile, manifestText({ course, modules, files: [...this.#media.values()] }))
    return { linked: this.#writePages(), archive: convertedArchive(this.#archive, this.#written, this.#read) }
  }

  /** Writes the texts after all items are known, because a page may link to an item that comes later. */
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

  /** Converts a folder on the first level to a module. Pages beside folders get a module with the title of the course. */
  async #takeTop(item: XmlElement): Promise<void> {
    const isFolder = children(item, 'item').length > 0
    const title = isFolder ? storableTitle(textOf(item, 'title')) : this.#title
    const last = this.#modules.at(-1)
    const module = !isFolder && last?.title === title ? last : this.#begin(title)
    await this.#take(item, module, null)
  }

  #begin(title: string): Module {
    const module = { title, description: '', isPublished: true, opening: null, items: [] }
    this.#modules.push(module)
    return module
  }

  /**
   * Collects resources that no item refers to in a module of their own. If other modules exist, this one is not published, because
   * programs also export drafts and solutions.
   */
  async #takeUnlisted(): Promise<void> {
    const isAlone = this.#modules.every(({ items }) => items.length === 0)
    const module = this.#begin(isAlone ? this.#title : unlistedTitle)
    module.isPublished = isAlone
    for (const resource of this.#resources.values()) {
      if (this.#itemCount > courseLimits.items) return
      const path = fileIn(resource)
      if (this.#listed.has(resource) || this.#read.has(path) || this.#media.has(path)) continue
      if (!isMaterial(resource) || !this.#entries.has(path)) continue
      for (const made of await this.#itemsOf(resource, await this.#ownTitle(resource)))
        this.#put(made, module, resource)
    }
  }

  #put(item: CourseItem, module: Module, resource: CartridgeResource | undefined): void {
    module.items.push(item)
    this.#itemCount += 1
    const path = resource ? fileIn(resource) : ''
    if (!this.#itemOfPath.has(path)) this.#itemOfPath.set(path, pathOfItem(item))
  }

  /** Returns the title that the resource's file contains, or else the name of the file. */
  async #ownTitle(resource: CartridgeResource): Promise<string> {
    const assignment = await this.#files.assignmentIn(resource)
    if (assignment?.title) return storableTitle(assignment.title)
    const path = fileIn(resource)
    const entry = this.#entries.get(path)
    const written =
      entry && /\.x?html?$/i.test(path) ? await this.#titleOfPage(entry) : await this.#files.titleIn(path)
    return storableTitle(written.trim() || nameIn(path))
  }

  async #titleOfPage(entry: ZipEntry): Promise<string> {
    if (entry.bytes > largestPageBytes) return ''
    const read = await readText(await this.#archive.read(entry, largestPageBytes), { format: 'html' })
    return 'refused' in read ? '' : readHtml(read.text).title
  }

  /** `folders` are the titles of the folders around the item within its module. Null means that the item is the module itself. */
  async #take(item: XmlElement, module: Module, folders: readonly string[] | null): Promise<void> {
    // Deeper items are ignored. After too many items, the rest is ignored, because the examination refuses the archive anyway.
    if (this.#itemCount > courseLimits.items || (folders ?? []).length > deepestItem) return
    const reference = attribute(item, 'identifierref')
    const own = storableTitle(textOf(item, 'title'))
    const title = titleWithin(folders ?? [], own)
    const inside = children(item, 'item')
    if (reference === undefined && inside.length === 0) this.#leave(title, 'empty-folder')
    if (reference !== undefined) {
      const resource = this.#resources.get(reference)
      if (resource) this.#listed.add(resource)
      for (const made of await this.#itemsOf(resource, title)) this.#put(made, module, resource)
    }
    const within = folders === null ? [] : [...folders, own]
    for (const child of inside) await this.#take(child, module, within)
  }

  /** Returns the items of a resource: none if it is left out, and two if a text must precede a quiz. */
  async #itemsOf(resource: CartridgeResource | undefined, title: string): Promise<CourseItem[]> {
    const path = resource ? fileIn(resource) : ''
    if (!resource || !this.#entries.has(path)) {
      this.#leave(path || title, 'missing-file')
      return []
    }
    if (isQuiz(resource)) return this.#quizOf(resource, path, title)
    const assignment = await this.#files.assignmentIn(resource)
    if (assignment) return this.#assignmentOf(assignment, path, title)
    const item = await this.#itemOf(resource, path, title)
    return item ? [item] : []
  }

  async #itemOf(resource: CartridgeResource, path: string, title: string): Promise<CourseItem | null> {
    const { type } = resource
    if (/^imsbasiclti/i.test(type)) return this.#leave(path, 'external-tool', title)
    if (/^imsdt/i.test(type)) return this.#leave(path, 'discussion-topic', title)
    if (/^assignment/i.test(type)) return this.#leave(path, 'broken-xml', title)
    if (/^imswl/i.test(type)) return this.#linkOf(path, title)
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
      const link = await this.#files.xml(path)
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
    return this.#textItem(path, title, await this.#pageAt(path))
  }

  async #pageAt(path: string): Promise<CartridgePage | 'too-long' | null> {
    const entry = this.#entries.get(path)
    if (!entry || entry.bytes > largestPageBytes) return 'too-long'
    return readOnce(this.#pages, path, async () => {
      const read = await readText(await this.#archive.read(entry, largestPageBytes), { format: 'html' })
      return 'refused' in read ? null : this.#pageIn(path, read.text)
    })
  }

  /** Returns null for HTML without content. */
  #pageIn(path: string, html: string): CartridgePage | 'too-long' | null {
    const links: CartridgePage['links'] = new Map()
    const shownPictures = new Map<string, string>()
    const { blocks, pictures, ...media } = readHtml(
      html,
      this.#addresses.linkOf(path, links, (picture) => this.#showPicture(picture, shownPictures)),
    )
    if (pictures > 0) this.#leave(path, 'pictures', String(pictures))
    for (const left of mediaLeftOut([{ pictures: 0, ...media }])) this.#leave(path, 'embedded', left)
    if (blocks.length === 0) return null
    const shown = [...shownPictures].map(([at, file]) => ({ file, path: at }))
    const isPublished = !isHiddenPage(html)
    return pageOf({ type: 'doc', content: blocks }, { links, pictures: shown, isPublished })
  }

  /** Adds a picture to the course and to the pictures of the page. Returns its address for the page's text. */
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
      isPublished: page.isPublished,
      kind: 'text',
      text: `${name}.md`,
      document: `${name}.json`,
      draft: null,
      pictures: page.pictures,
    }
  }

  /** Returns the quiz. If the cartridge has a description of it, a text with the description precedes the quiz. */
  async #quizOf(resource: CartridgeResource, path: string, title: string): Promise<CourseItem[]> {
    const beside = await this.#files.besideQuiz(resource)
    const quiz = await readOnce(this.#quizzes, path, () => this.#readQuiz(path, title, beside))
    if (!quiz || 'fault' in quiz) {
      this.#leaveFault(path, quiz)
      return []
    }
    if (quiz.length === 0) this.#leave(path, 'no-question', title)
    const item = quiz.length === 0 ? null : this.#quizItem(path, title, quiz)
    const { settings } = beside
    if (!settings) return item ? [item] : []
    const { description } = settings
    const isBlank = description.trim() === ''
    const page = await readOnce(this.#pages, settings.path, async () =>
      isBlank ? null : this.#pageIn(settings.path, description),
    )
    const text = page && this.#textItem(settings.path, title, page)
    return [text, item].flatMap((one) => (one ? [{ ...one, isPublished: settings.isPublished }] : []))
  }

  async #readQuiz(
    path: string,
    title: string,
    { settings, whole }: BesideQuiz,
  ): Promise<Buffer | Fault | null> {
    const complete = whole === null ? null : await this.#files.xml(whole)
    const root = complete && !('fault' in complete) ? complete : await this.#files.xml(path)
    if (!root || 'fault' in root) return root
    if (whole !== null) this.#read.add(whole)
    if (settings) this.#nameSettings(settings, title)
    const { banks, paths } = await this.#files.banksOf(root)
    for (const one of paths) this.#read.add(one)
    const found = readCartridgeQuiz(root, title, { settings: settings?.fields, banks })
    for (const one of found.leftOut) this.#leave(path, 'question-kind', one)
    for (const one of found.changed) this.#leave(path, 'question-changed', one)
    return Buffer.from(found.quiz ? JSON.stringify(found.quiz) : '')
  }

  /** Lists the settings as left out once, even if several items refer to them. */
  #nameSettings({ path, named }: { path: string; named: readonly string[] }, title: string): void {
    if (this.#read.has(path)) return
    this.#read.add(path)
    this.#leftOut.addAll(path, 'unknown-field', named, `${cutText(title, longestBefore).trim()}: `)
  }

  #quizItem(path: string, title: string, quiz: Buffer): CourseItem {
    this.#read.add(path)
    const name = `quizzes/${this.#nameOf(title)}.json`
    // The item has its own title, which may differ from that of the quiz.
    this.#written.set(name, quiz)
    return { ...shown(title), kind: 'quiz', quiz: name, draft: null }
  }

  /**
   * Converts an assignment. If learners can hand it in here, it becomes a quiz with a hand-in, after a text with instructions that
   * a question cannot contain. Other assignments become a text.
   */
  async #assignmentOf(found: FoundAssignment, page: string, title: string): Promise<CourseItem[]> {
    const { path, isPublished } = found
    this.#nameSettings(found, title)
    const instructions = await this.#instructionsOf(found, page)
    const handsIn = isHandedIn(found)
    const others = otherSubmissions(found).join(', ')
    if (!handsIn || others !== '') this.#leave(path, 'assignment', `${title}: ${others || '?'}`)
    const isPage = instructions !== null && instructions !== 'too-long'
    const question = isPage ? asQuestion(instructions) : null
    const at = found.instructions === '' ? page : path
    if (question !== null) this.#read.add(at)
    const needsText = !handsIn || (instructions !== null && question === null)
    const text = needsText ? this.#textItem(at, title, instructions) : null
    const quiz = handsIn ? this.#handIn(found, title, question) : null
    return [text, quiz].flatMap((item) => (item ? [{ ...item, isPublished }] : []))
  }

  async #instructionsOf({ instructions, path }: FoundAssignment, page: string) {
    if (instructions === '') return /\.x?html?$/i.test(page) ? this.#pageAt(page) : null
    return readOnce(this.#pages, path, async () => this.#pageIn(path, instructions))
  }

  #handIn(found: FoundAssignment, title: string, question: string | null): CourseItem | null {
    const { quiz, changes } = quizOfAssignment(found, title, question)
    for (const change of changes) this.#leave(found.path, 'question-changed', `${title}: ${change}`)
    return quiz && this.#quizItem(found.path, title, Buffer.from(JSON.stringify(quiz)))
  }

  #fileOf({ files }: CartridgeResource, path: string, title: string): CourseItem | null {
    const type = typeOfFile(path)
    const entry = this.#entries.get(path)
    if (!type || !entry) return this.#leave(path, 'unknown-kind', title)
    const isVideo = type.startsWith('video/')
    const captions = this.#media.get(path)?.captions ?? (isVideo ? this.#captionsOf(path, files) : [])
    this.#addFile(entry, type, captions)
    const fileType = isVideo ? 'video' : 'pdf'
    return { ...shown(title), kind: 'file', fileType, file: path, chapters: [] }
  }

  #addFile({ path, bytes }: ZipEntry, type: string, captions: CourseFile['captions'] = []): void {
    const name = path.slice(path.lastIndexOf('/') + 1).slice(-200)
    this.#media.set(path, { path, name, type, bytes, sha256: null, captions })
  }

  /** Finds the captions of a video among the files of its resource: `film.ms.vtt` belongs to `film.mp4`. */
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

  #nameOf(title: string): string {
    return `${numbered(this.#itemCount, courseLimits.items)}-${nameOf(title)}`
  }

  #write(path: string, text: string): void {
    this.#written.set(path, Buffer.from(text))
  }
}

const shown = (title: string) => ({
  title,
  isPublished: true,
  isPreview: false,
  practice: { kind: 'default' as const },
})
