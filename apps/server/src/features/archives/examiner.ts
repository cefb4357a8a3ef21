/**
 * Examines the parts of a planned course: its texts, quizzes and files. Reports each problem with its path, and lists by name
 * everything that is left out.
 */
import { cutText } from '@apogee/domain/text/cut-text.ts'
import type {
  ImportProblem,
  ImportProblemKind,
  ItemSample,
  LeftOutReason,
} from '@apogee/contracts/archives/archives.ts'
import type { CaptionProblem, LeftOutCue } from '@apogee/domain/text/captions.ts'
import { emptyDocument } from '@apogee/contracts/courses/lesson-document.ts'
import { titleMaxLength } from '@apogee/contracts/limits.ts'
import { ZipRefused } from '#server/platform/zip/read-zip.ts'
import { courseLimits, fileTypeFits } from '#server/features/courses/course-limits.ts'
import { mayComeInParts, nameFits, partedMaxBytes, purposeRules } from '#server/features/media/media.apart.ts'
import type { ReadCaptions } from '#server/features/media/captions/webvtt.ts'
import type { ArchivedQuiz } from '#server/features/assessments/quizzes/quiz-archives.ts'
import { ImportRefused, type ArchiveContents } from './archive-contents.ts'
import type { CoursePlan } from './archives.store.ts'
import {
  courseFile,
  type LeftOutParts,
  type CourseFile,
  type CourseItem,
  type CourseManifest,
} from './course-format.ts'
import { ItemLinks, pathOfItem } from './item-links.ts'
import { sampleOfQuiz, sampleOfText } from './item-samples.ts'
import { sampleKeyOf } from './present-import.ts'
import { isHidden } from './read-folder.ts'
import { picturesOfQuiz, uploadFields, uploadKinds, uploadsIn } from './text-uploads.ts'

export type FilePurpose =
  | 'lesson'
  | 'package'
  | 'cover'
  | 'captions'
  | 'text-picture'
  | 'text-file'
  | 'text-video'

/** The list is shown to people, so it contains at most this many problems. */
export const mostProblems = 100

export interface Findings {
  problems: ImportProblem[]
  leftOut: LeftOutParts
}

export type Planned = Pick<CoursePlan, 'form' | 'root' | 'manifest'>

export const linksOf = ({ modules }: CourseManifest): ItemLinks =>
  new ItemLinks(modules.flatMap(({ items }) => items.map(pathOfItem)))

/** Turns an error that the archive caused into a problem. Other errors are thrown again. */
export function problemOf(error: unknown): ImportProblem {
  if (error instanceof ImportRefused) return error.problem
  if (error instanceof ZipRefused) return { kind: error.problem, path: error.path ?? '', detail: '' }
  throw error
}

/** With these problems, a text, quiz or file of a folder or cartridge is left out, and the rest is imported. */
const problemsOfParts: ReadonlySet<ImportProblemKind> = new Set<LeftOutReason & ImportProblemKind>([
  'entry-too-large',
  'too-long',
  'damaged',
  'wrong-type',
  'not-json',
  'invalid',
])
const isOfPart = (kind: ImportProblemKind): kind is LeftOutReason & ImportProblemKind =>
  problemsOfParts.has(kind)

/** Maps the reason why a part is left out to the problem that is reported if the archive contains nothing else. */
const importProblemOf: Partial<Record<LeftOutReason, ImportProblemKind>> = {
  'unreadable-text': 'unreadable',
  'entry-too-large': 'entry-too-large',
  'too-long': 'too-long',
  damaged: 'damaged',
  'wrong-type': 'wrong-type',
  'not-json': 'not-json',
  'not-a-file': 'not-a-file',
  'duplicate-name': 'duplicate-name',
  'unknown-compression': 'unknown-compression',
  'question-kind': 'invalid',
  'no-question': 'invalid',
  'broken-xml': 'damaged',
  invalid: 'invalid',
}

type TextItem = Extract<CourseItem, { kind: 'text' }>

/** Returns an item for each part of a divided text, titled `Title (1/3)`. */
function dividedItems(item: TextItem, count: number): TextItem[] {
  return Array.from({ length: count }, (_, at) => {
    const place = ` (${at + 1}/${count})`
    const words = cutText(item.title, titleMaxLength - place.length).trimEnd()
    return { ...item, title: `${words}${place}`, part: { at, title: item.title } }
  })
}

export class Examiner {
  readonly #contents: ArchiveContents
  readonly #plan: Planned
  readonly #problems: ImportProblem[]
  readonly #leftOut: LeftOutParts
  /**
   * True for an exported course, which must not contain any problem. Folders and cartridges are imported without the parts that
   * have problems.
   */
  readonly #isExact: boolean
  readonly samples: Record<string, ItemSample> = {}

