import type { EditConflict } from '@apogee/contracts/edits.ts'
import type { LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import type { LessonTextEdit } from '@apogee/contracts/courses/lesson-texts.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '#web/platform/client.ts'
import { draftOf } from '#web/platform/drafts.ts'
import { useSession } from '#web/platform/session.tsx'
import { useUnsavedWarning } from '#web/platform/unsaved.ts'
import { TextSaver, type SaveState } from './editor/text-saver.ts'

/** What was typed and not saved when this tab was left, with the version that it is based on. */
function useKeptText(read: LessonTextEdit) {
  const { user } = useSession()
  const [kept] = useState(() => {
    const blank = { document: '', version: '' }
    const draft = draftOf(user?.id ?? 0, `lesson text ${read.resourceId}`, blank)
    return {
      document: draft.fields.document ? (JSON.parse(draft.fields.document) as LessonDocument) : null,
      version: draft.fields.document ? Number(draft.fields.version) : (read.version ?? 0),
      keep: (document: LessonDocument | null, version: number) => {
        if (document) draft.keep({ document: JSON.stringify(document), version: String(version) })
        else draft.forget()
      },
    }
  })
  return kept
}

/** Saves what is written; keeps it in the tab while it cannot be saved. */
export function useTextSaver(read: LessonTextEdit, onSaved: (edit: LessonTextEdit) => void) {
  const kept = useKeptText(read)
  const [state, setState] = useState<SaveState>('saved')
  const [conflict, setConflict] = useState<EditConflict | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [saver] = useState(
    () =>
      new TextSaver(async (document, version) => {
        const params = { id: read.resourceId }
        return (await call('saveLessonTextDraft', { params, body: { document, version } })).data
      }, kept.version),
  )
  const onAnswer = useEffectEvent(onSaved)
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
      void saver.flush().finally(unlisten)
      saver.stop()
    }
  }, [saver, kept])
  useUnsavedWarning(state !== 'saved')
  return {
    ...{ saver, state, conflict, failure, initial: kept.document ?? read.document },
    endConflict: () => setConflict(null),
  }
}
