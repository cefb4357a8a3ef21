/** Reads the texts, quizzes and files of an archive according to its course.json or its folders. */
import { cutText } from '@apogee/domain/text/cut-text.ts'
import { titleMaxLength } from '@apogee/contracts/limits.ts'
import type { ImportProblem, ImportProblemKind } from '@apogee/contracts/archives/archives.ts'
import { isRecallKind } from '@apogee/contracts/assessments/recall-kinds.ts'
import { quizDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import {
  quizFileMaxBytes,
  readQuizFile,
  readQuizInParts,
  type QuizProblem,
} from '@apogee/contracts/assessments/quiz-file.ts'
import {
  lessonDocument,
  textOfAnyLength,
  type LessonDocument,
} from '@apogee/contracts/courses/lesson-document.ts'
import { readAuthorText, type AuthorText } from '@apogee/contracts/courses/markdown/author-text.ts'
import { readMarkdown, type LinkOf } from '@apogee/contracts/courses/markdown/read.ts'
import { markdownOf } from '@apogee/contracts/courses/markdown/write.ts'
import { saysEncrypted, sharedBytes } from '@apogee/domain/encrypted-pdf.ts'
import { parseNestedJson } from '@apogee/domain/nested-json.ts'
import { readText, sampleOf } from '@apogee/domain/read-text.ts'
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { ZipArchive, ZipEntry } from '#server/platform/zip/read-zip.ts'
import type { ArchivedQuiz } from '#server/features/assessments/quizzes/quiz-archives.ts'
import { readCaptions } from '#server/features/media/captions/webvtt.ts'
import { headBytes, typeOfHead } from '#server/features/media/uploads/type-of-head.ts'
import { endsWithTitle } from './archive-names.ts'
import type { CourseItem } from './course-format.ts'
import { partsOfText } from './divide-text.ts'
import type { ItemLinks } from './item-links.ts'
import { PictureFiles } from './picture-files.ts'

/** The error names a problem that prevents the import of an archive. */
export class ImportRefused extends Error {
  readonly problem: ImportProblem

  constructor(kind: ImportProblemKind, path: string, detail = '') {
    super(`${kind}: ${path} ${detail}`)
    this.problem = { kind, path, detail: cutText(detail, 500) }
  }
}

/** The facts come from the file's bytes, whatever its name says. */
interface Inspected {
  type: string
  sha256: string
  /** True for a PDF that opens with a password only. */
  needsPassword: boolean
}

/** Says how the texts of an archive are read. */
export interface TextRules {
  /**
   * A text of a folder may begin with its title, and its links do not lead to this site. A text of an exported course is the
   * opposite in both.
   */
  form: 'course' | 'folder'
  links: ItemLinks
}

/** A file may be larger than the text of one lesson, because longer texts are divided. */
const textMaxBytes = 1_000_000
const longestLine = 300

/** PostgreSQL stores neither NUL nor unpaired surrogates. @throws SyntaxError, as for invalid JSON */
function storable(key: string, value: unknown): unknown {
  for (const text of [key, value])
    if (typeof text === 'string' && (text.includes('\0') || !text.isWellFormed()))
      throw new SyntaxError('has a character that cannot be stored')
  return value
}

type TextItem = Extract<CourseItem, { kind: 'text' }>
type QuizItem = Extract<CourseItem, { kind: 'quiz' }>

export class ArchiveContents {
  readonly #archive: ZipArchive
  readonly #entries = new Map<string, ZipEntry>()
  readonly pictures: PictureFiles
  /** Keys are digests of contents. An archive, such as a converted cartridge, may contain the same content under many names. */
  readonly #parsed = new Map<string, unknown>()

  /** Texts that do not name their encoding are read with a guessed one. Maps their paths to the guess. */
  readonly guesses = new Map<string, { encoding: string; sample: string }>()

  /** `root` is the folder that holds everything, with a trailing slash, or ''. */
  constructor(archive: ZipArchive, root: string) {
    this.#archive = archive
    for (const entry of archive.entries)
      if (entry.path.startsWith(root)) this.#entries.set(entry.path.slice(root.length), entry)
    this.pictures = new PictureFiles(this.#entries.keys())
  }

  get paths(): string[] {
    return [...this.#entries.keys()]
  }

  has(path: string): boolean {
    return this.#entries.has(path)
  }

  bytesOf(path: string): number {
    return this.#entry(path).bytes
  }

  #entry(path: string): ZipEntry {
    const entry = this.#entries.get(path)
    if (!entry) throw new ImportRefused('missing-file', path)
    return entry
  }

  open(path: string) {
    return this.#archive.open(this.#entry(path))
  }

  async text(path: string, maxBytes = textMaxBytes): Promise<string> {
    const entry = this.#entry(path)
    if (entry.bytes > maxBytes) throw new ImportRefused('entry-too-large', path)
    const bytes = await this.#archive.read(entry, maxBytes)
    const read = await readText(bytes)
    if ('refused' in read) throw new ImportRefused('invalid', path, `is not ${read.refused}`)
    const { how, encoding, text } = read
    if (how === 'guessed') this.guesses.set(path, { encoding, sample: sampleOf(text) })
    return text
  }

  async json(path: string, maxBytes?: number): Promise<unknown> {
    return parsedJson(await this.text(path, maxBytes), path)
  }

  /** Parses the same content once and returns the same object for it. */
  #once<T>(kind: string, content: string, parse: () => T): T {
    const key = `${kind} ${createHash('sha256').update(content).digest('base64')}`
    const known = this.#parsed.get(key)
    if (known !== undefined) return known as T
    const parsed = parse()
    this.#parsed.set(key, parsed)
    return parsed
  }

  async inspect(path: string): Promise<Inspected> {
    const hash = createHash('sha256')
    let head = Buffer.alloc(0)
    let isEncrypted = false
    let last: Uint8Array = Buffer.alloc(0)
    for await (const chunk of (await this.open(path)).iterator() as AsyncIterable<Buffer>) {
      hash.update(chunk)
      if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)])
      isEncrypted ||= head.includes('%PDF-') && saysEncrypted(Buffer.concat([last, chunk]))
      last = chunk.subarray(-sharedBytes)
    }
    const type = await typeOfHead(head)
    const needsPassword = type === 'application/pdf' && isEncrypted && (await this.#needsPassword(path))
    return { sha256: hash.digest('hex'), type, needsPassword }
  }

  async #needsPassword(path: string): Promise<boolean> {
    const entry = this.#entry(path)
    const { needsPassword } = await import('#server/features/media/pdf-password.ts')
    return needsPassword(await this.#archive.read(entry, entry.bytes))
  }

  async captions(path: string, maxBytes: number): ReturnType<typeof readCaptions> {
    return readCaptions(await this.#archive.read(this.#entry(path), maxBytes))
  }

  /** Returns the text of a lesson, or of a part of a divided text. @throws ImportRefused for a longer text without parts */
  async lessonText(
    item: TextItem,
    rules: TextRules,
  ): Promise<{ document: LessonDocument; draft: LessonDocument | null }> {
    const parts = await this.partsOf(item, rules)
    const document = parts[item.part?.at ?? 0]
    if (!document || (item.part === undefined && parts.length > 1)) throw tooLong(item)
    return { document, draft: item.draft === null ? null : await this.#document(item.draft) }
  }

  /**
   * Returns the text, divided into parts when it is longer than a lesson. `item.document` is the exact text that a course export
   * writes beside the Markdown. It is used only while the Markdown is unchanged, because the author may have edited the Markdown. A
   * text of a folder is returned without the title at its beginning.
   */
  async partsOf(item: TextItem, { form, links }: TextRules): Promise<LessonDocument[]> {
    const isOfFolder = form === 'folder'
    const markdown = await this.text(item.text)
    const exact = item.document === null ? null : await this.text(item.document)
    const pictures = new Map((item.pictures ?? []).map(({ file, path }) => [path, file]))
    const linkOf = links.linkOf(item.text, {
      keepsOthers: !isOfFolder,
      pictureOf: (href) => pictures.get(this.pictures.find(href, item.text) ?? '') ?? null,
    })
    const title = item.part?.title ?? item.title
    // A relative link means another file in another folder, so the folder is part of the key. No text contains U+0000, so U+0000
    // separates the parts of the key.
    const folder = item.text.slice(0, item.text.lastIndexOf('/') + 1)
    const kind = `text ${folder}\0${isOfFolder ? title : ''}`
    return this.#once(kind, `${markdown}\0${exact ?? ''}`, () => {
      const path = item.document ?? ''
      const given = exact === null ? null : parsedJson(exact, path)
      const read = isOfFolder
        ? untitled(readAuthorText(markdown, linkOf), title)
        : writtenText(markdown, { given, path, linkOf })
      const parts = partsOfText(read)
      if (!parts) throw tooLong(item)
      return parts.map((part) => checkedDocument(part, item.text))
    })
  }

  async #document(path: string): Promise<LessonDocument> {
    const text = await this.text(path)
    return this.#once('document', text, () => parsedDocument(text, path))
  }

  async quiz(item: QuizItem): Promise<ArchivedQuiz> {
    return {
      published: item.quiz === null ? null : await this.#publishedQuiz(item.quiz),
      draft: item.draft === null ? null : await this.#draftQuiz(item.draft),
    }
  }

  /** Returns the quiz without the questions that are wrong by themselves, and one line for each of their problems. */
  async quizInParts(item: QuizItem): Promise<{ quiz: ArchivedQuiz; leftOut: string[] }> {
    if (item.quiz === null) return { quiz: await this.quiz(item), leftOut: [] }
    const path = item.quiz
    const text = await this.text(path, quizFileMaxBytes)
    return this.#once('quiz in parts', text, () => {
      const read = readQuizInParts(text, { namesPictures: true })
      if ('problems' in read) throw invalidQuiz(read.problems, path)
      const leftOut = read.leftOut.map((problem) => `${problem.path}: ${problem.message}`)
      return { quiz: { published: read.quiz, draft: null }, leftOut }
    })
  }

  /** Returns the question after a video. */
  async recall(path: string): Promise<ArchivedQuiz> {
    const published = await this.#publishedQuiz(path)
    const { questions } = published
    if (questions.length !== 1 || !questions.every(({ type }) => isRecallKind(type)))
      throw new ImportRefused(
        'invalid',
        path,
        'questions: one question without code or hand-in follows a video',
      )
    return { published, draft: null }
  }

  async #draftQuiz(path: string) {
    const text = await this.text(path)
    return this.#once('draft of a quiz', text, () => checked(quizDraft, parsedJson(text, path), path))
  }

  async #publishedQuiz(path: string) {
    const text = await this.text(path, quizFileMaxBytes)
    return this.#once('quiz', text, () => parsedQuiz(text, path))
  }
}

