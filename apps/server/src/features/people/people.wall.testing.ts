/** Contains the requests that the permission wall sends. */
import type { RoleCalls } from '#server/app/testing-wall.ts'

const body = { text: 'Asked for a receipt', key: 'note-of-the-wall' }

export const roleCalls: RoleCalls = {
  readPerson: (self) => ({ params: { id: self } }),
  listPersonEvents: (self) => ({ params: { id: self }, query: {} }),
  listExpectedPeople: () => ({ query: {} }),
  addPersonNote: (self) => ({ params: { id: self }, body }),
  deletePersonNote: (self) => ({ params: { id: self, noteId: 1 } }),
}
