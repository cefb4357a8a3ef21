/** Signals running uploads to the page frame, so that the tray's code loads only then. */
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { useSyncExternalStore } from 'react'
import { tabStorage } from '../session/storage.ts'

const eventName = 'apogee:uploads'

export const announceUploads = (): boolean => dispatchEvent(new Event(eventName))

function watch(changed: () => void): () => void {
  addEventListener(eventName, changed)
  return () => removeEventListener(eventName, changed)
}

export const useHasUploads = (): boolean =>
  useSyncExternalStore(
    watch,
    () => tabStorage.read(storageKeys.uploadQueue) !== null,
    () => false,
  )
