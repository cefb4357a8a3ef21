import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { diskSpaceOf, isFull } from './disk-space.ts'

test('the space of a folder is that of its disk', async () => {
  const { freeBytes, totalBytes } = await diskSpaceOf(tmpdir())
  expect(freeBytes).toBeGreaterThan(0)
  expect(totalBytes).toBeGreaterThanOrEqual(freeBytes)
  await expect(diskSpaceOf(join(tmpdir(), 'no such folder'))).rejects.toThrow('ENOENT')
})

test.each([
  ['with room for bytes and files', { freeBytes: 50_000_000, freeFiles: 1_000 }, false],
  ['without a limit of files', { freeBytes: 50_000_000, freeFiles: null }, false],
  ['below 50 MB', { freeBytes: 49_999_999, freeFiles: 1_000_000 }, true],
  ['with room for fewer than 1,000 files', { freeBytes: 10 ** 12, freeFiles: 999 }, true],
])('a disk %s is full: %j → %s', (_what, space, full) => {
  expect(isFull({ totalBytes: 10 ** 13, ...space })).toBe(full)
})
