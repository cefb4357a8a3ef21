/** Each build is made in a folder beside the finished ones, so an interrupted or concurrent build never leaves a mixture. */
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { repository } from './build-state.mjs'

const drafts = join(repository, 'node_modules/.cache')

/** Calls `build` with the path of a folder that does not exist yet. If `build` leaves a folder at this path, it is removed. */
export async function inDraft(name: string, build: (draft: string) => Promise<void>): Promise<void> {
  await removeAbandoned(`${name}-`)
  const draft = join(drafts, `${name}-${process.pid}`)
  try {
    await build(draft)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Removes the folders that killed builds have left. */
async function removeAbandoned(prefix: string): Promise<void> {
  await mkdir(drafts, { recursive: true })
  for (const name of await readdir(drafts)) {
    if (!name.startsWith(prefix)) continue
    const pid = Number.parseInt(name.slice(prefix.length), 10)
    if (pid === process.pid || !isAlive(pid)) await rm(join(drafts, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
