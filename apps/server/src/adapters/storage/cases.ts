/** Every file storage must pass these cases. */
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { FileMissing, FileTooLarge, type FileStorage } from './port.ts'

export interface StorageUnderTest {
  storage: FileStorage
  temporaries: () => Promise<number>
  /** Makes every file appear this old, whether it is stored or temporary. */
  age: (ms: number) => Promise<void>
  /** Leaves the files behind that a crash during an upload would leave. */
  crashDuringUpload: () => Promise<void>
}

const text = (words: string) => Readable.from([Buffer.from(words)])
const most = { maxBytes: 1000 }
const hourMs = 3_600_000

async function allKeys(storage: FileStorage, olderThanMs: number): Promise<string[]> {
  return (await Array.fromAsync(storage.keys(olderThanMs))).toSorted()
}

export function storageCases(start: () => Promise<StorageUnderTest>): void {
  keptFiles(start)
  refusedUploads(start)
  keysAndCopies(start)
  removal(start)
  ownership(start)
  notes(start)
}

function notes(start: () => Promise<StorageUnderTest>): void {
  test('a note is replaced as a whole, and is no file', async () => {
    const { storage, temporaries } = await start()
    expect(await storage.readNote('security-log-head')).toBeNull()
    await storage.writeNote('security-log-head', 'a first and longer text')
    await storage.writeNote('security-log-head', 'the second')
    expect(await storage.readNote('security-log-head')).toBe('the second')
    expect(await allKeys(storage, -1)).toEqual([])
    expect(await storage.sweep(-1)).toBe(0)
    expect(await temporaries()).toBe(0)
    expect(await storage.readNote('security-log-head')).toBe('the second')
  })
}

function ownership(start: () => Promise<StorageUnderTest>): void {
  test('the first database that claims a storage owns it, and its mark is no file', async () => {
    const { storage } = await start()
    expect((await storage.claim('first')).identity).toBe('first')
    expect((await storage.claim('first')).identity).toBe('first')
    expect(await storage.claim('second')).toMatchObject({
      identity: 'first',
      mark: expect.stringContaining('database-id'),
    })
    expect(await allKeys(storage, -1)).toEqual([])
    expect(await storage.sweep(-1)).toBe(0)
    expect((await storage.claim('second')).identity).toBe('first')
  })
}

function keptFiles(start: () => Promise<StorageUnderTest>): void {
  test('a stored file is read back complete, with its size and digest', async () => {
    const { storage, temporaries } = await start()
    const kept = await storage.keep(text('ten bytes!'), most)
    expect(kept.bytes).toBe(10)
    expect(kept.sha256.toString('hex')).toMatch(/^[0-9a-f]{64}$/)
    expect((await buffer(await storage.open(kept.key))).toString()).toBe('ten bytes!')
    expect(await temporaries()).toBe(0)
  })

  test('a range includes both ends', async () => {
    const { storage } = await start()
    const { key } = await storage.keep(text('0123456789'), most)
    expect((await buffer(await storage.open(key, { start: 2, end: 4 }))).toString()).toBe('234')
  })

  test('equal files have different keys', async () => {
    const { storage } = await start()
    const one = await storage.keep(text('same'), most)
    const other = await storage.keep(text('same'), most)
    expect(one.key).not.toBe(other.key)
    await storage.remove(one.key)
    expect((await buffer(await storage.open(other.key))).toString()).toBe('same')
  })

  test('a new storage is empty, and can be written to', async () => {
    const { storage } = await start()
    expect(await allKeys(storage, -1)).toEqual([])
    expect(await storage.sweep(0)).toBe(0)
    expect(await storage.isWritable()).toBe(true)
  })
}

