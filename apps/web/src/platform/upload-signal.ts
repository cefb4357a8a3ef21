/** Tells the frame of the pages that files are being uploaded, so that only then the tray's code is loaded. */
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { useSyncExternalStore } from 'react'
import { tabStorage } from './storage.ts'

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
