import { once } from 'node:events'
import type { ChildProcess } from 'node:child_process'
import { Writable } from 'node:stream'

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

/**
 * The program's input. What is written after the program has closed it is discarded: tar ends at the mark of the archive's end, and
 * its exit code tells whether it has read enough.
 */
export function inputOf({ stdin }: { stdin: Writable }): Writable {
  stdin.on('error', () => undefined)
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (stdin.writable) stdin.write(chunk, () => done())
      else done()
    },
    final(done) {
      stdin.end()
      done()
    },
  })
}
