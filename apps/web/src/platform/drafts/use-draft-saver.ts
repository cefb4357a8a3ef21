import type { EditConflict } from '@apogee/contracts/edits.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { DraftSaver, type Saved, type SaveState } from './draft-saver.ts'
import { draftOf } from './drafts.ts'
import { useSession } from '../session/session.tsx'
import { useUnsavedWarning } from './unsaved.ts'

interface Drafted<Document, Edit> {
  place: string
  document: Document
  version: number
  save: (document: Document, version: number) => Promise<Edit>
  onSaved: (edit: Edit) => void
}

/** Returns the text that was not saved when the person last left this place in the tab, and the version on which it is based. */
function useKept<Document>(place: string, version: number) {
  const { user } = useSession()
  const [kept] = useState(() => {
    const draft = draftOf(user?.id ?? 0, place, { document: '', version: '' })
    const { fields } = draft
    return {
      document: fields.document ? (JSON.parse(fields.document) as Document) : null,
      version: fields.document ? Number(fields.version) : version,
      keep: (document: Document | null, at: number) => {
        if (document) draft.keep({ document: JSON.stringify(document), version: String(at) })
        else draft.forget()
      },
    }
  })
  return kept
}

/** Maps places to the last save of the editor that was left there. */
const lastSaves = new Map<string, Promise<unknown>>()

/**
 * Resolves when the editor that was left at this place has sent everything. If a document were read sooner, it would have an older
 * version, and its next change would conflict with the person's own.
 */
export const lastSaveAt = async (place: string): Promise<void> => {
  await lastSaves.get(place)
}

/** Saves a document during editing; stores it in the tab while it cannot be saved. */
export function useDraftSaver<Document, Edit extends Saved>(read: Drafted<Document, Edit>) {
  const { place } = read
  const kept = useKept<Document>(place, read.version)
  const [state, setState] = useState<SaveState>('saved')
  const [conflict, setConflict] = useState<EditConflict | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [saver] = useState(() => new DraftSaver(read.save, kept.version))
  const onAnswer = useEffectEvent(read.onSaved)
  useEffect(() => {
    const unlisten = saver.listen({
      onState: (next) => {
        setState(next)
        if (next === 'saved') kept.keep(null, 0)
        if (next === 'failed') kept.keep(saver.unsaved, saver.version)
      },
      onSaved: onAnswer,
      onFailure: setFailure,
      onConflict: setConflict,
    })
    if (kept.document) saver.change(kept.document)
    const leave = () => {
      if (saver.unsaved) kept.keep(saver.unsaved, saver.version)
    }
    const resend = () => void saver.flush()
    addEventListener('pagehide', leave)
    addEventListener('online', resend)
    return () => {
      removeEventListener('pagehide', leave)
      removeEventListener('online', resend)
      leave()
      const lastSave = saver.flush().finally(() => {
        unlisten()
        if (lastSaves.get(place) === lastSave) lastSaves.delete(place)
      })
      lastSaves.set(place, lastSave)
      saver.stop()
    }
  }, [saver, kept, place])
  useUnsavedWarning(state !== 'saved')
  return {
    saver,
    state,
    conflict,
    failure,
    initial: kept.document ?? read.document,
    endConflict: () => setConflict(null),
  }
}
