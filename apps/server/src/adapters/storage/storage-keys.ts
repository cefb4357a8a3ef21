/** The keys of stored files are the same for every adapter. The database refers to them, so files can move between storages. */
import { randomBytes } from 'node:crypto'

const keyPattern = /^[a-f0-9]{2}\/[a-f0-9]{32}$/

export function newStorageKey(): string {
  const name = randomBytes(16).toString('hex')
  return `${name.slice(0, 2)}/${name}`
}

export const isStorageKey = (text: string) => keyPattern.test(text)

/** @throws for a text that `newStorageKey` cannot have generated, such as another path. */
export function checkedKey(key: string): string {
  if (!isStorageKey(key)) throw new Error('not a storage key')
  return key
}
