import { randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#server/platform/database/database.ts'
import type { Keys } from '#server/platform/secrets/keys.ts'
import { readFact, replaceFact, writeFact } from '#server/platform/server-facts.ts'

/**
 * Returns the application's secret from the environment. If there is none, the secret is generated once and stored in the data
 * folder (mode 0600). The file appears atomically: concurrent starts use the same secret, and a start that is killed leaves no
 * incomplete file.
 */
export async function applicationSecret(given: string | null, dataDir: string): Promise<string> {
  if (given) return given
  const path = join(dataDir, 'app-secret')
  const kept = await read(path)
  if (kept !== null) return kept
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    await writeWhole(draft, randomBytes(48).toString('base64url'))
    await link(draft, path)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    await rm(draft, { force: true })
  }
  return (await read(path)) ?? applicationSecret(given, dataDir)
}

const factKey = 'app-secret.signature'

const [markPurpose, markText] = ['which secret', 'apogee']

/**
 * Returns whether these keys open the secrets that this database stores. The keys of the first start are recorded and therefore
 * fit. With other keys, only what was encrypted before cannot be opened.
 */
export async function isSecretOfDatabase(db: Db, keys: Keys): Promise<boolean> {
  await writeFact(db, factKey, keys.sign(markPurpose, markText))
  const mark = await readFact(db, factKey)
  return typeof mark === 'string' && keys.isSignedBy(markPurpose, markText, mark)
}

/** Records that these keys open every stored value of this database. */
export const rememberSecret = (db: Db, keys: Keys): Promise<void> =>
  replaceFact(db, factKey, keys.sign(markPurpose, markText))

async function read(path: string): Promise<string | null> {
  let text: string
  try {
    text = (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
  if (text.length < 32) throw new Error(`${path} is damaged: remove it only if nothing was encrypted with it`)
  return text
}

async function writeWhole(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
