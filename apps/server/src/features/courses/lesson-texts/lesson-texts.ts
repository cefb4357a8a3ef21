/** Reads the texts of lessons, and saves and publishes their drafts. */
import {
  attachmentsIn,
  picturesIn,
  videosIn,
  type LessonDocument,
} from '@apogee/contracts/courses/lesson-document.ts'
import type { LessonText, LessonTextEdit } from '@apogee/contracts/courses/lesson-texts.ts'
import { wordsOfText } from '@apogee/domain/text/lesson-text.ts'
import { emit } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import { verdictOn } from '#server/policy/authorise.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { Caller, MaybeCaller } from '#server/policy/caller.ts'
import { noteEdits, recordEdit } from '#server/policy/edits.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { CourseStanding } from '#server/policy/standing.ts'
import * as contentStore from '../outline/contents.store.ts'
import { presentCaptions, streamAt } from '../courses.present.ts'
import * as courseStore from '../courses.store.ts'
import { LessonTextLines } from './lesson-text-lines.ts'
import * as store from './lesson-texts.store.ts'

interface TextChange {
  document: LessonDocument
  /** The client read this version. It shows whether another person has changed the text since. */
  version?: number | undefined
}

interface LessonTextsDependencies {
  database: Database
  clock: Clock
  media: Pick<Media, 'resolveUpload' | 'urlFor'>
}

export class LessonTexts {
  readonly #deps: LessonTextsDependencies

  readonly lines = new LessonTextLines()

  constructor(deps: LessonTextsDependencies) {
    this.#deps = deps
  }

  /**
   * Returns the text that learners read. Refuses a caller who may not study the course, unless the lesson is a free preview of a
   * public course.
   */
  async read(caller: MaybeCaller, standing: CourseStanding, resourceId: number): Promise<LessonText> {
    const text = await textOf(this.#deps.database.kysely, standing.courseId, resourceId)
    const isFreePreview = text.isPreview && text.isPublished && standing.visibility === 'public'
    if (verdictOn('course.study', standing) !== 'allow' && !isFreePreview)
      refuse(standing.isWaiting ? 'PREREQUISITES_OPEN' : 'LESSON_NOT_OPEN')
    const { document } = text
    return { resourceId, document, ...(await this.#uploadsOf(caller, resourceId, document)) }
  }

  async readEdit(caller: Caller, courseId: number, resourceId: number): Promise<LessonTextEdit> {
    const text = await textOf(this.#deps.database.kysely, courseId, resourceId)
    const document = text.draft ?? text.document
    return { ...presentEdit(text), document, ...(await this.#uploadsOf(caller, resourceId, document)) }
  }

  async #uploadsOf(
    caller: MaybeCaller,
    resourceId: number,
    document: LessonDocument,
  ): Promise<Pick<LessonText, 'pictures' | 'files' | 'videos'>> {
    const { database, media } = this.#deps
    const shown = new Set(wantedUploads(document).map(({ file, purpose }) => `${purpose} ${file}`))
    if (shown.size === 0) return { pictures: [] }
    const stored = (await store.uploadsOfText(database.kysely, resourceId)).map((row) => ({
      ...row,
      file: row.publicId,
      url: media.urlFor(caller, row),
    }))
    const those = (purpose: TextPurpose) =>
      stored.filter((row) => row.purpose === purpose && shown.has(`${purpose} ${row.file}`))
    const files = those('text-file').map(({ file, url, name, bytes }) => ({ file, url, name, bytes }))
    const videos = those('text-video').map(({ file, url, name, bytes, seconds, stream, captions }) => ({
      file,
      url,
      name,
      bytes,
      seconds,
      ...streamAt(url, stream),
      ...(captions.length > 0 && {
        captions: presentCaptions({ captions }, caller, (by, file) => media.urlFor(by, file)),
      }),
    }))
    return {
      ...(files.length > 0 && { files }),
      ...(videos.length > 0 && { videos }),
      pictures: those('text-picture').map(({ file, url, width, height }) => ({
        file,
        url,
        width: width ?? 0,
        height: height ?? 0,
      })),
    }
  }

  async saveDraft(
    caller: Caller,
    courseId: number,
    resourceId: number,
    change: TextChange,
  ): Promise<LessonTextEdit> {
    await this.#deps.database.transaction(async (tx) => {
      await this.#lockForEdit(tx, caller, { courseId, resourceId, change })
      const { document } = change
      await store.saveTextDraft(tx, resourceId, { document, at: this.#deps.clock.now() })
    })
    return this.readEdit(caller, courseId, resourceId)
  }

  async publish(
    caller: Caller,
    courseId: number,
    resourceId: number,
    change: TextChange,
  ): Promise<LessonTextEdit> {
    await this.#deps.database.transaction(async (tx) => {
      const { isPublished, isModulePublished } = await this.#lockForEdit(tx, caller, {
        courseId,
        resourceId,
        change,
      })
      const at = this.#deps.clock.now()
      const { document } = change
      await store.publishText(tx, resourceId, { document, at })
      await contentStore.updateResource(tx, resourceId, { words: wordsOfText(document), isPublished: true })
      if (isModulePublished) await courseStore.noteContentsChanged(tx, courseId, at)
      if (isPublished) return
      await noteEdits(tx, {
        kind: 'resource',
        ids: [resourceId],
        field: 'isPublished',
        by: caller.userId,
        at,
      })
      await emit(tx, 'course.contents-changed', { courseId })
    })
    return this.readEdit(caller, courseId, resourceId)
  }

  /** Locks the course and records the change, or refuses it. */
  async #lockForEdit(
    tx: Tx,
    caller: Caller,
    { courseId, resourceId, change }: { courseId: number; resourceId: number; change: TextChange },
  ): Promise<store.LessonTextRow> {
    if (!(await courseStore.lockCourse(tx, courseId))) refuse('RESOURCE_NOT_FOUND')
    const text = await textOf(tx, courseId, resourceId)
    await recordEdit(tx, {
      kind: 'resource',
      id: resourceId,
      by: caller.userId,
      at: this.#deps.clock.now(),
      version: change.version,
      current: { document: text.draft ?? text.document },
      changes: { document: change.document },
    })
    await this.#requireUploads(tx, caller, resourceId, change.document)
    return text
  }

