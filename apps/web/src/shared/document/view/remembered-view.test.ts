import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { beforeEach, expect, test } from 'vitest'
import { rememberedView, rememberView } from './remembered-view.ts'

beforeEach(() => localStorage.clear())

test('the zoom and the view as text are remembered apart from each other', () => {
  expect(rememberedView()).toEqual({ zoom: 1, isText: false })
  rememberView({ zoom: 1.5 })
  rememberView({ isText: true })
  expect(rememberedView()).toEqual({ zoom: 1.5, isText: true })
})

test.each(['{', '[]', '{"zoom":9,"isText":false}', '{"zoom":"2","isText":false}'])(
  'a document is shown as usual when %s is stored',
  (stored) => {
    localStorage.setItem(storageKeys.documentView, stored)
    expect(rememberedView()).toEqual({ zoom: 1, isText: false })
  },
)
