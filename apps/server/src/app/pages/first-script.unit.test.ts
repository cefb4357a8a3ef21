/** Tests that a page that Back or Forward restores is reloaded when it may show data of a person who has signed out. */
import { runInNewContext } from 'node:vm'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { expect, test } from 'vitest'
import { firstScript } from './document.ts'

/** Leaves the page with the token `one`, and restores it when the storage has these entries. Returns what happens. */
function restoredWith(stored: Readonly<Record<string, string>>) {
  const storage = new Map([[storageKeys.token as string, 'one']])
  const listeners = new Map<string, (event: object) => void>()
  const document = { documentElement: { dataset: {}, hidden: false } }
  let loads = 0
  runInNewContext(firstScript, {
    localStorage: { getItem: (key: string) => storage.get(key) ?? null },
    document,
    window: {},
    location: { pathname: '/settings', reload: () => void (loads += 1) },
    fetch: () => Promise.resolve(null),
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
  })
  listeners.get('pagehide')?.({})
  storage.clear()
  for (const [key, value] of Object.entries(stored)) storage.set(key, value)
  listeners.get('pageshow')?.({ persisted: true })
  return { loads, isHidden: document.documentElement.hidden }
}

const { token, renewedToken } = storageKeys
const stays = { loads: 0, isHidden: false }
const isLoadedAgain = { loads: 1, isHidden: true }

test.each([
  ['the same token', { [token]: 'one' }, stays],
  ['the token of a proof of the same person', { [token]: 'two', [renewedToken]: 'one two' }, stays],
  ['the token of somebody else', { [token]: 'two' }, isLoadedAgain],
  [
    'the token of somebody else after a proof',
    { [token]: 'three', [renewedToken]: 'one two' },
    isLoadedAgain,
  ],
  ['no token', {}, isLoadedAgain],
  ['no token after a proof', { [renewedToken]: 'one two' }, isLoadedAgain],
])('a page that is restored with %s', (_, stored, expected) => {
  expect(restoredWith(stored)).toEqual(expected)
})
