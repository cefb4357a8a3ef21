/** Texts of lessons: who reads them, drafts, and showing a draft to learners. */
import { picturesIn, type LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import type { LessonText, LessonTextEdit, ShownPicture } from '@apogee/contracts/courses/lesson-texts.ts'
import { wordsOfText } from '@apogee/domain/lesson-text.ts'
import { emit } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import { verdictOn } from '#server/policy/authorise.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { Caller, MaybeCaller } from '#server/policy/caller.ts'
import { noteEdits, recordEdit } from '#server/policy/edits.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { CourseStanding } from '#server/policy/standing.ts'
import * as courseStore from './courses.store.ts'
import { LessonTextLines } from './lesson-text-lines.ts'
import * as store from './lesson-texts.store.ts'

interface TextChange {
  document: LessonDocument
  /** The version that the request has read. */
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

  /** `standing` is in a lesson that is open to the caller, or that the caller teaches. */
  async read(caller: MaybeCaller, standing: CourseStanding, resourceId: number): Promise<LessonText> {
    const text = await textOf(this.#deps.database.kysely, standing.courseId, resourceId)
    const isFreePreview = text.isPreview && text.isPublished && standing.visibility === 'public'
    if (verdictOn('course.study', standing) !== 'allow' && !isFreePreview) refuse('LESSON_NOT_OPEN')
    const { document } = text
    return { resourceId, document, pictures: await this.#picturesOf(caller, resourceId, document) }
  }

  async readEdit(caller: Caller, courseId: number, resourceId: number): Promise<LessonTextEdit> {
    const text = await textOf(this.#deps.database.kysely, courseId, resourceId)
    const document = text.draft ?? text.document
    return { ...presentEdit(text), document, pictures: await this.#picturesOf(caller, resourceId, document) }
  }

  async #picturesOf(
    caller: MaybeCaller,
    resourceId: number,
    document: LessonDocument,
  ): Promise<ShownPicture[]> {
    const { database, media } = this.#deps
    const shown = new Set(picturesIn(document))
    if (shown.size === 0) return []
    const stored = await store.picturesOfText(database.kysely, resourceId)
    return stored
      .filter(({ publicId }) => shown.has(publicId))
      .map(({ publicId, width, height }) => ({
        ...{ file: publicId, width, height },
        url: media.urlFor(caller, { publicId, purpose: 'text-picture' }),
      }))
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

  /** Saves the text, and publishes its lesson. */
  async publish(
    caller: Caller,
    courseId: number,
    resourceId: number,
    change: TextChange,
  ): Promise<LessonTextEdit> {
    await this.#deps.database.transaction(async (tx) => {
      const { isPublished, isModulePublished } = await this.#lockForEdit(tx, caller, {
        ...{ courseId, resourceId, change },
      })
      const at = this.#deps.clock.now()
      const { document } = change
      await store.publishText(tx, resourceId, { document, at })
      await courseStore.updateResource(tx, resourceId, { words: wordsOfText(document), isPublished: true })
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
      ...{ kind: 'resource', id: resourceId, by: caller.userId, at: this.#deps.clock.now() },
      version: change.version,
      current: { document: text.draft ?? text.document },
      changes: { document: change.document },
    })
    await this.#requirePictures(tx, caller, resourceId, change.document)
    return text
  }

  /** Refuses FILE_NOT_AN_UPLOAD for other than the caller's own uploads, those of their business, and what the text shows already. */
  async #requirePictures(
    tx: Tx,
    caller: Caller,
    resourceId: number,
    document: LessonDocument,
  ): Promise<void> {
    const files = picturesIn(document)
    if (files.length === 0) return
    const present = new Set((await store.picturesOfText(tx, resourceId)).map(({ publicId }) => publicId))
    for (const file of files)
      if (!present.has(file))
        await this.#deps.media.resolveUpload(tx, caller, `/media/${file}`, ['text-picture'], 'document')
  }
}

async function textOf(db: Db, courseId: number, resourceId: number): Promise<store.LessonTextRow> {
  const text = await store.lessonTextOf(db, resourceId)
  return text?.courseId === courseId ? text : refuse('LESSON_NOT_TEXT')
}

const presentEdit = (text: store.LessonTextRow): Omit<LessonTextEdit, 'document' | 'pictures'> => ({
  resourceId: text.resourceId,
  courseId: text.courseId,
  title: text.title,
  isPublished: text.isPublished,
  isModulePublished: text.isModulePublished,
  hasDraft: text.draft !== null,
  savedAt: text.savedAt.toISOString(),
  version: text.version,
})
