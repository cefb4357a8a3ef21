import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { withZip } from './read-zip.ts'
import { writeZip } from './write-zip.ts'
import { writeZipWithTexts } from './zip-texts.ts'

async function folder() {
  const directory = await mkdtemp(join(tmpdir(), 'apogee-texts-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return directory
}

test('texts and files are in the archive, with the bytes of one that is written from memory', async () => {
  const directory = await folder()
  const entry = (path: string, content: string) => ({
    path,
    bytes: Buffer.byteLength(content),
    open: async () => Readable.from([Buffer.from(content)]),
  })
  const texts = { 'one.json': 'é'.repeat(300_000), 'empty.txt': '', 'two.json': '{}' }
  const [one, empty, two] = Object.entries(texts)
  if (!one || !empty || !two) throw new Error('three texts are needed')
  const text = vi.fn<() => string[]>(() => [one[1].slice(0, 9), one[1].slice(9)])
  const zip = await writeZipWithTexts(directory, [
    { path: one[0], text },
    entry('file.bin', 'stored'),
    ...[empty, two].map(([path, content]) => ({ path, text: () => [content] })),
  ])
  expect(text).toHaveBeenCalledTimes(1)
  expect(await readdir(directory)).toEqual([])
  const written = await buffer(zip.stream)
  const entries = [one, ['file.bin', 'stored'] as const, empty, two]
  const same = writeZip(entries.map(([path, content]) => entry(path, content)))
  expect(written.equals(await buffer(same.stream))).toBe(true)
  const path = join(directory, 'written.zip')
  await writeFile(path, written)
  const limits = { entries: 10, entryBytes: 1e6, totalBytes: 1e7, ratio: 10 }
  const read = await withZip(path, limits, async (archive) =>
    Promise.all(archive.entries.map(async (one) => (await archive.read(one, 1e6)).toString())),
  )
  expect(read).toEqual([texts['one.json'], 'stored', '', '{}'])
})

test('an archive whose text cannot be made fails, and one that nobody reads frees its file', async () => {
  const directory = await folder()
  const failing = () => {
    throw new Error('no text')
  }
  await expect(writeZipWithTexts(directory, [{ path: 'a', text: failing }])).rejects.toThrow('no text')
  const { stream } = await writeZipWithTexts(directory, [{ path: 'a', text: () => ['text'] }])
  const closed = new Promise((resolve) => void stream.once('close', resolve))
  stream.destroy()
  await closed
  expect(await readdir(directory)).toEqual([])
})