const tooLong = ({ text }: TextItem): ImportRefused => new ImportRefused('too-long', text)

function parsedJson(text: string, path: string): unknown {
  try {
    return parseNestedJson(text, storable)
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    throw new ImportRefused('not-json', path, reason.slice(0, longestLine))
  }
}

const parsedDocument = (text: string, path: string): LessonDocument =>
  checkedDocument(parsedJson(text, path), path)

/**
 * Returns the exact text if it still matches the Markdown, else the Markdown as read. Either may be longer than a lesson; the
 * caller divides and checks it.
 */
function writtenText(
  markdown: string,
  { given, path, linkOf }: { given: unknown; path: string; linkOf: LinkOf },
): LessonDocument {
  const exact = given === null ? null : checked(textOfAnyLength, given, path)
  return exact === null || markdownOf(exact) !== markdown ? readMarkdown(markdown, linkOf) : exact
}

function parsedQuiz(text: string, path: string) {
  const read = readQuizFile(text, { namesPictures: true })
  if ('quiz' in read) return read.quiz
  throw invalidQuiz(read.problems, path)
}

const invalidQuiz = ([first]: readonly QuizProblem[], path: string): ImportRefused =>
  new ImportRefused('invalid', path, `${first?.path ?? ''}: ${first?.message ?? ''}`.replace(/^: /, ''))

const checkedDocument = (given: unknown, path: string): LessonDocument => checked(lessonDocument, given, path)

/** Throws ImportRefused with the first problem and its place in the data. */
export function checked<Schema extends z.core.$ZodType>(
  schema: Schema,
  given: unknown,
  path: string,
): z.core.output<Schema> {
  const parsed = z.safeParse(schema, given)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new ImportRefused('invalid', path, issue ? issueText(issue) : '')
}

export const issueText = ({ path, message }: { path: PropertyKey[]; message: string }): string =>
  path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`

/** Removes the heading at the beginning if it repeats the title of the lesson. */
const untitled = ({ document, heading }: AuthorText, title: string): LessonDocument => {
  const [, ...rest] = document.content
  // A title of maximum length may be cut, so it may be only the beginning of the heading.
  const isTitle =
    endsWithTitle(title, heading) || (title.length >= titleMaxLength - 1 && heading.startsWith(title))
  return rest.length > 0 && heading !== '' && isTitle ? { ...document, content: rest } : document
}
