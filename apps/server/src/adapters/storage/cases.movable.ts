/** Storages that files can be moved to must pass these cases. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { StorageUnderTest } from './cases.ts'
import type { MovableStorage } from './port.ts'
import { newStorageKey } from './storage-keys.ts'

interface MovableUnderTest extends StorageUnderTest {
  storage: MovableStorage
}

const factsOf = (words: string) => ({
  bytes: Buffer.byteLength(words),
  sha256: createHash('sha256').update(words).digest(),
})

export function movableCases(start: () => Promise<MovableUnderTest>): void {
  test('a file is copied in under the key it has elsewhere, also twice', async () => {
    const { storage, temporaries } = await start()
    const key = newStorageKey()
    expect(await storage.describe(key)).toBeNull()
    for (let time = 0; time < 2; time += 1)
      await storage.copyIn(key, Readable.from([Buffer.from('moved')]), factsOf('moved'))
    expect((await buffer(await storage.open(key))).toString()).toBe('moved')
    expect((await storage.describe(key))?.bytes).toBe(5)
    expect(await Array.fromAsync(storage.keys(-1))).toEqual([key])
    expect(await temporaries()).toBe(0)
  })

  test('bytes that are not those of the file are not copied in', async () => {
    const { storage, temporaries } = await start()
    const key = newStorageKey()
    for (const [arrived, problem] of [
      ['shorter', 'bytes arrived instead'],
      ['much longer than it', 'more than'],
      ['other words', 'SHA-256'],
    ] as const) {
      const copied = storage.copyIn(key, Readable.from([Buffer.from(arrived)]), factsOf('these words'))
      await expect(copied, arrived).rejects.toThrow(problem)
    }
    expect(await storage.describe(key)).toBeNull()
    expect(await temporaries()).toBe(0)
  })
}
