/**
 * `npm run test:s3` runs the tests of the storage against a real S3-compatible service. `S3_ENDPOINT`, `S3_BUCKET`,
 * `S3_ACCESS_KEY_ID` and `S3_SECRET_ACCESS_KEY` name the service, with `S3_REGION` and `S3_PATH_STYLE` as in docs/configuration.md.
 * The tests write below `apogee-test-…/` in the bucket and remove what they have written.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { S3Config } from '../apps/server/src/adapters/storage/s3-client.ts'
import { ConfigError, readConfig } from '../apps/server/src/app/config/config.ts'

const root = join(import.meta.dirname, '..')

/** Returns the configuration of the service, or null after printing its problems. */
function serviceOf(environment: NodeJS.ProcessEnv): S3Config | null {
  try {
    return readConfig({ ...environment, STORAGE: 's3', STORAGE_ALSO_READ: '' }).storage.s3
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    return null
  }
}

const service = serviceOf(process.env)
if (service) {
  const config = join(import.meta.dirname, 'testing/s3-tests.config.ts')
  const { status } = spawnSync(join(root, 'node_modules/.bin/vitest'), ['run', '--config', config], {
    cwd: root,
    env: { ...process.env, S3_SERVICE: JSON.stringify(service) },
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
} else process.exitCode = 1
