import { resolve } from 'node:path'
import type { S3Config } from '#server/adapters/storage/s3-client.ts'
import { variables, type Read, type VariableName } from './config-variables.ts'

export interface BackupConfig {
  directory: string
  /** `secret` is the secret part of `key`. */
  secret: string
  everyHours: number
  keepDays: number
  /** This bucket receives a copy of the folder. Null means that no bucket is configured. */
  bucket: S3Config | null
}

export function backupPlan(read: Read, problems: string[]): BackupConfig | null {
  const [directory, secret] = [read('BACKUP_DIR'), read('BACKUP_KEY')]
  const everyHours = read('BACKUP_EVERY_HOURS') ?? 24
  const keepDays = read('BACKUP_KEEP_DAYS') ?? 14
  const bucket = bucketOf(read, problems)
  if (directory === undefined) {
    if (read('BACKUP_S3_BUCKET') !== undefined) problems.push(bucketWithoutFolder)
    return null
  }
  if (secret !== undefined) return { directory: resolve(directory), secret, everyHours, keepDays, bucket }
  // A key that is set but invalid has already been reported with a message of its own.
  if (!problems.some((problem) => problem.startsWith('BACKUP_KEY'))) problems.push(backupWithoutKey)
  return null
}

/** A setting of the backups' bucket that is not set has the value of the same setting of the bucket for files. */
function bucketOf(read: Read, problems: string[]): S3Config | null {
  const bucket = read('BACKUP_S3_BUCKET')
  if (bucket === undefined) return null
  const needed = {
    endpoint: read('BACKUP_S3_ENDPOINT') ?? read('S3_ENDPOINT'),
    accessKeyId: read('BACKUP_S3_ACCESS_KEY_ID') ?? read('S3_ACCESS_KEY_ID'),
    secretAccessKey: read('BACKUP_S3_SECRET_ACCESS_KEY') ?? read('S3_SECRET_ACCESS_KEY'),
  }
  const region = read('BACKUP_S3_REGION') ?? read('S3_REGION') ?? 'us-east-1'
  const pathStyle = read('BACKUP_S3_PATH_STYLE') ?? read('S3_PATH_STYLE') ?? true
  const { endpoint, accessKeyId, secretAccessKey } = needed
  if (endpoint !== undefined && accessKeyId !== undefined && secretAccessKey !== undefined) {
    const forBrowsers = { publicEndpoint: null, browserUploads: false }
    return { endpoint, accessKeyId, secretAccessKey, bucket, region, pathStyle, ...forBrowsers }
  }
  for (const [field, name] of Object.entries(names))
    if (needed[field as keyof typeof needed] === undefined)
      problems.push(`BACKUP_S3_BUCKET needs ${name}. Example: ${name}=${variables[name].example}`)
  return null
}

const names = {
  endpoint: 'BACKUP_S3_ENDPOINT',
  accessKeyId: 'BACKUP_S3_ACCESS_KEY_ID',
  secretAccessKey: 'BACKUP_S3_SECRET_ACCESS_KEY',
} as const satisfies Record<string, VariableName>

const backupWithoutKey =
  'BACKUP_DIR needs BACKUP_KEY, which seals the backups. Example: BACKUP_KEY="$(openssl rand -base64 48)", kept elsewhere too'

const bucketWithoutFolder =
  'BACKUP_S3_BUCKET needs BACKUP_DIR, the folder whose files it gets. Example: BACKUP_DIR=/mnt/backups/apogee'