  /** Refuses FILE_NOT_AN_UPLOAD for a file that is neither an upload of the caller or their business, nor already in the text. */
  async #requireUploads(tx: Tx, caller: Caller, resourceId: number, document: LessonDocument): Promise<void> {
    const wanted = wantedUploads(document)
    if (wanted.length === 0) return
    const present = new Map(
      (await store.uploadsOfText(tx, resourceId)).map((row) => [row.publicId, row.purpose]),
    )
    for (const { file, purpose } of wanted)
      if (present.get(file) !== purpose)
        await this.#deps.media.resolveUpload(tx, caller, `/media/${file}`, [purpose], 'document')
  }
}

type TextPurpose = store.TextUploadRow['purpose']

const wantedUploads = (document: LessonDocument): { file: string; purpose: TextPurpose }[] => [
  ...picturesIn(document).map((file) => ({ file, purpose: 'text-picture' as const })),
  ...attachmentsIn(document).map((file) => ({ file, purpose: 'text-file' as const })),
  ...videosIn(document).map((file) => ({ file, purpose: 'text-video' as const })),
]

/** Returns a text lesson of this course. Refuses LESSON_NOT_TEXT for any other lesson. */
export async function textOf(db: Db, courseId: number, resourceId: number): Promise<store.LessonTextRow> {
  const text = await store.lessonTextOf(db, resourceId)
  return text?.courseId === courseId ? text : refuse('LESSON_NOT_TEXT')
}

const presentEdit = (
  text: store.LessonTextRow,
): Omit<LessonTextEdit, 'document' | 'pictures' | 'files' | 'videos'> => ({
  resourceId: text.resourceId,
  courseId: text.courseId,
  title: text.title,
  isPublished: text.isPublished,
  isModulePublished: text.isModulePublished,
  hasDraft: text.draft !== null,
  savedAt: text.savedAt.toISOString(),
  version: text.version,
})
