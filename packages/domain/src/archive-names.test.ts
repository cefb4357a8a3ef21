import { expect, test } from 'vitest'
import { isLeftover, namesInArchive, plainPath } from './archive-names.ts'

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const name = (hex: string, isUtf8 = false) => ({ bytes: bytes(hex), isUtf8 })

test('names without the mark are UTF-8 where they are valid, and share one code page otherwise', async () => {
  expect(await namesInArchive([name('4372c3a96572'), name('61')])).toEqual(['Créer', 'a'])
  expect(await namesInArchive([name('4372826572'), name('9a626572'), name('c3a9')])).toEqual([
    'Créer',
    'Über',
    'é',
  ])
  expect(await namesInArchive([name('303120b5dad2bbbfce'), name('303220b5dab6febfce')])).toEqual([
    '01 第一课',
    '02 第二课',
  ])
  expect(await namesInArchive([name('ff', true)])).toEqual(['\uFFFD'])
})

test('segments that name nothing are removed', () => {
  expect(['./', './a/', 'a//b.md', './a/./b', 'a/b', '../a', 'a/.'].map(plainPath)).toEqual([
    '',
    'a/',
    'a/b.md',
    'a/b',
    'a/b',
    '../a',
    'a/',
  ])
})

test('leftovers of systems are recognised in any folder', () => {
  for (const path of [
    '__MACOSX/._a.md',
    'a/__MACOSX/x',
    'a/.DS_Store',
    'Thumbs.db',
    'x/Desktop.ini',
    '~$a.docx',
    'a/._b',
  ])
    expect([path, isLeftover(path)]).toEqual([path, true])
  for (const path of ['a.txt', 'macosx/a.txt', 'thumbs/db.txt', 'a_.txt'])
    expect([path, isLeftover(path)]).toEqual([path, false])
})
