import { packageMaxBytes } from '@apogee/contracts/limits.ts'
import { expect, test } from 'vitest'
import { isUnscanned } from './inspect-upload.ts'

const megabyte = 1024 ** 2
const unusedScanner = {
  maxBytes: 2_000 * megabyte,
  scan: () => Promise.reject(new Error('unused')),
  state: () => Promise.reject(new Error('unused')),
  outcomes: { clean: 0, infected: 0, incomplete: 0, failed: 0 },
}

test('an archive that was too long for the lowest limit stays closed after the limit was raised', () => {
  const archive = { sizeBytes: packageMaxBytes + 1, contentType: 'application/zip' }
  expect(isUnscanned({ virusScanner: unusedScanner }, archive)).toBe(true)
  expect(isUnscanned({ virusScanner: unusedScanner }, { ...archive, sizeBytes: packageMaxBytes })).toBe(false)
  expect(isUnscanned({ virusScanner: unusedScanner }, { ...archive, contentType: 'video/mp4' })).toBe(false)
  expect(isUnscanned({ virusScanner: null }, archive)).toBe(false)
})
