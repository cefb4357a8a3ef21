/** Examines an untrusted SCORM package in a separate process. */
import { packageProblems } from '@apogee/contracts/scorm/package-problems.ts'
import { readApart, TooComplex } from '../apart/read-apart.ts'
import { createBoundedQueue } from '../resources/bounded-queue.ts'
import type { ExaminedPackage } from './examine-package.ts'

/** The issue tells why the archive is no package. */
export type ReadPackage = { examined: ExaminedPackage } | { issue: { path: string; message: string } }

const reader = new URL('./package-child.ts', import.meta.url)
/** A package of 5,000 files takes about 10 seconds of processor time. */
const limits = { cpuSeconds: 40, heapMegabytes: 384, memoryMegabytes: 768 }
const queue = createBoundedQueue({
  name: 'packages',
  concurrency: 2,
  mostWaiting: 50,
  longestWaitMs: 120_000,
})

/**
 * Examines the package in the local file `path`.
 * @throws QueueFull
 */
export async function readPackage(path: string): Promise<ReadPackage> {
  try {
    return await queue.run(() => readApart<ReadPackage>({ reader, request: path, limits }))
  } catch (error) {
    if (error instanceof TooComplex) return { issue: { path: '', message: packageProblems['too-complex'] } }
    throw error
  }
}
