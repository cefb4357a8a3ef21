/** Reads a course from files in folders, as on a teacher's disk (docs/course-format.md#files-in-folders). */
import type { LeftOutReason } from '@apogee/contracts/archives/archives.ts'
import { ownValue } from '@apogee/domain/own-value.ts'
import { readAuthorText } from '@apogee/contracts/courses/markdown/author-text.ts'
import { pictureAddress } from '@apogee/contracts/courses/place-pictures.ts'
import { isLeftover } from '@apogee/domain/archive-names.ts'
import { ImportRefused, type ArchiveContents } from './archive-contents.ts'
import {
  captionNameOf,
  distinctTitle,
  inNaturalOrder,
  storableTitle,
  titleOfName,
  titleWithin,
} from './archive-names.ts'
import type { CoursePlan } from './archives.store.ts'
import { courseLimits } from '#server/features/courses/course-limits.ts'
import type { CourseFile, CourseItem, CourseManifest, LeftOutParts } from './course-format.ts'
import { isLocal, ItemLinks, pathOfItem, type LinkedFile } from './item-links.ts'
import { pictureTypeOf } from './picture-files.ts'
import { archivedUpload } from './text-uploads.ts'

type Module = CourseManifest['modules'][number]

const extensionOf = (path: string): string => /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
const stemOf = (path: string): string => path.replace(/\.[^./]+$/, '')
const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

const videoTypes: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
}
const covers: Readonly<Record<string, string>> = {
  'cover.png': 'image/png',
  'cover.jpg': 'image/jpeg',
  'cover.jpeg': 'image/jpeg',
  'cover.webp': 'image/webp',
}

/** `name` becomes the title of the course if no folder provides a title. */
export async function planOfFolder(
  contents: ArchiveContents,
  name: string,
  { root, leftOut }: { root: string; leftOut: LeftOutParts },
): Promise<Pick<CoursePlan, 'form' | 'root' | 'manifest'> & { linked: LinkedFile[] }> {
  const reader = new FolderReader(contents, storableTitle(titleOfName(name)), leftOut)
  return { form: 'folder', root, ...(await reader.read()) }
}

class FolderReader {
  readonly #contents: ArchiveContents
  readonly #title: string
  readonly #modules = new Map<string, Module>()
  readonly #files: CourseFile[] = []
  readonly #leftOut: LeftOutParts
  /** Maps the path of a text to the title derived from its file name. */
  readonly #fileTitles = new Map<string, string>()
  /** Maps the path of a text to the addresses within the archive to which it links. */
  readonly #links = new Map<string, ReadonlySet<string>>()
  /** Keys are paths; values are the ids that texts use for the pictures. */
  readonly #pictures = new Map<string, string>()
  #cover: string | null = null
  #itemCount = 0

  constructor(contents: ArchiveContents, title: string, leftOut: LeftOutParts) {
    this.#contents = contents
    this.#title = title
    this.#leftOut = leftOut
  }

