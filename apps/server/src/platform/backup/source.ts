import type { BackupKey } from './sealed-file.ts'
import type { BaseManifest } from './backup-folder.ts'

export interface BaseTarget {
  path: string
  key: BackupKey
  name: string
}

/** A cluster that can be copied while it runs is a source of backups. */
export interface BackupSource {
  /** Writes the files as a sealed tar. Resolves when the log that these files need is in the spool. */
  copyFiles(target: BaseTarget, signal: AbortSignal): Promise<Omit<BaseManifest, 'format' | 'startedAt'>>
  /** WAL files are written to this folder. Files whose names begin with a dot are incomplete. */
  spool: string
  /** Writes the log that exists so far to the spool. */
  finishLog(): Promise<void>
  stop(): Promise<void>
}