/** Tests uploads that leave nothing behind. */
function refusedUploads(start: () => Promise<StorageUnderTest>): void {
  test('a file of exactly the limit is stored; one byte more is refused and leaves nothing', async () => {
    const { storage, temporaries } = await start()
    await storage.keep(Readable.from([Buffer.alloc(600), Buffer.alloc(400)]), most)
    const tooLarge = storage.keep(Readable.from([Buffer.alloc(600), Buffer.alloc(401)]), most)
    await expect(tooLarge).rejects.toBeInstanceOf(FileTooLarge)
    expect(await temporaries()).toBe(0)
    expect(await allKeys(storage, -1)).toHaveLength(1)
  })

  test('an interrupted stream leaves nothing', async () => {
    const { storage, temporaries } = await start()
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half')
        throw new Error('connection lost')
      })(),
    )
    await expect(storage.keep(broken, most)).rejects.toThrow('connection lost')
    expect(await temporaries()).toBe(0)
    expect(await allKeys(storage, -1)).toEqual([])
  })

  test('an inspection sees the whole file, and its refusal leaves nothing', async () => {
    const { storage, temporaries } = await start()
    let seen = ''
    const refused = storage.keep(text('whole'), {
      ...most,
      inspect: async (path) => {
        seen = await readFile(path, 'utf8')
        throw new Error('not wanted')
      },
    })
    await expect(refused).rejects.toThrow('not wanted')
    expect(seen).toBe('whole')
    expect(await temporaries()).toBe(0)
  })
}

function keysAndCopies(start: () => Promise<StorageUnderTest>): void {
  test('a tool gets a local copy while it works', async () => {
    const { storage, temporaries } = await start()
    const { key } = await storage.keep(text('for a tool'), most)
    const seen = await storage.withLocalCopy(key, (path) => readFile(path, 'utf8'))
    expect(seen).toBe('for a tool')
    expect(await temporaries()).toBe(0)
    const failing = storage.withLocalCopy(key, async () => Promise.reject(new Error('the tool failed')))
    await expect(failing).rejects.toThrow('the tool failed')
    expect(await temporaries()).toBe(0)
    expect((await buffer(await storage.open(key))).toString()).toBe('for a tool')
  })

  test('a removed file has no local copy', async () => {
    const { storage } = await start()
    const { key } = await storage.keep(text('gone'), most)
    await storage.remove(key)
    let hasRun = false
    const copied = storage.withLocalCopy(key, async () => {
      hasRun = true
    })
    await expect(copied).rejects.toBeInstanceOf(FileMissing)
    expect(hasRun).toBe(false)
  })

  test('a key leads to a file only when the storage has made it', async () => {
    const { storage } = await start()
    for (const key of ['../secret', '/etc/passwd', 'ab/../../x', 'ab/' + 'g'.repeat(32), '']) {
      await expect(storage.open(key), key).rejects.toThrow('not a storage key')
      await expect(storage.remove(key), key).rejects.toThrow('not a storage key')
      const copied = storage.withLocalCopy(key, async (path) => path)
      await expect(copied, key).rejects.toThrow('not a storage key')
    }
  })
}

function removal(start: () => Promise<StorageUnderTest>): void {
  test('removing is idempotent, and a removed file cannot be opened', async () => {
    const { storage } = await start()
    const { key } = await storage.keep(text('gone'), most)
    await storage.remove(key)
    await storage.remove(key)
    await expect(storage.open(key)).rejects.toBeInstanceOf(FileMissing)
  })

  test('sweeping removes old leftovers of a crash and no stored file', async () => {
    const { storage, temporaries, crashDuringUpload, age } = await start()
    const { key } = await storage.keep(text('kept'), most)
    await crashDuringUpload()
    expect(await storage.sweep(hourMs)).toBe(0)
    await age(2 * hourMs)
    expect(await storage.sweep(hourMs)).toBe(1)
    expect(await temporaries()).toBe(0)
    expect((await buffer(await storage.open(key))).toString()).toBe('kept')
  })

  test('keys older than the given age are listed', async () => {
    const { storage, age } = await start()
    const old = await storage.keep(text('old'), most)
    await age(2 * hourMs)
    await storage.keep(text('new'), most)
    expect(await allKeys(storage, hourMs)).toEqual([old.key])
  })
}
