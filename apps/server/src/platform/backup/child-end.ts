import { once } from 'node:events'
import type { ChildProcess } from 'node:child_process'

/**
 * The end of a program. `code` rejects when it could not be started or was aborted, also before anybody waits for it.
 * `words` is the end of what it wrote to its error output.
 */
export function endOf(child: ChildProcess): { code: Promise<number | null>; words: () => string } {
  let words = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (words = `${words}${text}`.slice(-2_000)))
  const code = once(child, 'close').then(([value]) => value as number | null)
  // Rejected while its output is still read, it must not count as unhandled: that ends the process.
  code.catch(() => undefined)
  return { code, words: () => words.trim() }
}
