/** Stores the browser's zoom and text mode for documents. */
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { storage } from '../../../platform/session/storage.ts'
import { leastZoom, mostZoom } from './page-layout.ts'

export interface RememberedView {
  zoom: number
  isText: boolean
}

const usual: RememberedView = { zoom: 1, isText: false }

/** Ignores unreadable stored data. */
export function rememberedView(): RememberedView {
  try {
    const { zoom, isText } = JSON.parse(storage.read(storageKeys.documentView) ?? '{}') as Record<
      string,
      unknown
    >
    const isZoom = typeof zoom === 'number' && zoom >= leastZoom && zoom <= mostZoom
    return isZoom && typeof isText === 'boolean' ? { zoom, isText } : usual
  } catch {
    return usual
  }
}

export function rememberView(change: Partial<RememberedView>): void {
  const before = rememberedView()
  const next = { ...before, ...change }
  if (next.zoom !== before.zoom || next.isText !== before.isText)
    storage.write(storageKeys.documentView, JSON.stringify(next))
}
