import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { BackupKey, sealing, unsealing } from './sealed-file.ts'

const key = new BackupKey('k'.repeat(32))
const name = 'wal/000000010000000000000001'

const through = (bytes: Buffer, transform: ReturnType<typeof sealing>, chunk = 10_000) => {
  const chunks = []
  for (let at = 0; at < bytes.length; at += chunk) chunks.push(bytes.subarray(at, at + chunk))
  const piped = Readable.from(chunks).pipe(transform)
  return buffer(piped)
}
const seal = (bytes: Buffer) => through(bytes, sealing(key, name))
const unseal = (sealed: Buffer, as = name, by = key) => through(sealed, unsealing(by, as))

describe('a sealed file', () => {
  test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 400_000])(
    'a sealed file of %s bytes is read as it was written',
    async (length) => {
      const plain = randomBytes(length)
      const sealed = await seal(plain)
      expect((await unseal(sealed)).equals(plain)).toBe(true)
      if (length > 16) expect(sealed.includes(plain.subarray(0, 16))).toBe(false)
    },
  )

  test('that was cut, also between two frames, is refused', async () => {
    const sealed = await seal(randomBytes(200_000))
    const frame = 65_536 + 16
    for (const length of [0, 20, 48, 60, 48 + frame, 48 + 2 * frame, sealed.length - 1])
      await expect(unseal(sealed.subarray(0, length)), `${length} bytes`).rejects.toThrow(
        'damaged or incomplete',
      )
  })

  test('a sealed file with one changed bit is refused', async () => {
    const sealed = await seal(randomBytes(70_000))
    for (const at of [3, 30, 60, 66_000, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      await expect(unseal(changed), `byte ${at}`).rejects.toThrow('damaged or incomplete')
    }
  })

  test('a sealed file with two frames in each other’s place is refused', async () => {
    const sealed = await seal(randomBytes(200_000))
    const frame = 65_536 + 16
    const swapped = Buffer.concat([
      sealed.subarray(0, 48),
      sealed.subarray(48 + frame, 48 + 2 * frame),
      sealed.subarray(48, 48 + frame),
      sealed.subarray(48 + 2 * frame),
    ])
    await expect(unseal(swapped)).rejects.toThrow('damaged or incomplete')
  })

  test('a sealed file in the place of another file is refused', async () => {
    const sealed = await seal(Buffer.from('log'))
    await expect(unseal(sealed, 'wal/000000010000000000000002')).rejects.toThrow('damaged or incomplete')
  })

  test('a sealed file of another key is refused by a sentence that names the variable', async () => {
    const sealed = await seal(Buffer.from('log'))
    await expect(unseal(sealed, name, new BackupKey('o'.repeat(32)))).rejects.toThrow(
      'made with another key: give BACKUP_KEY the key of that time',
    )
  })
})
