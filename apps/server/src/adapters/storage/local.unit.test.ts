import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, describe, expect, test } from 'vitest'
import { storageCases } from './cases.ts'
import { createLocalStorage } from './local.ts'
import { movableCases } from './cases.movable.ts'
import { StorageFull } from './port.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

async function start() {
  const folder = await mkdtemp(join(tmpdir(), 'apogee-storage-'))
  folders.push(folder)
  const incoming = join(folder, 'incoming')
  await mkdir(incoming)
  return {
    folder,
    storage: createLocalStorage(folder),
    temporaries: async () => (await readdir(incoming)).length,
    async age(ms: number) {
      const then = new Date(Date.now() - ms)
      for (const file of await filesBelow(folder)) await utimes(file, then, then)
    },
    crashDuringUpload: () => writeFile(join(incoming, 'f'.repeat(32)), 'half a file'),
  }
}

describe('files in a folder of this machine', () => {
  storageCases(start)
  movableCases(start)

  /** No disk has this much space. */
  const tooMuch = 2 ** 60

  test('a disk that is nearly full refuses files and is still ready; a full one is not', async () => {
    const { folder, temporaries } = await start()
    const nearlyFull = createLocalStorage(folder, { spaceFor: { uploadBytes: tooMuch, anythingBytes: 0 } })
    const source = Readable.from([Buffer.from('x')])
    await expect(nearlyFull.keep(source, { maxBytes: 10 })).rejects.toThrow(StorageFull)
    expect(await temporaries()).toBe(0)
    expect(await nearlyFull.isWritable()).toBe(true)
    const full = createLocalStorage(folder, { spaceFor: { uploadBytes: tooMuch, anythingBytes: tooMuch } })
    expect(await full.isWritable()).toBe(false)
    expect((await full.space())?.freeBytes).toBeLessThan(tooMuch)
  })

  test('a tenth of the disk stays free beside what is stored', async () => {
    const { folder, temporaries } = await start()
    let freeBytes = 0
    const spaceOf = async () => ({ freeBytes, totalBytes: 100_000_000_000, freeFiles: null })
    const storage = createLocalStorage(folder, { spaceOf })
    const keep = () => storage.keep(Readable.from([Buffer.from('x')]), { maxBytes: 1000 })
    freeBytes = 10_000_000_999
    await expect(keep()).rejects.toThrow(StorageFull)
    expect(await temporaries()).toBe(0)
    freeBytes = 10_000_001_000
    expect((await keep()).bytes).toBe(1)
  })

  test('a part frees the memory of its chunks, but none that they share', async () => {
    const uploads = (await start()).storage.browserUploads
    if (!uploads?.receive) throw new Error('parts are sent elsewhere')
    const own = Buffer.from(new ArrayBuffer(5))
    own.write('whole')
    const shared = Buffer.from(new ArrayBuffer(8))
    shared.write('half a l')
    const upload = await uploads.begin()
    const source = Readable.from([own, shared.subarray(0, 4)])
    await uploads.receive(upload, { number: 1, bytes: 9 }, source)
    expect([own.length, shared.toString()]).toEqual([0, 'half a l'])
    await uploads.abandon(upload)
  })

  test("stored files are readable by the server's own user only", async () => {
    const { storage } = await start()
    const { key } = await storage.keep(Readable.from([Buffer.from('x')]), { maxBytes: 10 })
    const mode = await storage.withLocalCopy(key, async (path) => (await stat(path)).mode)
    expect(mode & 0o077).toBe(0)
  })
})
