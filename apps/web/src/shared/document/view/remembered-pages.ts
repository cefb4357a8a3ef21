/** Stores the page that each person has reached in each document in the browser. */
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import type { Viewer } from '../../../platform/session/session.tsx'
import { storage } from '../../../platform/session/storage.ts'

/** The store keeps the most recently read documents; older ones begin at their first page again. */
const mostDocuments = 50

type Entry = [key: string, page: number]

const isEntry = (entry: unknown): entry is Entry => {
  if (!Array.isArray(entry) || entry.length !== 2) return false
  const [key, page] = entry as unknown[]
  return typeof key === 'string' && Number.isSafeInteger(page) && Number(page) >= 2
}

/** Ignores stored data that is unreadable or has the format of another release. */
function readStored(): Entry[] {
  try {
    const parsed: unknown = JSON.parse(storage.read(storageKeys.documentPages) ?? '[]')
    return Array.isArray(parsed) && parsed.every(isEntry) ? parsed : []
  } catch {
    return []
  }
}

const keyOf = (viewer: Viewer, documentId: number) => `${viewer}-${documentId}`

/** Pages count from 1. */
export function rememberedPage(viewer: Viewer, documentId: number): number {
  const key = keyOf(viewer, documentId)
  return readStored().find(([known]) => known === key)?.[1] ?? 1
}

export function rememberPage(viewer: Viewer, documentId: number, page: number): void {
  const key = keyOf(viewer, documentId)
  const others = readStored().filter(([known]) => known !== key)
  const pages = page > 1 ? [[key, page], ...others].slice(0, mostDocuments) : others
  storage.write(storageKeys.documentPages, JSON.stringify(pages))
}
