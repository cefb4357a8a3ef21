import { withData, type Handlers } from '#server/policy/handler.ts'
import type { Notes } from './notes.service.ts'

export function notesRoutes(notes: Notes): Handlers {
  return {
    listNotes: async (call) => notes.listNotes(call.user, call.params.courseId, call.query),
    saveNote: (call) => withData(notes.saveNote(call.user, call.params, call.body)),
    deleteNote: (call) => notes.deleteNote(call.user, call.params),
    exportNotes: (call) =>
      withData(
        notes.exportNotes(call.user, call.params.courseId, {
          origin: call.origin,
          language: call.query.language,
        }),
      ),
  }
}
