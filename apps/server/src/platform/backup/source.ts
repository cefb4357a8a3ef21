import type { BackupKey } from './sealed-file.ts'
import type { BaseManifest } from './backup-folder.ts'

export interface BaseTarget {
  path: string
  key: BackupKey
  name: string
}

/** The cluster can be copied while it runs. */
export interface BackupSource {
  /** Writes the files as a sealed tar. Resolves when the log that they need is in the spool. */
  copyFiles(target: BaseTarget, signal: AbortSignal): Promise<Omit<BaseManifest, 'format' | 'startedAt'>>
  /** The folder receives WAL files. Names that begin with a dot are incomplete. */
  spool: string
  /** Writes the log so far to the spool. */
  finishLog(): Promise<void>
  stop(): Promise<void>
}
