import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { beforeEach, expect, test } from 'vitest'
import { rememberedPage, rememberPage } from './remembered-pages.ts'

beforeEach(() => localStorage.clear())

test('a document opens at the page where the same person left it', () => {
  rememberPage(7, 3, 12)
  expect([rememberedPage(7, 3), rememberedPage(8, 3), rememberedPage(7, 4)]).toEqual([12, 1, 1])
  rememberPage(7, 3, 1)
  expect(localStorage.getItem(storageKeys.documentPages)).toBe('[]')
})

test('the pages of the last 50 documents are remembered', () => {
  for (let document = 1; document <= 51; document += 1) rememberPage(7, document, 2)
  expect([rememberedPage(7, 1), rememberedPage(7, 2), rememberedPage(7, 51)]).toEqual([1, 2, 2])
})

test.each(['{', '{"7-3":12}', '[["7-3",0]]', '[["7-3","12"]]'])(
  'a document begins at its first page when %s is stored',
  (stored) => {
    localStorage.setItem(storageKeys.documentPages, stored)
    expect(rememberedPage(7, 3)).toBe(1)
  },
)
