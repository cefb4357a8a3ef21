import { useState } from 'react'
import { createStore, type Store } from '#web/platform/store.ts'

/** Connects the player of a lesson with its notes, whose code arrives later. */
export interface NotesOfPlayer {
  /** Seconds. */
  onMarks: (marks: readonly number[]) => void
  /** What the key B does. */
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
