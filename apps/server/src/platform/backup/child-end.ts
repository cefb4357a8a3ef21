import { once } from 'node:events'
import type { ChildProcess } from 'node:child_process'
import { Writable } from 'node:stream'

/**
 * Observes the end of a child process. `code` rejects when the process could not be started or was aborted. `words` returns the end
 * of what the process wrote to its error output.
 */
export function endOf(child: ChildProcess): { code: Promise<number | null>; words: () => string } {
  let words = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (words = `${words}${text}`.slice(-2_000)))
  const code = once(child, 'close').then(([value]) => value as number | null)
  // A rejection would count as unhandled, and end this process, while the output is still being read.
  code.catch(() => undefined)
  return { code, words: () => words.trim() }
}

/**
 * Returns the input of a child process. Bytes that are written after the child has closed its input are discarded: tar stops at the
 * end-of-archive mark, and its exit code tells whether it has read enough.
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
