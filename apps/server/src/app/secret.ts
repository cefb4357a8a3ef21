import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The application's secret from the environment, or one made once and kept (0600) in the data folder. */
export async function applicationSecret(given: string | null, dataDir: string): Promise<string> {
  if (given) return given
  const path = join(dataDir, 'app-secret')
  await mkdir(dataDir, { recursive: true })
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      const secret = randomBytes(48).toString('base64url')
      await file.writeFile(secret)
      await file.sync()
      return secret
    } finally {
      await file.close()
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const kept = (await readFile(path, 'utf8')).trim()
  if (kept.length < 32) throw new Error(`${path} is damaged: remove it only if nothing was encrypted with it`)
  return kept
}
