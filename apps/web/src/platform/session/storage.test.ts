import { afterEach, expect, test, vi } from 'vitest'
import { storage } from './storage.ts'

afterEach(() => {
  vi.restoreAllMocks()
  storage.remove('cart')
})

const fullStorage: Storage = {
  length: 0,
  clear: () => undefined,
  key: () => null,
  getItem: () => null,
  removeItem: () => undefined,
  setItem: () => {
    throw new DOMException('No place is left', 'QuotaExceededError')
  },
}

test('a text that the browser does not store stays for this page, and those who watch are told', () => {
  expect(storage.isOnlyInMemory()).toBe(false)
  const told = vi.fn<() => void>()
  const stop = storage.watch(told)
  vi.spyOn(window, 'localStorage', 'get').mockReturnValue(fullStorage)
  storage.write('cart', 'one course')
  expect(storage.read('cart')).toBe('one course')
  expect(storage.isOnlyInMemory()).toBe(true)
  expect(told).toHaveBeenCalledOnce()
  storage.remove('cart')
  expect(storage.isOnlyInMemory()).toBe(false)
  stop()
})

test('blocked site data are found before anything is stored', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied', 'SecurityError')
  })
  expect(storage.isOnlyInMemory()).toBe(true)
  expect(storage.read('cart')).toBeNull()
})
