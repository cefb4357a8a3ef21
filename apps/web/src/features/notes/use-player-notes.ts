import { useState } from 'react'
import { createStore, type Store } from '#web/platform/session/store.ts'

/** Connects the player of a lesson with its notes, whose code loads later. */
export interface NotesOfPlayer {
  /** Receives the seconds of the marks. */
  onMarks: (marks: readonly number[]) => void
  /** Holds the action of the key B; null means that the key does nothing. */
  bookmark: Store<(() => void) | null>
}

function createKeys() {
  const bookmark = createStore<(() => void) | null>(null)
  return { bookmark, keys: { b: () => bookmark.getState()?.() } }
}

export function usePlayerNotes() {
  const [marks, onMarks] = useState<readonly number[]>([])
  const [{ bookmark, keys }] = useState(createKeys)
  return { player: { marks, keys }, notes: { onMarks, bookmark } }
}
