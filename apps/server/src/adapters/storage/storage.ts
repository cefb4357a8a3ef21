/** Creates the configured storage. A new adapter adds its case here. */
import { createLocalStorage } from './local.ts'
import type { FileStorage } from './port.ts'

export interface StorageConfig {
  kind: 'local'
  /** Absolute path. */
  directory: string
  /** The path under which a reverse proxy serves stored files internally; null: this process sends them. */
  accelLocation: string | null
}

export function createFileStorage(config: StorageConfig): FileStorage {
  switch (config.kind) {
    case 'local':
      return createLocalStorage(config.directory, config)
  }
}
