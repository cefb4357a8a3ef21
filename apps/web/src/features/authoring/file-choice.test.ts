import { expect, test } from 'vitest'
import { isCaptionsFile, verdictOnFile } from './file-choice.ts'

const file = (name: string, type: string, size = 1000) => ({ name, type, size })

test.each([
  [file('intro.mp4', 'video/mp4'), { kind: 'video' }],
  [file('intro.webm', 'video/webm'), { kind: 'video' }],
  [file('notes.pdf', 'application/pdf'), { kind: 'document' }],
  [file('intro.WEBM', ''), { kind: 'video' }],
  [file('notes.pdf', ''), { kind: 'document' }],
  [file('intro.mov', 'video/quicktime'), { problem: 'fileUnsupported' }],
  [file('notes.doc', 'application/msword'), { problem: 'fileUnsupported' }],
  [file('notes.docx', ''), { problem: 'fileUnsupported' }],
  [file('notes', ''), { problem: 'fileUnsupported' }],
  [file('fits.mp4', 'video/mp4', 104_857_600), { kind: 'video' }],
  [file('large.mp4', 'video/mp4', 104_857_601), { problem: 'fileTooLarge' }],
  [file('large.docx', '', 104_857_601), { problem: 'fileUnsupported' }],
])('%o is %o', (given, verdict) => {
  expect(verdictOnFile(given)).toEqual(verdict)
})

test('captions are WebVTT files by their name, whatever type the system gives them', () => {
  expect(isCaptionsFile(file('english.vtt', ''))).toBe(true)
  expect(isCaptionsFile(file('english.srt', 'text/vtt'))).toBe(false)
})
