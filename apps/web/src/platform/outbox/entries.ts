/**
 * What one account did and the server does not have yet, in the browser's storage. Each entry has an item of its own, so that two tabs
 * that write at the same time lose nothing.
 */
import type { ClientErrorCode } from '#web/platform/client.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { storage } from '#web/platform/storage.ts'

export interface Entry {
  /** The name of its kind. */
  kind: string
  /** What it is about: a later entry of the same kind and key replaces it. */
  key: string
  payload: unknown
  /** Milliseconds since 1970, by this device's clock. */
  madeAt: number
  /** The server does not take it; kept until the person has seen it. */
  refusal?: { errorCode: ClientErrorCode; message: string }
}

/** Names an entry of one account; without spaces in it. */
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
    // Not written by this code, so not an entry.
    return []
  }
}

/** Keys that this page has written: where the storage is blocked or full, it lists none of them. */
const written = new Set<string>()

function storedKeys(): string[] {
  try {
    return [...new Set([...written, ...Object.keys(localStorage)])]
  } catch {
    // Cookies and site data are blocked: reading the property itself throws.
    return [...written]
  }
}

/** The entries of one account; those of other accounts stay as they are. */
export function entriesOf(account: number) {
  const prefix = `${storageKeys.outbox} ${account} `
  const read = (id: string): Entry | undefined => parsed(id, storage.read(prefix + id))[0]
  return {
    read,
    /** In the order in which they were made. */
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
