/** Writes a whole course as the entries of an archive. The same course always gives the same bytes. */
import type { CertificateRule } from '@apogee/contracts/achievements/achievements.ts'
import type { LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import { markdownOf } from '@apogee/contracts/courses/markdown/write.ts'
import type { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import type { ZipSource } from '#server/platform/zip/write-zip.ts'
import type { ZipText } from '#server/platform/zip/zip-texts.ts'
import type { ArchivedQuiz } from '#server/features/assessments/quizzes/quiz-archives.ts'
import { lessonAt, withLinks } from '#server/features/courses/lesson-texts/text-links.ts'
import type { StoredItem, WholeCourse } from '#server/features/courses/courses.service.ts'
import type { MediaRow } from '#server/features/media/media.service.ts'
import { fileName, nameOf, numbered } from './archive-names.ts'
import { archiveAddress } from './item-links.ts'
import { extensionOfMedium, numberOfFile } from './packed-media.ts'
import { archivedUpload, picturesOfQuiz, uploadsIn, withQuizPictures, withUploads } from './text-uploads.ts'
import {
  courseFile,
  manifestText,
  type CourseFile,
  type CourseItem,
  type CourseManifest,
} from './course-format.ts'

export interface CourseParts {
  course: WholeCourse<StoredItem>
  certificate: CertificateRule
  /** Keys are item ids. */
  quizzes: ReadonlyMap<number, ArchivedQuiz>
  /** Holds the questions after videos. Keys are the ids of the videos. */
  recalls: ReadonlyMap<number, ArchivedQuiz>
  /** Keys are media ids, including those of captions. */
  media: ReadonlyMap<number, MediaRow>
  captions: readonly {
    videoId: number
    language: CourseFile['captions'][number]['language']
    mediaId: number
  }[]
  open: (file: MediaRow) => Promise<Readable>
  /** The Markdown parser is a parameter, because nothing but archives loads its module. */
  readMarkdown: (markdown: string) => LessonDocument
}

export function courseEntries(parts: CourseParts): (ZipSource | ZipText)[] {
  const writer = new CourseWriter(parts)
  return writer.entries()
}

class CourseWriter {
  readonly #parts: CourseParts
  /** Keys are item ids. `name` consists of the number of the module, the number of the item, and the title. */
  readonly #names = new Map<number, { item: StoredItem; name: string }>()
  readonly #texts: ZipText[] = []
  readonly #files = new Map<number, CourseFile>()
  readonly #sources: ZipSource[] = []

  constructor(parts: CourseParts) {
    this.#parts = parts
    const { modules } = parts.course
    for (const [at, { items }] of modules.entries())
      for (const [place, item] of items.entries()) {
        const number = `${numbered(at, modules.length)}-${numbered(place, items.length)}`
        this.#names.set(item.id, { item, name: `${number}-${nameOf(item.title)}` })
      }
  }

  entries(): (ZipSource | ZipText)[] {
    const { modules, coverId, salesContent, priceCents, ...course } = this.#parts.course
    const cover = coverId === null ? null : this.#fileOf(coverId)
    const manifest: CourseManifest = {
      course: {
        title: course.title,
        description: course.description,
        isPrivate: course.isPrivate,

        priceSen: priceCents,
        category: course.category,
        language: course.language,
        level: course.level,
        hasScratchpad: course.hasScratchpad,
        allowsOfflineVideo: course.allowsOfflineVideo,
        cover,
        access: course.access,
        salesPage: salesContent,
        certificate: this.#parts.certificate,
      },
      modules: modules.map(({ title, description, isPublished, opening, items }) => ({
        title,
        description,
        isPublished,
        opening,
        items: items.map((item) => this.#item(item)),
      })),
      files: [...this.#files.values()],
    }
    return [zipText(courseFile, manifestText(manifest)), ...this.#texts, ...this.#sources]
  }

  #item(item: StoredItem): CourseItem {
    const name = this.#names.get(item.id)?.name ?? ''
    const { title, isPublished, isPreview, practice } = item
    const every = { title, isPublished, isPreview, practice }
    if (item.text) return { ...every, kind: 'text', ...this.#text(item.text, `lessons/${name}`) }
    const quiz = this.#parts.quizzes.get(item.id)
    if (quiz) return { ...every, kind: 'quiz', ...this.#quiz(quiz, `quizzes/${name}`) }
    if (item.mediaId === null || item.fileType === 'quiz')
      throw new Error(`item ${item.id} has neither text nor file`)
    const { fileType, chapters } = item
    return {
      ...every,
      kind: 'file',
      fileType,
      file: this.#fileOf(item.mediaId),
      chapters: [...(chapters ?? [])],
      ...this.#recall(item.id, `questions/${name}`),
    }
  }

  #text({ document: stored, draft: storedDraft }: NonNullable<StoredItem['text']>, name: string) {
    const texts = [stored, ...(storedDraft ? [storedDraft] : [])]
    const pictures = this.#uploads(texts.flatMap((text) => uploadsIn(text, 'picture')))
    const attachments = this.#uploads(texts.flatMap((text) => uploadsIn(text, 'attachment')))
    const videos = this.#uploads(texts.flatMap((text) => uploadsIn(text, 'video')))
    const renamed = new Map(
      [...pictures, ...attachments, ...videos].map(({ publicId, file }) => [publicId, file]),
    )
    const archived = (text: LessonDocument) => withUploads(this.#linked(text), renamed)
    const document = archived(stored)
    const markdown = markdownOf(document)
    const isExact = isDeepStrictEqual(this.#parts.readMarkdown(markdown), document)
    return {
      text: this.#write(`${name}.md`, markdown),
      document: isExact ? null : this.#write(`${name}.json`, jsonOf(document)),
      draft: storedDraft && this.#write(`${name}.draft.json`, jsonOf(archived(storedDraft))),
      // Archives of earlier releases lack the field too, so an empty list is omitted.
      ...(pictures.length > 0 && { pictures: pictures.map(({ file, path }) => ({ file, path })) }),
      ...(attachments.length > 0 && { attachments: attachments.map(({ file, path }) => ({ file, path })) }),
      ...(videos.length > 0 && { videos: videos.map(({ file, path }) => ({ file, path })) }),
    }
  }

  /** Links to lessons of the course become addresses of their files in the archive. */
  #linked(text: LessonDocument): LessonDocument {
    return withLinks(text, (href) => {
      const lesson = lessonAt(href)
      const path = lesson && this.#pathOf(lesson.resourceId)
      return lesson && path ? `${archiveAddress(path)}${lesson.rest}` : href
    })
  }

  /** Returns the path of an item's file, even before the file is written. */
  #pathOf(itemId: number): string | null {
    const found = this.#names.get(itemId)
    if (!found) return null
    const { item, name } = found
    if (item.text) return `lessons/${name}.md`
    const quiz = this.#parts.quizzes.get(itemId)
    if (quiz) return `quizzes/${name}.${quiz.published ? '' : 'draft.'}json`
    return item.mediaId === null ? null : this.#fileOf(item.mediaId)
  }

  #quiz(stored: ArchivedQuiz, name: string) {
    const pictures = this.#uploads(picturesOfQuiz(stored))
    const renamed = new Map(pictures.map(({ publicId, file }) => [publicId, file]))
    const { published, draft } = withQuizPictures(stored, (file) => renamed.get(file) ?? null)
    return {
      quiz: published && this.#write(`${name}.json`, jsonOf(published)),
      draft: draft && this.#write(`${name}.draft.json`, jsonOf(draft)),
      ...(pictures.length > 0 && { pictures: pictures.map(({ file, path }) => ({ file, path })) }),
    }
  }

  #recall(itemId: number, name: string) {
    const stored = this.#parts.recalls.get(itemId)
    if (!stored) return {}
    const { quiz, pictures } = this.#quiz(stored, name)
    return { ...(quiz !== null && { recall: quiz }), ...(pictures && { pictures }) }
  }

  #uploads(publicIds: readonly string[]): { publicId: string; file: string; path: string }[] {
    const media = [...this.#parts.media.values()]
    return [...new Set(publicIds)].flatMap((publicId) => {
      const row = media.find((one) => one.publicId === publicId)
      if (!row) return []
      const path = this.#fileOf(row.id)
      const place = [...this.#files.keys()].indexOf(row.id)
      return [{ publicId, file: archivedUpload(place + 1), path }]
    })
  }

  #write(path: string, text: string): string {
    this.#texts.push(zipText(path, text))
    return path
  }

  /** Returns the path of a medium. The archive holds each medium once, however many items use it. */
  #fileOf(mediaId: number): string {
    const known = this.#files.get(mediaId)
    if (known) return known.path
    const { path, row } = this.#place(mediaId)
    const file = describe(path, row)
    this.#files.set(mediaId, file)
    for (const { language, mediaId: track } of this.#parts.captions.filter(
      ({ videoId }) => videoId === mediaId,
    ))
      file.captions.push({ language, file: this.#fileOf(track) })
    return path
  }

  #place(mediaId: number): { path: string; row: MediaRow } {
    const row = this.#parts.media.get(mediaId)
    if (!row) throw new Error(`medium ${mediaId} of the course is missing`)
    const path = `files/${fileName(numberOfFile(this.#files.size), row.originalName, extensionOfMedium(row))}`
    const { open } = this.#parts
    // This closure uses `open` instead of `this`, which would keep the texts of the course in memory.
    this.#sources.push({ path, bytes: row.sizeBytes, open: () => open(row) })
    return { path, row }
  }
}

const describe = (path: string, row: MediaRow): CourseFile => ({
  path,
  name: row.originalName,
  type: row.contentType,
  bytes: row.sizeBytes,
  sha256: row.sha256.toString('hex'),
  captions: [],
})

const jsonOf = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

const zipText = (path: string, text: string): ZipText => ({ path, text: () => [text] })
