import { expect, test } from 'vitest'
import { isCaptionsFile } from './captions-file.ts'

test('captions are WebVTT and SubRip files by their name, whatever type the system reports', () => {
  expect(isCaptionsFile({ name: 'english.vtt' })).toBe(true)
  expect(isCaptionsFile({ name: 'english.SRT' })).toBe(true)
  expect(isCaptionsFile({ name: 'english.txt' })).toBe(false)
})
