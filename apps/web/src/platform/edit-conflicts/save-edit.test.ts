import { expect, test } from 'vitest'
import { saveChanges } from './save-edit.ts'

test('a text whose line breaks the browser has changed is not sent as a change', async () => {
  const sent: object[] = []
  await saveChanges({
    // A textarea returns LF line breaks, even if the stored text has CRLF.
    fields: { title: 'Orbits', description: 'First line\nSecond line', faq: [{ answer: 'a\nb' }] },
    read: { title: 'Comets', description: 'First line\r\nSecond line', faq: [{ answer: 'a\r\nb' }] },
    version: 3,
    labels: {},
    send: async (changes) => void sent.push(changes),
  })
  expect(sent).toEqual([{ title: 'Orbits', version: 3 }])
})
