/** Provides a small separate file system whose free space a drill sets. */
import { spawnSync } from 'node:child_process'
import { statfs } from 'node:fs/promises'
import { CannotRun, type Drill } from '../../harness/drill.ts'
import { temporaryFolder } from './market.ts'

export interface SmallDisk {
  folder: string
  /** Resizes the file system so that this many bytes are free, whatever is stored. */
  leave(bytes: number): Promise<void>
}

const mostTries = 50

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function run(program: string, ...parameters: string[]): void {
  const { status, stderr, error } = spawnSync(program, parameters, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr.trim()}`)
}

/** Mounts a tmpfs, which uses only as much memory as the stored data. @throws CannotRun unless the user may mount file systems. */
export async function mountSmallDisk(drill: Drill, freeBytes: number): Promise<SmallDisk> {
  if (process.getuid?.() !== 0)
    throw new CannotRun(
      'This drill mounts a small file system, which only root may do: sudo npm run drill -- full-disk',
    )
  const folder = await temporaryFolder(drill)
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${freeBytes},mode=0700`, 'tmpfs', folder)
  } catch (error) {
    throw new CannotRun(
      `This drill mounts a small file system, which not even root may do here, as in most containers (${messageOf(error)}). Run it on a machine of its own, or give the container CAP_SYS_ADMIN.`,
      { cause: error },
    )
  }
  drill.atEnd(async () => run('umount', folder))
  return {
    folder,
    async leave(bytes) {
      for (let tries = 1; ; tries += 1) {
        const { blocks, bavail, bsize } = await statfs(folder)
        try {
          run('mount', '-o', `remount,size=${(blocks - bavail) * bsize + bytes}`, folder)
          return
        } catch (error) {
          // The stored data has grown beyond the new size meanwhile, so the size is computed again.
          if (tries === mostTries) throw error
        }
      }
    },
  }
}
