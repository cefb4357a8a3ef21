/**
 * Exports whole courses: issues a download address for one person and serves the stream behind it
 * (docs/decisions/course-archives.md).
 */
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import type { Readable } from 'node:stream'
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

/** The sealed address of a download holds these fields. */
interface SealedExport {
  courseId: number
  userId: number
  /** The expiry is in milliseconds since 1970. */
  until: number
}

export const exportPath = '/course-exports'
const sealPurpose = 'course export'
const addressLifetimeMs = 5 * 60_000

export class CourseExports {
  readonly #deps: CourseExportsDependencies
  /**
   * Holds the people who are downloading from this process. An archive reads all files of a course, so each person gets one
   * download at a time.
   */
  readonly #running = new Set<number>()

  constructor(deps: CourseExportsDependencies) {
    this.#deps = deps
  }

  /** Requires that the caller may edit the course. Refuses EXPORT_RUNNING. */
  async begin(caller: Caller, courseId: number): Promise<{ url: string; name: string; bytes: number }> {
    if (this.#running.has(caller.userId)) refuse('EXPORT_RUNNING')
    const { zip, name } = await this.#write(courseId)
    zip.stream.destroy()
    const until = this.#deps.clock.now().getTime() + addressLifetimeMs
    const sealed: SealedExport = { courseId, userId: caller.userId, until }
    const key = this.#deps.keys.seal(sealPurpose, JSON.stringify(sealed), sealPurpose).toString('base64url')
    return { url: `${exportPath}?key=${key}`, name, bytes: zip.bytes }
  }

  /**
   * Opens the archive behind an address of `begin`. Refuses NOT_FOUND for a forged or expired address, and for a person who may not
   * edit the course.
   */
  async open(key: string): Promise<WrittenZip & { name: string }> {
    const { courseId, userId } = this.#opened(key)
    const db = this.#deps.database.kysely
    const person = (await store.authorById(db, userId)) ?? refuse('NOT_FOUND')
    const standing = (await standingIn(db, person, { course: courseId })) ?? refuse('NOT_FOUND')
    if (verdictOn('course.edit', standing) !== 'allow') refuse('NOT_FOUND')
    if (this.#running.has(userId)) refuse('EXPORT_RUNNING')
    this.#running.add(userId)
    try {
      const { zip, name } = await this.#write(courseId)
      zip.stream.once('close', () => this.#running.delete(userId))
      return { ...zip, name }
    } catch (error) {
      this.#running.delete(userId)
      throw error
    }
  }

  #opened(key: string): SealedExport {
    const { keys, clock } = this.#deps
    try {
      const sealed = JSON.parse(
        keys.open(sealPurpose, Buffer.from(key, 'base64url'), sealPurpose),
      ) as SealedExport
      if (sealed.until > clock.now().getTime()) return sealed
    } catch {
      // A forged address is treated like an expired one.
    }
    refuse('NOT_FOUND')
  }

  async #write(courseId: number): Promise<{ zip: WrittenZip; name: string }> {
    const { courses, database, clock } = this.#deps
    const course = await courses.archives.read(database.kysely, courseId)
    const { courseEntries, nameOf, readMarkdown, writeZipWithTexts } = await import('./archive-tools.ts')
    const open = (file: MediaRow): Promise<Readable> => this.#deps.media.openFile(file.storageKey)
    const certificate = await this.#deps.achievements.certificates.readRule(courseId)
    const parts = {
      course,
      certificate,
      quizzes: await this.#quizzesOf(course),
      ...(await this.#mediaOf(course)),
    }
    const name = `${nameOf(course.title)}-${dayInMalaysia(clock.now().toISOString())}.zip`
    const entries = courseEntries({ ...parts, open, readMarkdown })
    return { zip: await writeZipWithTexts(this.#deps.temporaryFolder, entries), name }
  }

  async #quizzesOf({ modules }: WholeCourse<StoredItem>): Promise<CourseParts['quizzes']> {
    const quizzes: [number, Awaited<ReturnType<QuizArchives['read']>>][] = []
    for (const { id, fileType } of modules.flatMap(({ items }) => items))
      if (fileType === 'quiz') quizzes.push([id, await this.#deps.quizArchives.read(id)])
    return new Map(quizzes)
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
        .flatMap(({ id, fileType }) => (fileType === 'quiz' ? [id] : [])),
    )
    const named = [coverId, ...items.map(({ mediaId }) => mediaId), ...pictures, ...asked]
    const shown = named.filter((id) => id !== null)
    const captions = await media.captionsOf(database.kysely, shown)
    const ids = [...new Set([...shown, ...captions.map(({ mediaId }) => mediaId)])]
    const rows = await media.filesById(database.kysely, ids)
    return { media: new Map(rows.map((row) => [row.id, row])), captions }
  }
}