  async read(): Promise<{ manifest: CourseManifest; linked: LinkedFile[] }> {
    const all = this.#contents.paths.toSorted(inNaturalOrder)
    const isBeside = (path: string) => !path.includes('/')
    const paths = [...all.filter(isBeside), ...all.filter((path) => !isBeside(path))]
    const captions = new Set(paths.filter((path) => ['vtt', 'srt'].includes(extensionOf(path))))
    for (const path of paths.filter((one) => !captions.has(one))) {
      // The examination refuses archives with more items.
      if (this.#itemCount > courseLimits.items) break
      await this.#take(path)
    }
    const videos = new Map<string, CourseFile>()
    for (const file of this.#files) {
      // Some systems ignore case, so Orbits.MP4 and orbits.srt belong together.
      const stem = stemOf(file.path).toLowerCase()
      if (file.type.startsWith('video/') && !videos.has(stem)) videos.set(stem, file)
    }
    for (const path of captions) this.#takeCaptions(path, videos)
    const salesPage = { subtitle: '', outcomes: [], requirements: [], audience: [], faq: [], planLines: [] }
    const course = {
      title: this.#title,
      description: this.#title,
      isPrivate: false,
      priceSen: 0,
      category: null,
      language: null,
      level: null,
      hasScratchpad: true,
      allowsOfflineVideo: false,
      cover: this.#cover,
      salesPage,
    }
    for (const path of all)
      if (
        pictureTypeOf(path) !== null &&
        !isHidden(path) &&
        path !== this.#cover &&
        !this.#pictures.has(path)
      )
        this.#leave(path, 'unused-file')
    const modules = [...this.#modules.values()]
    for (const module of modules) this.#distinguish(module)
    return { manifest: { course, modules, files: this.#files }, linked: this.#linked(modules) }
  }

  #linked(modules: readonly Module[]): LinkedFile[] {
    const items = modules.flatMap((module) => module.items)
    const links = new ItemLinks(items.map(pathOfItem))
    return items.flatMap((item) => {
      const from = pathOfItem(item)
      const written = [...(this.#links.get(from) ?? [])]
      return written.map((href) => ({ from, written: href, to: links.find(href, from) }))
    })
  }

  #leave(path: string, reason: LeftOutReason, detail = ''): void {
    this.#leftOut.add(path, reason, detail)
  }

  async #take(path: string): Promise<void> {
    const extension = extensionOf(path)
    const title = storableTitle(titleOfName(stemOf(baseOf(path))))
    const shownTitle = titleWithin(foldersOf(path), title)
    if (isHidden(path)) this.#leave(path, 'hidden-file')
    else if (ownValue(covers, path.toLowerCase()) && !this.#cover) this.#takeCover(path)
    else if (['md', 'markdown'].includes(extension)) await this.#takeText(path, title)
    else if (ownValue(videoTypes, extension))
      this.#takeFile(path, shownTitle, 'video', videoTypes[extension] ?? '')
    else if (extension === 'pdf') this.#takeFile(path, shownTitle, 'pdf', 'application/pdf')
    else if (extension === 'json' && (await this.#looksLikeQuiz(path))) this.#takeQuiz(path, shownTitle)
    else if (pictureTypeOf(path) === null) this.#leave(path, 'unknown-kind')
  }

  #takeCover(path: string): void {
    this.#cover = path
    this.#addFile(path, covers[path.toLowerCase()] ?? '')
  }

  /** Adds a text, or leaves it out if it cannot be the text of a lesson. The rest of the course does not depend on it. */
  async #takeText(path: string, title: string): Promise<void> {
    try {
      const links = new Set<string>()
      const shownPictures = new Set<string>()
      const found = readAuthorText(await this.#contents.text(path), (href, of) => {
        if (of === 'picture') return this.#pictureAt(href, path, shownPictures)
        // An address that begins with `#` leads to a place in the same text, so it is no link to another file.
        if (isLocal(href) && !/^(?:#|$)/.test(href)) links.add(href)
        return null
      })
      const { heading, pictures, media, statements, title: own } = found
      if (pictures > 0) this.#leave(path, 'pictures', String(pictures))
      for (const left of media) this.#leave(path, 'embedded', left)
      this.#leftOut.addAll(path, 'statements', shortList(statements))
      this.#links.set(path, links)
      const folders = foldersOf(path)
      const name = isPageOfFolder(path) ? (folders.at(-1) ?? title) : title
      this.#fileTitles.set(path, titleWithin(folders, name))
      const shownTitle = titleWithin(folders, storableTitle(own || heading || name))
      this.#add(path, {
        ...shown(shownTitle),
        kind: 'text',
        text: path,
        document: null,
        draft: null,
        pictures: this.#picturesOf(shownPictures),
      })
    } catch (error) {
      if (!(error instanceof ImportRefused)) throw error
      const { kind, detail } = error.problem
      this.#leave(path, kind === 'entry-too-large' ? 'too-long' : 'unreadable-text', detail)
    }
  }

  /** Returns an address if the text may show the picture or link to it, else null. Pictures of the archive are added to `found`. */
  #pictureAt(href: string, from: string, found: Set<string>): string | null {
    if (!isLocal(href)) return href
    const path = this.#contents.pictures.find(href, from)
    // The cover of the course is stored for another purpose than pictures of texts, so texts cannot show it.
    if (path === null || ownValue(covers, path.toLowerCase()) || isHidden(path)) return null
    found.add(path)
    // This address only marks that the text shows a picture. Ids are assigned after all pictures are known.
    return pictureAddress(archivedUpload(0))
  }

  #picturesOf(paths: Iterable<string>): { file: string; path: string }[] {
    return [...paths].map((path) => {
      const file = this.#pictures.get(path) ?? archivedUpload(this.#pictures.size)
      if (!this.#pictures.has(path)) this.#addFile(path, pictureTypeOf(path) ?? '')
      this.#pictures.set(path, file)
      return { file, path }
    })
  }

  /** Gives lessons with the same title in one module the names of their files instead, with numbers if these are the same too. */
  #distinguish({ items }: Module): void {
    const counts = new Map<string, number>()
    for (const { title } of items) counts.set(title, (counts.get(title) ?? 0) + 1)
    for (const item of items)
      if (item.kind === 'text' && (counts.get(item.title) ?? 0) > 1)
        item.title = this.#fileTitles.get(item.text) ?? item.title
    const known = new Set<string>()
    for (const item of items) item.title = distinctTitle(item.title, known)
  }

  #takeFile(path: string, title: string, fileType: 'video' | 'pdf', type: string): void {
    this.#add(path, { ...shown(title), kind: 'file', fileType, file: path, chapters: [] })
    this.#addFile(path, type)
  }

