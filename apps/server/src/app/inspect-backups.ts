/** Whether backups are written, and how old they are: for `npm run doctor`. */
import { BackupFolder } from '#server/platform/backup/backup-folder.ts'
import { BackupKey } from '#server/platform/backup/sealed-file.ts'
import type { Config } from './config.ts'

export interface BackupInspection {
  state: 'ok' | 'note' | 'FAIL'
  remark: string
}

const hourMs = 3_600_000

/** @param cluster the name of its folder in BACKUP_DIR; null when the database is not reachable */
export async function inspectBackups(
  backup: Config['backup'],
  cluster: string | null,
  now: Date,
): Promise<BackupInspection> {
  if (!backup) return { state: 'note', remark: 'off: BACKUP_DIR is not set' }
  const { directory, secret, everyHours } = backup
  if (cluster === null) return { state: 'note', remark: `${directory}; whose database is not known` }
  try {
    const state = await new BackupFolder(`${directory}/${cluster}`, new BackupKey(secret)).state(now)
    const { baseAt, walAt, base, holes } = state
    if (!baseAt) return { state: 'note', remark: `${directory}: none yet; the server takes the first one` }
    const ages = `${directory}: base backup ${age(baseAt, now)} old, log ${walAt ? `${age(walAt, now)} old` : 'missing'}`
    if (!base) return { state: 'FAIL', remark: `${ages}; BACKUP_KEY does not open it` }
    if (holes.length > 0)
      return { state: 'FAIL', remark: `${ages}; files of the log are missing before ${holes[0]?.before}` }
    const isLate = now.getTime() - baseAt.getTime() > 2 * everyHours * hourMs
    return { state: isLate ? 'FAIL' : 'ok', remark: ages }
  } catch (error) {
    return {
      state: 'FAIL',
      remark: `${directory}: ${error instanceof Error ? error.message : String(error)}`,
    }
  }
}

function age(at: Date, now: Date): string {
  const minutes = Math.max(0, Math.round((now.getTime() - at.getTime()) / 60_000))
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}