  constructor({
    contents,
    plan,
    problems,
    leftOut,
    isExact,
  }: Findings & { contents: ArchiveContents; plan: Planned; isExact: boolean }) {
    this.#contents = contents
    this.#plan = plan
    this.#problems = problems
    this.#leftOut = leftOut
    this.#isExact = isExact
  }

  async examine(): Promise<void> {
    const { modules, files } = this.#plan.manifest
    const items = modules.flatMap((module) => module.items)
    if (items.length > courseLimits.items || modules.length > courseLimits.modules)
      return this.#add('too-many-items', '', `${modules.length}, ${items.length}`)
    if (modules.length === 0) return this.#nothingFound()
    const named = namedTexts(this.#plan.manifest)
    if (new Set(named).size < named.length)
      return this.#add('invalid', courseFile, 'modules: each text, quiz and question must be named once')
    const links = linksOf(this.#plan.manifest)
    for (const item of items) {
      if (item.kind === 'text') await this.#try(item, () => this.#examineText(item, links))
      if (item.kind === 'quiz') await this.#try(item, () => this.#examineQuiz(item))
      const recall = item.kind === 'file' ? item.recall : undefined
      if (recall !== undefined) await this.#try(item, () => this.#examineRecall(item, recall))
    }
    if (this.#plan.manifest.modules.flatMap((module) => module.items).length > courseLimits.items)
      return this.#add('too-many-items', '', `${modules.length}, ${items.length}`)
    const purposes = purposesOf(this.#plan.manifest)
    this.#requireFiles(purposes)
    for (const file of files) {
      const purpose = purposes.get(file.path)
      if (purpose) await this.#try(file, () => this.#examineFile(file, purpose))
    }
    this.#dropEmptyModules()
    this.#leaveUnused(purposesOf(this.#plan.manifest))
    for (const [path, guess] of this.#contents.guesses) this.#nameGuess(path, guess)
  }

  #add(kind: ImportProblemKind, path: string, detail = ''): void {
    if (this.#problems.length < mostProblems) this.#problems.push({ kind, path, detail })
  }

  async #try(part: CourseItem | CourseFile, work: () => Promise<unknown>): Promise<void> {
    if (this.#problems.length >= mostProblems) return
    try {
      await work()
    } catch (error) {
      const { kind, path, detail } = problemOf(error)
      if (this.#isExact || !isOfPart(kind)) return this.#add(kind, path, detail)
      this.#leftOut.add(path, kind, detail)
      if ('kind' in part) this.#dropItems((item) => item === part)
      else this.#dropFile(part)
    }
  }

  #dropItems(isDropped: (item: CourseItem) => boolean): void {
    for (const module of this.#plan.manifest.modules)
      module.items = module.items.filter((item) => !isDropped(item))
  }

  #dropFile({ path }: CourseFile): void {
    const { course, files } = this.#plan.manifest
    if (course.cover === path) course.cover = null
    for (const file of files) file.captions = file.captions.filter((track) => track.file !== path)
    this.#dropItems((item) => item.kind === 'file' && item.file === path)
    for (const item of this.#plan.manifest.modules.flatMap((module) => module.items))
      if (item.kind === 'text') item.pictures = item.pictures?.filter((picture) => picture.path !== path)
  }

  #dropEmptyModules(): void {
    if (this.#isExact) return
    const { manifest } = this.#plan
    manifest.modules = manifest.modules.filter(({ items }) => items.length > 0)
    if (manifest.modules.length === 0) this.#nothingFound()
  }

  /** Reports why each part is left out, because the archive contains nothing else. */
  #nothingFound(): void {
    this.#add('nothing-found', '')
    for (const { path, reason, detail } of this.#leftOut.named)
      if (importProblemOf[reason]) this.#add(importProblemOf[reason], path, detail)
  }

  /**
   * Checks that the archive contains each picture, file and video of a text. Texts of folders and of earlier releases do not list
   * them; pictures, files and videos in such texts become plain text. A text that is longer than a lesson is divided into several
   * items.
   */
  async #examineText(item: TextItem, links: ItemLinks): Promise<void> {
    const rules = { form: this.#plan.form, links }
    const parts = await this.#contents.partsOf(item, rules)
    const isDivided = parts.length > 1 && item.draft === null
    const shown = isDivided ? dividedItems(item, parts.length) : [item]
    const { draft } = await this.#contents.lessonText(shown[0] ?? item, rules)
    for (const kind of uploadKinds) {
      const field = uploadFields[kind]
      const held = this.#isExact ? item[field] : undefined
      if (!held) continue
      const there = new Set(held.map(({ file }) => file))
      for (const file of [...parts, ...(draft ? [draft] : [])].flatMap((text) => uploadsIn(text, kind)))
        if (!there.has(file)) throw new ImportRefused('invalid', item.text, `${field}: ${file} is missing`)
    }
    for (const [at, one] of shown.entries())
      this.samples[sampleKeyOf(one)] = sampleOfText(parts[at] ?? emptyDocument)
    if (!isDivided) return
    this.#leftOut.add(item.text, 'divided', String(parts.length))
    for (const module of this.#plan.manifest.modules)
      module.items = module.items.flatMap((one) => (one === item ? shown : [one]))
  }

  async #examineQuiz(item: Extract<CourseItem, { kind: 'quiz' }>): Promise<void> {
    const quiz = await this.#quizOf(item)
    const shown = quiz.published
    if (shown) this.samples[pathOfItem(item)] = sampleOfQuiz(shown)
    requirePictures(item, quiz, item.quiz ?? item.draft ?? '')
  }

  async #examineRecall(item: CourseItem, path: string): Promise<void> {
    requirePictures(item, await this.#contents.recall(path), path)
  }

  async #quizOf(item: Extract<CourseItem, { kind: 'quiz' }>): Promise<ArchivedQuiz> {
    if (this.#plan.form === 'course') return this.#contents.quiz(item)
    const { quiz, leftOut } = await this.#contents.quizInParts(item)
    for (const one of leftOut) this.#leftOut.add(pathOfItem(item), 'question-kind', one)
    return quiz
  }

  /** Checks that the manifest describes each referenced file once, and that the file's type suits its use. */
  #requireFiles(purposes: ReadonlyMap<string, FilePurpose>): void {
    const { modules, files } = this.#plan.manifest
    const described = new Map(files.map((file) => [file.path, file]))
    if (described.size < files.length) this.#add('invalid', courseFile, 'files: each path must be there once')
    for (const path of purposes.keys())
      if (!described.has(path)) this.#add('invalid', courseFile, `files: ${path} is missing`)
    for (const item of modules.flatMap((module) => module.items)) {
      const type = item.kind === 'file' ? described.get(item.file)?.type : undefined
      if (item.kind !== 'file' || type === undefined) continue
      if (!fileTypeFits(item.fileType, type)) this.#add('wrong-type', item.file, item.fileType)
      if (item.chapters.length > 0 && !type.startsWith('video/'))
        this.#add('invalid', courseFile, `${item.title}: chapters belong to a video`)
      if (item.recall !== undefined && item.fileType !== 'video')
        this.#add('invalid', courseFile, `${item.title}: a question follows a video`)
    }
    for (const { path, type, captions } of files) {
      const languages = new Set(captions.map(({ language }) => language))
      if (captions.length > 0 && (!type.startsWith('video/') || languages.size < captions.length))
        this.#add('invalid', courseFile, `${path}: captions belong to a video, one file for each language`)
    }
  }

  async #examineFile(file: CourseFile, purpose: FilePurpose): Promise<void> {
    const { path, name, type, bytes, sha256 } = file
    const size = this.#contents.bytesOf(path)
    const { maxBytes } = purposeRules[purpose]
    const most = mayComeInParts(purpose) ? partedMaxBytes(purpose, name, type) : maxBytes
    if (size > most) {
      if (purpose === 'captions' && !this.#isExact) return this.#leaveFile(file, 'captions-too-large')
      throw new ImportRefused('entry-too-large', path)
    }
    const found = await this.#contents.inspect(path)
    if (sha256 !== null && (found.sha256 !== sha256 || size !== bytes))
      throw new ImportRefused('wrong-hash', path)
    const captions = purpose === 'captions' ? await this.#contents.captions(path, maxBytes) : null
    if (captions && 'problem' in captions && !this.#isExact)
      return this.#leaveFile(file, 'captions-unreadable', placeOf(captions.problem))
    const isCaptions = captions !== null && 'webVtt' in captions
    // Plain texts have no signature and Office documents are zip archives; their type is determined when they are stored.
    const isToBeFound = purpose === 'text-file' && /^$|^application\/zip$/.test(found.type)
    const kind = isCaptions ? 'text/vtt' : isToBeFound ? type : found.type
    if (purpose === 'text-picture' && !this.#isExact && pictureEndings[kind] !== undefined && kind !== type) {
      // Programs often give pictures the wrong extension, and browsers show them nevertheless, so the type of the bytes is used.
      file.type = kind
      file.name = `${name.replace(/\.[^.]*$/, '')}.${pictureEndings[kind]}`
      return
    }
    if (kind !== type || !nameFits(purpose, kind, name))
      throw new ImportRefused('wrong-type', path, kind || 'unknown')
    if (found.needsPassword) this.#leftOut.add(path, 'pdf-password')
    if (isCaptions) this.#nameCaptions(path, captions)
  }

  #leaveFile(file: CourseFile, reason: LeftOutReason, detail = ''): void {
    this.#leftOut.add(file.path, reason, detail)
    this.#dropFile(file)
  }

  /** Lists what an author should check in imported captions: a guessed encoding, lines that were left out, and a shift in time. */
  #nameCaptions(path: string, { guess, leftOut, streamOffsetMs }: ReadCaptions): void {
    if (guess) this.#nameGuess(path, guess)
    if (streamOffsetMs !== 0) this.#leftOut.add(path, 'stream-times', String(streamOffsetMs / 1000))
    for (const [problem, reason] of Object.entries(cueReasons)) {
      const lines = leftOut.filter((cue) => cue.problem === problem).map(({ line }) => String(line))
      if (lines.length > 0) this.#leftOut.add(path, reason, shortList(lines))
    }
  }

  #nameGuess(path: string, { encoding, sample }: NonNullable<ReadCaptions['guess']>): void {
    this.#leftOut.add(path, 'guessed-encoding', `${encoding}: ${sample}`)
  }

  #leaveUnused(purposes: ReadonlyMap<string, FilePurpose>): void {
    const { manifest, form } = this.#plan
    const used = new Set([courseFile, ...purposes.keys(), ...namedTexts(manifest)])
    const known = new Set(this.#leftOut.named.map(({ path }) => path))
    manifest.files = manifest.files.filter(({ path }) => purposes.has(path))
    if (form === 'folder') return
    for (const path of this.#contents.paths)
      if (!used.has(path) && !known.has(path))
        this.#leftOut.add(path, isHidden(path) ? 'hidden-file' : 'unused-file')
  }
}

const pictureEndings: Readonly<Record<string, string | undefined>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
}

const cueReasons = {
  'wrong-times': 'cue-times',
  'ends-before-start': 'cue-end',
  'no-text': 'cue-text',
} as const satisfies Partial<Record<CaptionProblem, LeftOutReason>>

const mostNamed = 20
const shortList = (names: readonly string[]): string =>
  [...names.slice(0, mostNamed), ...(names.length > mostNamed ? [`… (${names.length})`] : [])].join(', ')

/** Returns the number of a line and what is found there, or ''. */
const placeOf = (cue: LeftOutCue | null): string => (cue ? `${cue.line}: ${cue.found}` : '')

/** The only zip archive that can be a lesson's file is a SCORM package. */
const packageType = 'application/zip'

/** Maps each file's path to its purpose. */
export function purposesOf({ course, modules, files }: CourseManifest): Map<string, FilePurpose> {
  const purposes = new Map<string, FilePurpose>()
  const packages = new Set(files.filter(({ type }) => type === packageType).map(({ path }) => path))
  if (course.cover !== null) purposes.set(course.cover, 'cover')
  for (const item of modules.flatMap((module) => module.items)) {
    if (item.kind === 'file') purposes.set(item.file, packages.has(item.file) ? 'package' : 'lesson')
    for (const { path } of item.pictures ?? []) purposes.set(path, 'text-picture')
    if (item.kind !== 'text') continue
    for (const { path } of item.attachments ?? []) purposes.set(path, 'text-file')
    for (const { path } of item.videos ?? []) purposes.set(path, 'text-video')
  }
  for (const { path, captions } of files)
    if (purposes.has(path)) for (const track of captions) purposes.set(track.file, 'captions')
  return purposes
}

/** Throws ImportRefused unless the item lists each picture of its questions. */
function requirePictures({ pictures = [] }: CourseItem, quiz: ArchivedQuiz, path: string): void {
  const there = new Set(pictures.map(({ file }) => file))
  for (const file of picturesOfQuiz(quiz))
    if (!there.has(file)) throw new ImportRefused('invalid', path, `pictures: ${file} is missing`)
}

const namedTexts = ({ modules }: CourseManifest): string[] =>
  modules
    .flatMap((module) => module.items)
    .flatMap((item) => {
      if (item.kind === 'text') return [item.text, item.document, item.draft]
      return item.kind === 'quiz' ? [item.quiz, item.draft] : [item.recall ?? null]
    })
    .filter((path) => path !== null)
