/** The notes that a list shows: those of the server, with what has been typed since. */
import type { LessonNote, Passage } from '@apogee/contracts/notes/notes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#web/platform/client.ts'
import { useViewer } from '#web/platform/session.tsx'
import { useStore } from '#web/platform/store.ts'
import { readAgain, showDeleted, showSaved } from './api/notes.ts'
import { noteSaverOf, type NoteSaver, type SavingState } from './note-saver.ts'

/** A note as a list shows it. */
export interface ShownNote {
  id: string
  courseId: number
  resourceId: number
  positionMs: number | null
  page: number | null
  passage: Passage | null
  text: string
  version: number
  /** Null when the server has it. */
  state: SavingState | null
}

export const shownOf = ({ lesson, ...note }: LessonNote): ShownNote => ({
  id: note.id,
  courseId: note.courseId,
  resourceId: lesson.id,
  positionMs: note.positionMs,
  page: note.page,
  passage: note.passage,
  text: note.text,
  version: note.version,
  state: null,
})

const placeOf = ({ positionMs, page, passage }: ShownNote) => positionMs ?? page ?? passage?.block ?? 0

export interface NoteActions {
  unsaved: NoteSaver['unsaved']
  change: (note: ShownNote) => void
  /** Without the pause of an autosave. */
  saveNow: (id: string) => void
  resolve: (id: string, text: string) => void
  /** Removes it from the lists at once; rejects when the server could not delete it, which shows it again. */
  remove: (note: ShownNote) => Promise<void>
  /** Writes a deleted note again. */
  restore: (note: ShownNote) => void
  /** A note that was never saved and is empty. */
  drop: (id: string) => void
}

/** What a signed-in person does to notes of a course. */
export function useNoteActions(userId: number, courseId: number): NoteActions {
  const queries = useQueryClient()
  const viewer = useViewer()
  const saver = noteSaverOf(userId)
  useEffect(() => saver.onSaved((note) => showSaved(queries, viewer, note)), [saver, queries, viewer])
  useEffect(() => saver.sendAll(), [saver])
  return {
    unsaved: saver.unsaved,
    change: ({ id, state: _, ...note }) => saver.change(id, note),
    saveNow: (id) => void saver.send(id),
    resolve: (id, text) => void saver.resolve(id, text),
    restore: ({ id, state: _, ...note }) => {
      saver.change(id, { ...note, version: 0 })
      void saver.send(id).then(() => readAgain(queries, viewer, courseId))
    },
    drop: (id) => void saver.discard(id),
    remove: async ({ id }) => {
      showDeleted(queries, viewer, courseId, id)
      await saver.discard(id)
      try {
        await call('deleteNote', { params: { courseId, noteId: id } })
      } catch (error) {
        void readAgain(queries, viewer, courseId)
        throw error
      }
      // A save under way may have arrived before.
      showDeleted(queries, viewer, courseId, id)
    },
  }
}

/** In the order of their places. `adds`: also typed notes that the server does not have yet. */
export function useShownNotes(
  { unsaved }: Pick<NoteActions, 'unsaved'>,
  saved: readonly LessonNote[],
  adds: (note: { courseId: number; resourceId: number }) => boolean,
): ShownNote[] {
  const typed = useStore(unsaved)
  const known = new Set(saved.map(({ id }) => id))
  const shown = saved.map((note): ShownNote => {
    const change = typed.get(note.id)
    return change ? { ...shownOf(note), ...placeAndText(change) } : shownOf(note)
  })
  const added = [...typed].flatMap(([id, note]): ShownNote[] =>
    known.has(id) || !adds(note)
      ? []
      : [{ id, courseId: note.courseId, resourceId: note.resourceId, ...placeAndText(note) }],
  )
  return added.length === 0 ? shown : [...shown, ...added].toSorted((a, b) => placeOf(a) - placeOf(b))
}

const placeAndText = ({
  positionMs,
  page,
  passage,
  text,
  version,
  state,
}: Omit<ShownNote, 'id' | 'courseId' | 'resourceId'>) => ({ positionMs, page, passage, text, version, state })
