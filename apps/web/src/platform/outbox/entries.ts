/**
 * Stores the actions of one account that the server does not have yet. Each entry is a separate storage item, so that two tabs can
 * write concurrently without losing entries.
 */
import type { ClientErrorCode } from '#web/platform/transfer/client.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { storage } from '#web/platform/session/storage.ts'

export interface Entry {
  kind: string
  /** `key` identifies what the entry is about. A later entry of the same kind and key replaces this one. */
  key: string
  payload: unknown
  /** `madeAt` is in ms since 1970, by this device's clock. */
  madeAt: number
  /** `refusal` is set when the server has refused the entry. The entry stays until the person has seen the refusal. */
  refusal?: { errorCode: ClientErrorCode; message: string }
}

/** Returns the id of an entry, which is unique within the account because kinds contain no spaces. */
export const idOf = ({ kind, key }: Pick<Entry, 'kind' | 'key'>): string => `${kind} ${key}`

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(id: string, text: string | null): Entry[] {
  if (text === null) return []
  const [kind = '', ...key] = id.split(' ')
  try {
    const value: unknown = JSON.parse(text)
    if (!isRecord(value) || typeof value['madeAt'] !== 'number') return []
    const { payload, madeAt, refusal } = value
    const wasRefused = isRecord(refusal) && typeof refusal['message'] === 'string'
    return [{ kind, key: key.join(' '), payload, madeAt, ...(wasRefused && { refusal: refusal as never }) }]
  } catch {
    // The stored value is not valid JSON, so it is not an entry.
    return []
  }
}

/** Holds the keys that this page has written, because storage that is blocked or full cannot list them. */
const written = new Set<string>()

function storedKeys(): string[] {
  try {
    return [...new Set([...written, ...Object.keys(localStorage)])]
  } catch {
    // If cookies and site data are blocked, reading the property itself throws.
    return [...written]
  }
}

/** Accesses the entries of one account; entries of other accounts stay unchanged. */
export function entriesOf(account: number) {
  const prefix = `${storageKeys.outbox} ${account} `
  const read = (id: string): Entry | undefined => parsed(id, storage.read(prefix + id))[0]
  return {
    read,
    /** Returns the entries in order of creation. */
    all: (): Entry[] =>
      storedKeys()
        .flatMap((key) => (key.startsWith(prefix) ? (read(key.slice(prefix.length)) ?? []) : []))
        .toSorted((a, b) => a.madeAt - b.madeAt),
    keep: ({ kind, key, ...value }: Entry) => {
      written.add(prefix + idOf({ kind, key }))
      storage.write(prefix + idOf({ kind, key }), JSON.stringify(value))
    },
    forget: (id: string) => storage.remove(prefix + id),
  }
}
