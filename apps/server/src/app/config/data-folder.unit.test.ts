import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareDataFolder } from './data-folder.ts'
import { applicationSecret } from './secrets/secret.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apogee-data-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a missing data folder is created with its parents and private permissions', async () => {
  const dataDir = join(folder, 'var/lib/apogee data')
  await prepareDataFolder(dataDir)
  await prepareDataFolder(dataDir)
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
})

test.for(['file', 'file/below', 'file/far/below'])(
  'a data folder that cannot be created or written (%s) is named with the reason',
  async (path) => {
    await writeFile(join(folder, 'file'), '')
    await expect(prepareDataFolder(join(folder, path))).rejects.toThrow(
      /^DATA_DIR cannot be .*: there is a file in its place\. Example: DATA_DIR=\.\/data$/,
    )
  },
)

test('concurrent starts agree on one secret, readable by this user only', async () => {
  const secrets = await Promise.all(Array.from({ length: 20 }, () => applicationSecret(null, folder)))
  expect(new Set(secrets).size).toBe(1)
  expect(secrets[0]?.length).toBeGreaterThanOrEqual(32)
  expect(await readdir(folder)).toEqual(['app-secret'])
  expect((await stat(join(folder, 'app-secret'))).mode & 0o777).toBe(0o600)
})

test('a secret from the environment is not written to a file', async () => {
  expect(await applicationSecret('given from outside', folder)).toBe('given from outside')
  expect(await readdir(folder)).toEqual([])
})

test('a damaged secret is not replaced, because stored credentials depend on it', async () => {
  await writeFile(join(folder, 'app-secret'), 'short')
  await expect(applicationSecret(null, folder)).rejects.toThrow(/app-secret is damaged/)
})