  #takeQuiz(path: string, title: string): void {
    this.#add(path, { ...shown(title), kind: 'quiz', quiz: path, draft: null })
  }

  #addFile(path: string, type: string): void {
    const bytes = this.#contents.bytesOf(path)
    this.#files.push({
      path,
      name: baseOf(path).slice(-200).toWellFormed(),
      type,
      bytes,
      sha256: null,
      captions: [],
    })
  }

  /** Takes a JSON file for a quiz if its "questions" have a "type". The examination then checks the quiz. */
  async #looksLikeQuiz(path: string): Promise<boolean> {
    if (this.#contents.bytesOf(path) > 1_000_000) return false
    const text = await this.#contents.text(path).catch((error: unknown) => {
      if (error instanceof ImportRefused) return ''
      throw error
    })
    return text.includes('"questions"') && /"type"\s*:/.test(text)
  }

  #takeCaptions(path: string, videos: ReadonlyMap<string, CourseFile>): void {
    if (isHidden(path)) return this.#leave(path, 'hidden-file')
    const found = captionNameOf(stemOf(path), (stem) => videos.has(stem.toLowerCase()))
    const video = found && videos.get(found.video.toLowerCase())
    if (!video) return this.#leave(path, 'captions-alone')
    const { language, tag } = found
    if (language === null || video.captions.some((track) => track.language === language))
      return this.#leave(path, 'caption-language', tag)
    video.captions.push({ language, file: path })
    this.#addFile(path, 'text/vtt')
  }

  /** Adds an item to the module of its folder. Files beside the folders get a module with the title of the course. */
  #add(path: string, item: CourseItem): void {
    const folder = path.includes('/') ? path.slice(0, path.indexOf('/')) : ''
    const module = this.#modules.get(folder) ?? {
      title: folder === '' ? this.#title : storableTitle(titleOfName(folder)),
      description: '',
      isPublished: true,
      opening: null,
      items: [],
    }
    this.#modules.set(folder, module)
    module.items.push(item)
    this.#itemCount += 1
  }
}

const shown = (title: string) => ({
  title,
  isPublished: true,
  isPreview: false,
  practice: { kind: 'default' as const },
})

/** Returns the names of the folders between the module's folder and the file. */
const foldersOf = (path: string): string[] =>
  path
    .split('/')
    .slice(1, -1)
    .map((folder) => storableTitle(titleOfName(folder)))

/** Sites show these texts as the page of their folder. */
const isPageOfFolder = (path: string): boolean => /^(?:readme|_?index)\.[^.]+$/i.test(baseOf(path))

const mostNamed = 30
const shortList = (names: readonly string[]): string[] => [
  ...names.slice(0, mostNamed),
  ...(names.length > mostNamed ? [`… (${names.length})`] : []),
]

/** Tells whether the operating system created the file, or hides it. */
export const isHidden = (path: string): boolean =>
  isLeftover(path) || path.split('/').some((segment) => segment.startsWith('.'))
