/** Stores the browser's zoom and text mode for documents. */
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import * as z from 'zod/mini'
import { storage } from '../../../platform/session/storage.ts'
import { leastZoom, mostZoom } from './page-layout.ts'

const stored = z.object({
  zoom: z.number().check(z.minimum(leastZoom), z.maximum(mostZoom)),
  isText: z.boolean(),
})
export type RememberedView = z.infer<typeof stored>

const usual: RememberedView = { zoom: 1, isText: false }

/** Ignores unreadable stored data. */
export function rememberedView(): RememberedView {
  try {
    const parsed = stored.safeParse(JSON.parse(storage.read(storageKeys.documentView) ?? 'null'))
    return parsed.success ? parsed.data : usual
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
