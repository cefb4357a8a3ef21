import type { LessonTextEdit } from '@apogee/contracts/courses/lesson-texts.ts'
import { call } from '#web/platform/client.ts'
import { useDraftSaver } from '#web/platform/use-draft-saver.ts'

/** Saves what is written; keeps it in the tab while it cannot be saved. */
export function useTextSaver(read: LessonTextEdit, onSaved: (edit: LessonTextEdit) => void) {
  return useDraftSaver({
    place: `lesson text ${read.resourceId}`,
    document: read.document,
    version: read.version ?? 0,
    save: async (document, version) => {
      const params = { id: read.resourceId }
      return (await call('saveLessonTextDraft', { params, body: { document, version } })).data
    },
    onSaved,
  })
}
