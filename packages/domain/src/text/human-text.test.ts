import { expect, test, vi } from 'vitest'
import { cutText } from './cut-text.ts'
import { folded, searchForm } from './human-text.ts'
import { isVisible } from './visible-text.ts'

test.each([
  ['ÉLISE', 'élise'],
  ['Nguyễn', 'nguyen'],
  ['élise', 'e\u0301lise'],
  ['İSTANBUL', 'istanbul'],
  ['МОСКВА', 'москва'],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
  ['Łódź', 'lodz'],
  ['Straße', 'strasse'],
  ['GROẞE', 'grosse'],
  ['Æsop', 'aesop'],
  ['Œuvre', 'oeuvre'],
  ['Ǽ', 'ae'],
  ['Sørensen', 'sorensen'],
  ['Đặng', 'dang'],
  ['Işık', 'isik'],
  ['New Year’s', "new year's"],
  ['co\u00adoperate', 'cooperate'],
  ['ＡＢＣ', 'abc'],
  ['\u0628\u064e\u064a\u0652\u062a', '\u0628\u064a\u062a'],
])('%j is found by %j', (text, typed) => {
  expect(searchForm(text)).toBe(searchForm(typed))
})

test('vowel signs of Tamil and Thai are letters', () => {
  expect(folded('கா')).not.toBe(folded('க'))
  expect(folded('กา')).not.toBe(folded('กี'))
})

test.each([
  '',
  ' ',
  '\u200b',
  '\u2060',
  '\u2800',
  '\u3164',
  '\u00ad',
  '\ufeff\u200d',
  '\u115f',
  '\ufe0f',
  '\u202e',
])('%j is not visible', (text) => {
  expect(isVisible(text)).toBe(false)
})
test.each(['a', '李', '\u0301', '😀', '\u200bAli', '.', 'คุณ'])('%j is visible', (text) => {
  expect(isVisible(text)).toBe(true)
})

test.each([
  ['😀'.repeat(200), 199, '😀'.repeat(99)],
  ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 15, '👩‍👩‍👧‍👦'],
  ['ab e\u0301', 4, 'ab '],
  ['short', 10, 'short'],
  ['abcdef', 3, 'abc'],
  ['🇲🇾🇸🇬', 6, '🇲🇾'],
  ['🇲🇾'.repeat(60), 199, '🇲🇾'.repeat(49)],
  ['👩‍👩‍👧‍👦'.repeat(30), 200, '👩‍👩‍👧‍👦'.repeat(18)],
  ['क्षि'.repeat(60), 199, 'क्षि'.repeat(49)],
  ['\u0301'.repeat(300), 10, '\u0301'.repeat(10)],
  ['a 1\ufe0f\u20e3 b', 3, 'a '],
  ['\u06001234', 3, '\u060012'],
])('%j is cut at %i between signs', (text, most, cut) => {
  expect(cutText(text, most)).toBe(cut)
})

test('a text is cut between two letters of ASCII without a segmenter, whose first use takes 50 ms on a phone', () => {
  const segmenter = vi.spyOn(Intl, 'Segmenter')
  expect(cutText('Sixteen letters, an accent é and more', 15)).toBe('Sixteen letters')
  expect(segmenter).not.toHaveBeenCalled()
  cutText('Sixteen letters, an accent é and more', 28)
  expect(segmenter).toHaveBeenCalledOnce()
  segmenter.mockRestore()
})
