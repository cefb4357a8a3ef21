import { useState } from 'react'
import type { Saved } from '../../../platform/drafts/draft-saver.ts'
import { useDraftSaver } from '../../../platform/drafts/use-draft-saver.ts'

/** The names of the page's texts begin with this value. */
export type DraftKind = 'quiz' | 'assignment' | 'text'

/** Every course document with drafts has these fields. */
export interface DraftedEdit extends Saved {
  resourceId: number
  courseId: number
  title: string
  isPublished: boolean
  isModulePublished: boolean
  /** True means that the saved version differs from the version that learners see. */
  hasDraft: boolean
}

/** Names the document's place in the drafts of the tab. An assignment is read as a quiz, so it has the place of one. */
export const draftPlace = (kind: DraftKind, resourceId: number): string =>
  `${kind === 'text' ? 'lesson text' : 'quiz'} ${resourceId}`

interface Read<Document, Edit> {
  edit: Edit
  document: Document
  kind: DraftKind
  save: (document: Document, version: number) => Promise<Edit>
  /** Runs when the person chose the other person's document in a conflict. */
  onTheirs?: (theirs: Document) => void
}

export type DraftEditor<Document, Edit extends DraftedEdit> = ReturnType<
  typeof useDraftEditor<Document, Edit>
>

export function useDraftEditor<Document, Edit extends DraftedEdit>(read: Read<Document, Edit>) {
  const [edit, setEdit] = useState(read.edit)
  const { saver, initial, conflict, endConflict, state, failure } = useDraftSaver<Document, Edit>({
    place: draftPlace(read.kind, read.edit.resourceId),
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
      // A conflict has only one field, because an edit saves the whole document as one field.
      const theirs = conflict.fields[0]?.value as Document
      setDocument(theirs)
      read.onTheirs?.(theirs)
    },
  }
}
