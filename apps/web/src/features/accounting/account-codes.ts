/** Stores in the browser the codes of a book's accounts in each accounting program, for each person. */
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { ledgerAccounts, type JournalCodes, type JournalProgram } from '@apogee/contracts/accounting/books.ts'
import type { Viewer } from '#web/platform/session/session.tsx'
import { storage } from '#web/platform/session/storage.ts'

type Stored = Record<string, JournalCodes>

/** Ignores stored data that is unreadable or has the format of another release. */
function readStored(): Stored {
  try {
    const parsed: unknown = JSON.parse(storage.read(storageKeys.accountCodes) ?? '{}')
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Stored) : {}
  } catch {
    return {}
  }
}

export interface CodesOf {
  viewer: Viewer
  /** Undefined means the viewer's own book. */
  sellerId: number | undefined
  program: JournalProgram
}

const keyOf = ({ viewer, sellerId, program }: CodesOf) => `${viewer}-${sellerId ?? 'own'}-${program}`

export function rememberedCodes(of: CodesOf): JournalCodes {
  const stored = new Map(Object.entries(readStored()[keyOf(of)] ?? {}))
  return Object.fromEntries(
    ledgerAccounts.flatMap((account) => {
      const code: unknown = stored.get(account)
      return typeof code === 'string' && code !== '' ? [[account, code]] : []
    }),
  )
}

export function rememberCodes(of: CodesOf, codes: JournalCodes): void {
  storage.write(storageKeys.accountCodes, JSON.stringify({ ...readStored(), [keyOf(of)]: codes }))
}
