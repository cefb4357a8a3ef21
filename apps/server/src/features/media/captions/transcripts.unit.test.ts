import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { Transcripts } from './transcripts.ts'

const file = (storageKey: string) => ({ storageKey, sizeBytes: 100 })
const vtt = (text: string) => `WEBVTT\n\n00:00.000 --> 00:01.000\n${text}\n`

function storage() {
  const opened: string[] = []
  const failing = new Set<string>()
  return {
    opened,
    failing,
    open: async (key: string) => {
      opened.push(key)
      if (failing.has(key)) throw new Error('no answer')
      return Readable.from([Buffer.from(vtt(`Café ${key}`))])
    },
  }
}

test('a file is read once, also by several searches at the same time', async () => {
  const stored = storage()
  const transcripts = new Transcripts(stored)
  const [first, second] = await Promise.all([transcripts.linesOf(file('a')), transcripts.linesOf(file('a'))])
  expect(first).toEqual([{ place: { seconds: 0 }, text: 'Café a', form: 'cafe a' }])
  expect(second).toBe(first)
  expect(stored.opened).toEqual(['a'])
})

test('the least recently used transcripts are read again when there are more files than may be kept', async () => {
  const stored = storage()
  const transcripts = new Transcripts(stored, 250)
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await transcripts.linesOf(file(key))
  expect(stored.opened).toEqual(['a', 'b', 'c', 'b'])
})

test('a file that could not be read is tried again', async () => {
  const stored = storage()
  const transcripts = new Transcripts(stored)
  stored.failing.add('a')
  await expect(transcripts.linesOf(file('a'))).rejects.toThrow('no answer')
  stored.failing.clear()
  expect(await transcripts.linesOf(file('a'))).toHaveLength(1)
})
