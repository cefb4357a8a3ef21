import { isDeepStrictEqual } from 'node:util'
import type { EditConflict } from '@apogee/contracts/edits.ts'
import { noteLimits } from '@apogee/contracts/limits.ts'
import type { LessonNote, Passage } from '@apogee/contracts/notes/notes.ts'
import { defaultLanguage, type Language } from '@apogee/domain/languages.ts'
import { isVisible } from '@apogee/domain/text/visible-text.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { pageRequest, type Page, type PageQuery } from '#server/platform/pages.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import { serverTexts } from '#server/texts/index.ts'
import * as store from './notes.store.ts'

export interface NotesDependencies {
  database: Database
  clock: Clock
}

interface NoteForm {
  resourceId: number
  positionMs?: number | null | undefined
  page?: number | null | undefined
  passage?: Passage | null | undefined
  text?: string | undefined
  version?: number | undefined
}

type NotesQuery = PageQuery & { resourceId?: number | undefined; search?: string | undefined }

/** Reads and writes only the caller's own notes. */
export class Notes {
  readonly #deps: NotesDependencies
  readonly forget = store.forgetOwner

  constructor(deps: NotesDependencies) {
    this.#deps = deps
  }

  /** Returns a page of notes. The cursor is the number of notes before the page, at most `noteLimits.perCourse`. */
  async listNotes({ userId }: Caller, courseId: number, query: NotesQuery): Promise<Page<LessonNote>> {
    const { limit, before, offset } = pageRequest(query)
    const from = before ?? offset
    const rows = await store.pageOfNotes(
      this.#deps.database.kysely,
      { ownerId: userId, courseId, resourceId: query.resourceId ?? null, search: query.search ?? '' },
      { limit, from },
    )
    const more = rows.length > limit
    return {
      data: rows.slice(0, limit).map(present),
      meta: { total: rows[0]?.total ?? 0, nextCursor: more ? String(from + limit) : null },
    }
  }

  /** Saves a note. Idempotent. A note that was deleted meanwhile is written again, so that no typed text is lost. */
  async saveNote(
    { userId }: Caller,
    { courseId, noteId }: { courseId: number; noteId: string },
    { resourceId, positionMs = null, page = null, passage = null, text = '', version }: NoteForm,
  ): Promise<LessonNote> {
    const { database, clock } = this.#deps
    const note: store.NoteWritten = {
      ownerId: userId,
      courseId,
      id: noteId.toLowerCase(),
      resourceId,
      positionMs,
      page,
      passage,
      text: isVisible(text) ? text : '',
      version: version ?? null,
      at: clock.now(),
    }
    const replaced = await store.replaceNote(database.kysely, note)
    return present(replaced ?? (await this.#insertOrRefuse(note)))
  }

  #insertOrRefuse(note: store.NoteWritten): Promise<store.NoteRow> {
    return this.#deps.database.transaction(async (tx) => {
      await store.lockOwner(tx, note.ownerId)
      // A concurrent copy of the same request may have inserted the note meanwhile.
      const replaced = await store.replaceNote(tx, note)
      if (replaced) return replaced
      const stored = await store.noteOf(tx, note.ownerId, note.id)
      if (stored) {
        if (stored.courseId !== note.courseId) refuse('NOTE_NOT_FOUND')
        if (note.version === null || note.version === stored.version) refuse('RESOURCE_NOT_FOUND')
        refuse('EDIT_CONFLICT', { conflict: conflictOf(stored, note) })
      }
      const count = await store.countNotes(tx, note.ownerId, note.courseId)
      if (count >= noteLimits.perCourse) refuse('NOTE_LIMIT_REACHED')
      return (await store.insertNote(tx, note)) ?? refuse('RESOURCE_NOT_FOUND')
    })
  }

  deleteNote({ userId }: Caller, { courseId, noteId }: { courseId: number; noteId: string }): Promise<void> {
    return store.deleteNote(this.#deps.database.kysely, userId, courseId, noteId)
  }

  /** Exports all notes of a course, at most `noteLimits.perCourse`. */
  async exportNotes(
    { userId }: Caller,
    courseId: number,
    { origin, language }: { origin: string; language: Language | undefined },
  ): Promise<{ fileName: string; markdown: string }> {
    const { kysely } = this.#deps.database
    const title = (await store.courseTitle(kysely, courseId)) ?? refuse('COURSE_NOT_FOUND')
    const asked = { ownerId: userId, courseId, resourceId: null, search: '' }
    const rows = await store.pageOfNotes(kysely, asked, { limit: noteLimits.perCourse, from: 0 })
    const { fileNameOf, markdownOf } = await import('./notes.rules.ts')
    const texts = serverTexts(language ?? defaultLanguage).notes
    return {
      fileName: fileNameOf(texts.fileName(title)),
      markdown: markdownOf(title, rows.map(present), { texts, origin }),
    }
  }
}

const passageOf = ({ block, quote }: Pick<store.NoteRow, 'block' | 'quote'>): Passage | null =>
  block === null || quote === null ? null : { block, quote }

const present = ({
  resourceId,
  lessonTitle,
  contentId,
  createdAt,
  updatedAt,
  ...row
}: store.NoteRow): LessonNote => ({
  id: row.id,
  courseId: row.courseId,
  lesson: { id: resourceId, title: lessonTitle, contentId },
  positionMs: row.positionMs,
  page: row.page,
  passage: passageOf(row),
  text: row.text,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  version: row.version,
})

/**
 * Returns the stored version, which the request would overwrite. Only the owner can have changed the note, so the conflict names
 * the owner.
 */
function conflictOf(stored: store.NoteRow, note: store.NoteWritten): EditConflict {
  const changedAt = stored.updatedAt.toISOString()
  const now = { ...stored, passage: passageOf(stored) }
  const fields = (['resourceId', 'positionMs', 'page', 'passage', 'text'] as const).filter(
    (field) => !isDeepStrictEqual(now[field], note[field]),
  )
  return {
    version: stored.version,
    fields: fields.map((field) => ({
      field,
      value: now[field],
      changedAt,
      changedBy: { id: note.ownerId, name: stored.ownerName },
    })),
  }
}
