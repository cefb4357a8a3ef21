/** Merges the server's notes with unsaved changes for display. */
import type { LessonNote, Passage } from '@apogee/contracts/notes/notes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { useStore } from '#web/platform/session/store.ts'
import { readAgain, showDeleted, showSaved } from './api/notes.ts'
import { noteSaverOf, type NoteSaver, type SavingState } from './note-saver.ts'

export interface ShownNote {
  id: string
  courseId: number
  resourceId: number
  positionMs: number | null
  page: number | null
  passage: Passage | null
  text: string
  version: number
  /** Null means that the server has the note as it is shown. */
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
  /** Saves without the autosave pause. */
  saveNow: (id: string) => void
  resolve: (id: string, text: string) => void
  /** Removes the note from the lists immediately. Rejects and shows the note again when the server cannot delete it. */
  remove: (note: ShownNote) => Promise<void>
  restore: (note: ShownNote) => void
  /** Drops an empty note that was never saved. */
  drop: (id: string) => void
}

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
      // A save that was under way may have added the note to the lists again.
      showDeleted(queries, viewer, courseId, id)
    },
  }
}

/** Returns the notes in the order of their places. Notes that the server does not have yet are included if `adds` accepts them. */
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
