/** Texts of lessons: who reads them, drafts, and showing a draft to learners. */
import type { LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import type { LessonText, LessonTextEdit } from '@apogee/contracts/courses/lesson-texts.ts'
import { wordsOfText } from '@apogee/domain/lesson-text.ts'
import { emit } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import { verdictOn } from '#server/policy/authorise.ts'
import type { Caller } from '#server/policy/caller.ts'
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

export class LessonTexts {
  readonly #deps: { database: Database; clock: Clock }

  readonly lines = new LessonTextLines()

  constructor(deps: { database: Database; clock: Clock }) {
    this.#deps = deps
  }

  /** `standing` is in a lesson that is open to the caller, or that the caller teaches. */
  async read(standing: CourseStanding, resourceId: number): Promise<LessonText> {
    const text = await textOf(this.#deps.database.kysely, standing.courseId, resourceId)
    const isFreePreview = text.isPreview && text.isPublished && standing.visibility === 'public'
    if (verdictOn('course.study', standing) !== 'allow' && !isFreePreview) refuse('LESSON_NOT_OPEN')
    return { resourceId, document: text.document }
  }

  async readEdit(courseId: number, resourceId: number): Promise<LessonTextEdit> {
    return presentEdit(await textOf(this.#deps.database.kysely, courseId, resourceId))
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
    return this.readEdit(courseId, resourceId)
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
    return this.readEdit(courseId, resourceId)
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
    return text
  }
}

async function textOf(db: Db, courseId: number, resourceId: number): Promise<store.LessonTextRow> {
  const text = await store.lessonTextOf(db, resourceId)
  return text?.courseId === courseId ? text : refuse('LESSON_NOT_TEXT')
}

const presentEdit = (text: store.LessonTextRow): LessonTextEdit => ({
  resourceId: text.resourceId,
  courseId: text.courseId,
  title: text.title,
  isPublished: text.isPublished,
  isModulePublished: text.isModulePublished,
  document: text.draft ?? text.document,
  hasDraft: text.draft !== null,
  savedAt: text.savedAt.toISOString(),
  version: text.version,
})
