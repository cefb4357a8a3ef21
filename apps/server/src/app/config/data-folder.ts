import { access, constants, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a missing data folder with private permissions; parents get the default mode.
 * @throws when it cannot be created or written, naming the variable, the reason and an example.
 */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dirname(dataDir), { recursive: true })
    await mkdir(dataDir, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' || !(await isFolder(dataDir))) throw unusable(dataDir, error)
  }
  try {
    await access(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw unusable(dataDir, error)
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'that disk is read-only',
  EEXIST: 'there is a file in its place',
  ENOTDIR: 'there is a file in its place',
  ENOENT: 'it cannot be made there',
  ENOSPC: 'the disk is full',
}

function unusable(dataDir: string, error: unknown): Error {
  const reason = reasons[codeOf(error)] ?? (error instanceof Error ? error.message : String(error))
  return new Error(`DATA_DIR cannot be ${dataDir}: ${reason}. Example: DATA_DIR=./data`, { cause: error })
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch (error) {
    // The folder cannot be created, because a part of its path is a file or is missing.
    if (['ENOTDIR', 'ENOENT', 'EACCES'].includes(codeOf(error))) return false
    throw error
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
