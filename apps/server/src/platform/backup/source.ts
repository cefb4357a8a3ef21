import type { BackupKey } from './sealed-file.ts'
import type { BaseManifest } from './backup-folder.ts'

export interface BaseTarget {
  path: string
  key: BackupKey
  name: string
}

/** A cluster that can be copied while it runs. */
export interface BackupSource {
  /** Writes the files as a sealed tar. Resolves when the log that they need is in the spool. */
  copyFiles(target: BaseTarget, signal: AbortSignal): Promise<Omit<BaseManifest, 'format' | 'startedAt'>>
  /** A folder into which files of the log come. Names that begin with a dot are not whole. */
  spool: string
  /** Puts what was written so far into the spool. */
  finishLog(): Promise<void>
  stop(): Promise<void>
}
