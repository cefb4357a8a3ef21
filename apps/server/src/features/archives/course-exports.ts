/**
 * Exports whole courses: issues a download address for one person and serves the stream behind it
 * (docs/decisions/course-archives.md).
 */
import { exportFormats, type ExportFormat } from '@apogee/contracts/archives/archives.ts'
import type { AnswerOf } from '@apogee/contracts/endpoints.ts'
import { languages, type Language } from '@apogee/domain/languages.ts'
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import type { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { OneDownloadEach } from '#server/platform/zip/one-download-each.ts'
import { SealedAddresses } from '#server/platform/secrets/sealed-address.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Keys } from '#server/platform/secrets/keys.ts'
import type { WrittenZip } from '#server/platform/zip/write-zip.ts'
import { verdictOn } from '#server/policy/authorise.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import { standingIn } from '#server/policy/standing.ts'
import type { Certificates } from '#server/features/achievements/certificates.ts'
import type { QuizArchives } from '#server/features/assessments/quizzes/quiz-archives.ts'
import type { Courses, StoredItem, WholeCourse } from '#server/features/courses/courses.service.ts'
import type { Media, MediaRow } from '#server/features/media/media.service.ts'
import * as store from './archives.store.ts'
import type { CourseParts } from './write-course.ts'

export interface CourseExportsDependencies {
  database: Database
  clock: Clock
  keys: Keys
  temporaryFolder: string
  media: Media
  courses: Courses
  quizArchives: QuizArchives
  achievements: { certificates: Pick<Certificates, 'readRule'> }
}

interface Asked {
  courseId: number
  format: ExportFormat
  /** The list of parts that are left out is in this language. */
  language: Language
}

interface WrittenCourse {
  zip: WrittenZip
  name: string
  leftOut: Pick<BegunExport, 'leftOut' | 'leftOutCount'>
}

type BegunExport = AnswerOf<'exportCourse'>['data']

/** The caller chooses these options. The contract of the call describes them. */
interface ExportChoice {
  format?: ExportFormat | undefined
  language?: Language | undefined
}

export const exportPath = '/course-exports'

const sealedExport = z.object({
  userId: z.int(),
  courseId: z.int(),
  format: z.enum(exportFormats),
  language: z.enum(languages),
})

export class CourseExports {
  readonly #deps: CourseExportsDependencies
  readonly #addresses
  readonly #downloads = new OneDownloadEach()

  constructor(deps: CourseExportsDependencies) {
    this.#deps = deps
    this.#addresses = new SealedAddresses(deps, {
      path: exportPath,
      purpose: 'course export',
      lifetimeMs: 5 * 60_000,
      content: sealedExport,
    })
  }

  /** Requires that the caller may edit the course. Refuses EXPORT_RUNNING. */
  async begin(
    caller: Caller,
    { courseId, format = 'course', language }: Pick<Asked, 'courseId'> & ExportChoice,
  ): Promise<BegunExport> {
    const { userId } = caller
    if (this.#downloads.isRunning(userId)) refuse('EXPORT_RUNNING')
    const author = (await store.authorById(this.#deps.database.kysely, userId)) ?? refuse('COURSE_NOT_FOUND')
    const asked: Asked = { courseId, format, language: language ?? author.language }
    const { zip, name, leftOut } = await this.#write(asked)
    zip.stream.destroy()
    return {
      url: this.#addresses.addressOf({ ...asked, userId }),
      name,
      bytes: zip.bytes,
      ...leftOut,
    }
  }

  /**
   * Opens the archive at an address that `begin` returned. Refuses NOT_FOUND for a forged or expired address, and for a person who
   * may no longer edit the course.
   */
  async open(key: string): Promise<WrittenZip & { name: string }> {
    const { userId, ...asked } = this.#addresses.open(key) ?? refuse('NOT_FOUND')
    const db = this.#deps.database.kysely
    const person = (await store.authorById(db, userId)) ?? refuse('NOT_FOUND')
    const standing = (await standingIn(db, person, { course: asked.courseId })) ?? refuse('NOT_FOUND')
    if (verdictOn('course.edit', standing) !== 'allow') refuse('NOT_FOUND')
    if (this.#downloads.isRunning(userId)) refuse('EXPORT_RUNNING')
    const { zip, name } = await this.#downloads.start(userId, () => this.#write(asked))
    return { ...zip, name }
  }

  async #write({ courseId, format, language }: Asked): Promise<WrittenCourse> {
    const { courses, database, clock, temporaryFolder } = this.#deps
    const course = await courses.archives.read(database.kysely, courseId)
    const tools = await import('./archive-tools.ts')
    const open = (file: MediaRow): Promise<Readable> => this.#deps.media.openFile(file.storageKey)
    const parts = { course, ...(await this.#questionsOf(course)), ...(await this.#mediaOf(course)), open }
    const name = `${tools.nameOf(course.title)}-${dayInMalaysia(clock.now().toISOString())}`
    if (format === 'cartridge') {
      const { entries, leftOut } = tools.cartridgeEntries({
        ...parts,
        courseId,
        calloutWords: tools.courseExportTexts(course.language ?? language).calloutWords,
        listOf: (all) => tools.leftOutList(course.title, all, language),
      })
      const zip = await tools.writeZipWithTexts(temporaryFolder, entries)
      return { zip, name: `${name}.imscc`, leftOut: tools.shownLeftOut(leftOut, language) }
    }
    const certificate = await this.#deps.achievements.certificates.readRule(courseId)
    const entries = tools.courseEntries({ ...parts, certificate, readMarkdown: tools.readMarkdown })
    return {
      zip: await tools.writeZipWithTexts(temporaryFolder, entries),
      name: `${name}.zip`,
      leftOut: { leftOut: [], leftOutCount: 0 },
    }
  }

  async #questionsOf({
    modules,
  }: WholeCourse<StoredItem>): Promise<Pick<CourseParts, 'quizzes' | 'recalls'>> {
    const items = modules.flatMap((module) => module.items)
    const quizzes: [number, Awaited<ReturnType<QuizArchives['read']>>][] = []
    for (const { id, fileType } of items)
      if (fileType === 'quiz') quizzes.push([id, await this.#deps.quizArchives.read(id)])
    const videos = items.flatMap(({ id, fileType }) => (fileType === 'video' ? [id] : []))
    return { quizzes: new Map(quizzes), recalls: await this.#deps.quizArchives.readRecalls(videos) }
  }

  async #mediaOf({
    coverId,
    modules,
  }: WholeCourse<StoredItem>): Promise<Pick<CourseParts, 'media' | 'captions'>> {
    const { media, database } = this.#deps
    const items = modules.flatMap((module) => module.items).filter(({ fileType }) => fileType !== 'quiz')
    const pictures = await this.#deps.courses.archives.picturesOf(
      database.kysely,
      items.filter(({ text }) => text !== null).map(({ id }) => id),
    )
    const asked = await this.#deps.quizArchives.picturesOf(
      modules
        .flatMap((module) => module.items)
        .flatMap(({ id, fileType }) => (fileType === 'quiz' || fileType === 'video' ? [id] : [])),
    )
    const named = [coverId, ...items.map(({ mediaId }) => mediaId), ...pictures, ...asked]
    const shown = named.filter((id) => id !== null)
    const captions = await media.captionsOf(database.kysely, shown)
    const ids = [...new Set([...shown, ...captions.map(({ mediaId }) => mediaId)])]
    const rows = await media.filesById(database.kysely, ids)
    return { media: new Map(rows.map((row) => [row.id, row])), captions }
  }
}
