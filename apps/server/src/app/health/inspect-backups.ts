/** Reports for `npm run doctor` whether backups are written and how old they are. */
import { BackupFolder, timeOf } from '#server/platform/backup/backup-folder.ts'
import { BackupKey } from '#server/platform/backup/sealed-file.ts'
import { bucketOf } from '../backup/backups.ts'
import type { BackupConfig } from '../config/config-backup.ts'
import type { Config } from '../config/config.ts'

export interface BackupInspection {
  state: 'ok' | 'note' | 'FAIL'
  remark: string
}

const hourMs = 3_600_000

/** @param cluster is the name of the cluster's folder in BACKUP_DIR. It is null when the database is not reachable. */
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
    const bucket = await inBucket(backup, cluster, now)
    if (bucket.state === 'FAIL') return { state: 'FAIL', remark: `${ages}; ${bucket.remark}` }
    const isLate = now.getTime() - baseAt.getTime() > 2 * everyHours * hourMs
    return { state: isLate ? 'FAIL' : 'ok', remark: `${ages}${bucket.remark}` }
  } catch (error) {
    return {
      state: 'FAIL',
      remark: `${directory}: ${error instanceof Error ? error.message : String(error)}`,
    }
  }
}

/** Asks the bucket for its list of files, because only this list is reliable. */
async function inBucket(backup: BackupConfig, cluster: string, now: Date): Promise<BackupInspection> {
  const { bucket, everyHours } = backup
  const store = await bucketOf(backup)
  if (!store || !bucket) return { state: 'ok', remark: '' }
  const where = `the bucket '${bucket.bucket}'`
  try {
    const names = (await Array.fromAsync(store.list(`${cluster}/base/`))).map(({ name }) => name)
    const newest = names
      .filter((name) => name.includes('/manifest.json'))
      .toSorted()
      .at(-1)
    if (newest === undefined) return { state: 'FAIL', remark: `${where} has no base backup` }
    const baseAt = timeOf(newest.split('/')[2] ?? '')
    const isLate = now.getTime() - baseAt.getTime() > 2 * everyHours * hourMs
    const remark = `${where}: base backup ${age(baseAt, now)} old`
    return isLate ? { state: 'FAIL', remark } : { state: 'ok', remark: `; ${remark}` }
  } catch (error) {
    return { state: 'FAIL', remark: `${where}: ${error instanceof Error ? error.message : String(error)}` }
  }
}

function age(at: Date, now: Date): string {
  const minutes = Math.max(0, Math.round((now.getTime() - at.getTime()) / 60_000))
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}
