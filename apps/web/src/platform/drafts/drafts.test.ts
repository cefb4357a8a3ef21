import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { beforeEach, expect, test } from 'vitest'
import { draftOf } from './drafts.ts'

const blank = { code: 'start' }
const kept = () => sessionStorage.getItem(storageKeys.drafts)
beforeEach(() => sessionStorage.clear())

test('a draft is stored in the tab by person and form, and deleted when it is sent or blank again', () => {
  draftOf(1, 'exercise 7', blank).keep({ code: 'mine' })
  draftOf(1, 'exercise 8', blank).keep({ code: 'other' })
  expect(draftOf(1, 'exercise 7', blank).fields).toEqual({ code: 'mine' })
  expect(draftOf(2, 'exercise 7', blank).fields).toEqual(blank)
  draftOf(1, 'exercise 7', blank).forget()
  draftOf(1, 'exercise 8', blank).keep({ code: ' start ' })
  expect([draftOf(1, 'exercise 7', blank).fields, kept()]).toEqual([blank, null])
})

test.each(['{', '[]', 'null', '{"1 exercise 7":{"code":5}}'])('%s in the storage is not a draft', (text) => {
  sessionStorage.setItem(storageKeys.drafts, text)
  expect(draftOf(1, 'exercise 7', blank).fields).toEqual(blank)
})
