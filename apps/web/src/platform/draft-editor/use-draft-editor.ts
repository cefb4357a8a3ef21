import { useState } from 'react'
import type { Saved } from '../draft-saver.ts'
import { useDraftSaver } from '../use-draft-saver.ts'

/** Begins the names of its texts. */
export type DraftKind = 'quiz' | 'text'

/** What every document of a course is that has drafts. */
export interface DraftedEdit extends Saved {
  resourceId: number
  courseId: number
  title: string
  isPublished: boolean
  isModulePublished: boolean
  /** Saved, but not what learners see. */
  hasDraft: boolean
}

interface Read<Document, Edit> {
  /** As it was read. */
  edit: Edit
  document: Document
  /** Names the draft in this tab. */
  place: string
  save: (document: Document, version: number) => Promise<Edit>
  /** The other person's document was chosen in a conflict. */
  onTheirs?: (theirs: Document) => void
}

export type DraftEditor<Document, Edit extends Saved> = ReturnType<typeof useDraftEditor<Document, Edit>>

/** The document that an author edits, and how it is saved. */
export function useDraftEditor<Document, Edit extends Saved>(read: Read<Document, Edit>) {
  const [edit, setEdit] = useState(read.edit)
  const { saver, initial, conflict, endConflict, state, failure } = useDraftSaver<Document, Edit>({
    place: read.place,
    document: read.document,
    version: read.edit.version ?? 0,
    save: read.save,
    onSaved: setEdit,
  })
  const [document, setDocument] = useState(initial)
  return {
    edit,
    setEdit,
    saver,
    initial,
    state,
    failure,
    conflict,
    document,
    change: (changed: Document) => {
      setDocument(changed)
      saver.change(changed)
    },
    keepMine: () => {
      endConflict()
      if (conflict) saver.resume(conflict.version, document)
    },
    takeTheirs: () => {
      endConflict()
      if (!conflict) return
      saver.resume(conflict.version, null)
      // The whole document is one field of an edit.
      const theirs = conflict.fields[0]?.value as Document
      setDocument(theirs)
      read.onTheirs?.(theirs)
    },
  }
}
