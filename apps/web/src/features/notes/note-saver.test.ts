import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import type { LessonNote } from '@apogee/contracts/notes/notes.ts'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, breakNetwork, recordCalls, refusal, refuse } from '#web/testing/mock-api.ts'
import { NoteSaver } from './note-saver.ts'

const id = '0b0e8c4e-6f5c-4d2f-9a57-0a4d3c2b1a00'
const typed = (text: string, version = 0) => ({
  courseId: 5,
  resourceId: 2,
  positionMs: 1000,
  page: null,
  passage: null,
  text,
  version,
})
const stored = (text: string, version = 1): LessonNote => ({
  id,
  courseId: 5,
  lesson: { id: 2, title: 'Confusion matrix', contentId: 12 },
  positionMs: 1000,
  page: null,
  passage: null,
  text,
  version,
  createdAt: '2026-11-23T01:00:00.000Z',
  updatedAt: '2026-11-23T01:00:00.000Z',
})
const saved = (note: LessonNote) => ({ success: true as const, data: note })
const conflictWith = (value: string, version: number) =>
  refusal('EDIT_CONFLICT', [], {
    version,
    fields: [{ field: 'text', value, changedAt: '2026-11-23T01:00:00.000Z', changedBy: null }],
  })
const kept = () => localStorage.getItem(storageKeys.noteDrafts)

let saver: NoteSaver
beforeEach(() => {
  saver = new NoteSaver(7)
})
afterEach(() => saver.close())
const stateOf = () => saver.unsaved.getState().get(id)?.state.kind ?? null

test('a note is in the storage before it is sent, under its account, and leaves it when it has arrived', async () => {
  const sent = recordCalls('saveNote', saved(stored('Kepler')))
  const arrived: string[] = []
  saver.onSaved(({ text }) => arrived.push(text))
  saver.change(id, typed('Kepler'))
  expect([stateOf(), sent.length]).toEqual(['saving', 0])
  expect(kept()).toContain(`"7 ${id}"`)
  await saver.send(id)
  expect([stateOf(), kept(), arrived]).toEqual([null, null, ['Kepler']])
  expect(sent.map(({ params, body }) => [params, body])).toMatchObject([
    [
      { courseId: '5', noteId: id },
      { resourceId: 2, positionMs: 1000, page: null, passage: null, text: 'Kepler', version: 0 },
    ],
  ])
})

test('typing sends once, after a pause', async () => {
  const sent = recordCalls('saveNote', saved(stored('Kepler')))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const text of ['K', 'Ke', 'Kepler']) saver.change(id, typed(text))
  vi.runAllTimers()
  vi.useRealTimers()
  await waitFor(() => expect(stateOf()).toBe(null))
  expect(sent.map(({ body }) => (body as { text: string }).text)).toEqual(['Kepler'])
})

test('text typed while a save is under way is sent after it, with the version of its answer', async () => {
  const bodies: unknown[] = []
  answer('saveNote', ({ body }) => {
    bodies.push(body)
    if (bodies.length === 1) saver.change(id, typed('Kepler 2'))
    return saved(stored((body as { text: string }).text, bodies.length))
  })
  saver.change(id, typed('Kepler'))
  await saver.send(id)
  await saver.send(id)
  await waitFor(() => expect([stateOf(), kept()]).toEqual([null, null]))
  expect(bodies).toMatchObject([
    { text: 'Kepler', version: 0 },
    { text: 'Kepler 2', version: 1 },
  ])
})

test('without a connection a note waits, also over a reload, and is sent when the connection is back', async () => {
  breakNetwork('saveNote')
  saver.change(id, typed('Offline'))
  await saver.send(id)
  expect(stateOf()).toBe('waiting')
  saver.close()
  saver = new NoteSaver(7)
  expect(saver.unsaved.getState().get(id)?.text).toBe('Offline')
  recordCalls('saveNote', saved(stored('Offline')))
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect([stateOf(), kept()]).toEqual([null, null]))
})

test('a note of another account is neither shown nor sent, and stays', async () => {
  breakNetwork('saveNote')
  saver.change(id, typed('Of the first person'))
  await saver.send(id)
  saver.close()
  saver = new NoteSaver(8)
  const sent = recordCalls('saveNote', saved(stored('')))
  saver.sendAll()
  expect([saver.unsaved.getState().size, sent.length]).toEqual([0, 0])
  expect(kept()).toContain('Of the first person')
})

test('an earlier save whose answer was lost is no conflict', async () => {
  breakNetwork('saveNote')
  saver.change(id, typed('First'))
  await saver.send(id)
  saver.change(id, typed('First and second'))
  const versions: unknown[] = []
  answer('saveNote', ({ body }) => {
    const { version, text } = body as { version: number; text: string }
    versions.push(version)
    return version === 0 ? conflictWith('First', 1) : saved(stored(text, 2))
  })
  await saver.send(id)
  expect([versions, stateOf(), kept()]).toEqual([[0, 1], null, null])
})

test("another device's text waits for the person's choice, which is then saved over it", async () => {
  const bodies: unknown[] = []
  answer('saveNote', ({ body }) => {
    bodies.push(body)
    const { version, text } = body as { version: number; text: string }
    return version < 4 ? conflictWith('From the phone', 4) : saved(stored(text, 5))
  })
  saver.change(id, typed('From here', 3))
  await saver.send(id)
  expect(stateOf()).toBe('conflict')
  saver.change(id, typed('From here, more', 3))
  await saver.send(id)
  saver.sendAll()
  expect([stateOf(), bodies.length]).toEqual(['conflict', 1])
  expect(kept()).toContain('From here, more')
  await saver.resolve(id, 'Both')
  expect([stateOf(), kept(), bodies.length]).toEqual([null, null, 2])
  expect(bodies[1]).toMatchObject({ text: 'Both', version: 4 })
})

test('a note that the server does not take stays, is not repeated by itself, and is sent again once changed', async () => {
  refuse('saveNote', 'NOTE_LIMIT_REACHED')
  saver.change(id, typed('One too many'))
  await saver.send(id)
  expect(stateOf()).toBe('refused')
  const sent = recordCalls('saveNote', saved(stored('One too many.')))
  saver.sendAll()
  expect([sent.length, kept()?.includes('One too many')]).toEqual([0, true])
  saver.change(id, typed('One too many.'))
  await saver.send(id)
  expect([stateOf(), kept(), sent.length]).toEqual([null, null, 1])
})

test.each(['{', '[]', '{"7 x":{"text":1}}'])('%s in the storage is no note', (text) => {
  localStorage.setItem(storageKeys.noteDrafts, text)
  saver.close()
  saver = new NoteSaver(7)
  expect(saver.unsaved.getState().size).toBe(0)
})
