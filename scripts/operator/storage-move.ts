/** `npm run storage:move -- --to s3|disk` copies all files to the other storage. The server may run meanwhile. */
import { storageKinds, storageOf } from '../../apps/server/src/adapters/storage/storage.ts'
import { ConfigError, readConfig } from '../../apps/server/src/app/config/config.ts'
import { copyFiles, type MoveReport } from '../../apps/server/src/features/media/move-files.ts'
import { withDatabase } from './open-database.ts'

const megabyte = 1_000_000

function progress({ files, bytes, copied, present }: MoveReport): void {
  console.log(
    `${files} files seen (${Math.round(bytes / megabyte)} MB): ${copied} copied, ${present} there already`,
  )
}

function summary(to: string, { files, bytes, copied, present, deleted, failed }: MoveReport): string {
  return [
    `${files} files, ${bytes} bytes, in the database.`,
    `${copied} copied to ${to} and read back, ${present} there already with the same size and SHA-256, ${deleted} deleted meanwhile, ${failed.length} failed.`,
    ...failed.map(({ key, problem }) => `FAILED ${key}: ${problem}`),
    failed.length === 0
      ? `All files are on ${to}. Nothing was removed from where they were.`
      : 'Run it again when the reasons are gone: what was copied is not copied again.',
  ].join('\n')
}

async function move(to: (typeof storageKinds)[number]): Promise<number> {
  const config = readConfig(process.env)
  const target = await storageOf(to, config.storage)
  const source = await storageOf(to === 's3' ? 'disk' : 's3', config.storage)
  const report = await withDatabase(({ kysely }) =>
    copyFiles({ db: kysely, from: source, to: target, onProgress: progress }),
  )
  console.log(summary(to, report))
  return report.failed.length
}

const [option, name, ...more] = process.argv.slice(2)
const to = storageKinds.find((kind) => kind === name)
if (option !== '--to' || !to || more.length > 0) {
  console.error('Usage: npm run storage:move -- --to s3|disk')
  process.exitCode = 1
} else {
  try {
    if ((await move(to)) > 0) process.exitCode = 1
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    if (!(error instanceof ConfigError))
      console.error('The move stopped. Run it again: what was copied is not copied again.')
    process.exitCode = 1
  }
}
