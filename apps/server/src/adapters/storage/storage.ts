/** Creates the configured storage. A new adapter adds its case here. */
import { createLocalStorage } from './local.ts'
import type { FileStorage, MovableStorage } from './port.ts'
import type { S3Config } from './s3-client.ts'

export const storageKinds = ['disk', 's3'] as const
export type StorageKind = (typeof storageKinds)[number]

export interface StorageConfig {
  kind: StorageKind
  /** A file that the storage `kind` lacks is read from this storage, while files move between the two. */
  alsoRead: StorageKind | null
  /**
   * This is the absolute path of the folder of uploads. If S3 is used, the folder contains only running uploads and copies for
   * tools.
   */
  directory: string
  /** A reverse proxy serves stored files internally under this path. Null means that this process sends the files. */
  accelLocation: string | null
  /** Null means that S3 is not configured. */
  s3: S3Config | null
}

/** @throws a sentence when a network storage refuses an operation that the product needs. */
export async function createFileStorage(config: StorageConfig): Promise<FileStorage> {
  const storage = await storageOf(config.kind, config)
  if (config.alsoRead === null) return storage
  const { createPairedStorage } = await import('./paired.ts')
  return createPairedStorage(storage, await storageOf(config.alsoRead, config))
}

/** @throws the same errors as `createFileStorage`. */
export async function storageOf(kind: StorageKind, config: StorageConfig): Promise<MovableStorage> {
  switch (kind) {
    case 'disk':
      return createLocalStorage(config.directory, config)
    case 's3': {
      if (!config.s3) throw new Error('S3 is not configured: S3_ENDPOINT is missing')
      const { createS3Storage } = await import('./s3.ts')
      const storage = createS3Storage(config.s3, config.directory)
      await storage.prove()
      return storage
    }
  }
}
