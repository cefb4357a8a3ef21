import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Describes a separate Node process that a test controls. Each line of its standard output is an answer. */
export type Child = {
  process: ChildProcess
  pid: number
  /** Resolves with the next line of output; rejects with the standard error when the process ends instead. */
  nextLine(): Promise<string>
  /** Resolves with the exit code, or with the signal that ended the process. */
  ended: Promise<number | NodeJS.Signals>
}

/** Starts a file in its own process group. A string names a file beside this one; a URL may name any file. */
export function startChild(file: string | URL, args: string[]): Child {
  const path = typeof file === 'string' ? resolve(import.meta.dirname, file) : fileURLToPath(file)
  const child = spawn(process.execPath, [path, ...args], {
    cwd: dirname(path),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ended = new Promise<number | NodeJS.Signals>((settle, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => settle(code ?? signal ?? 0))
  })
  if (child.pid === undefined) throw new Error(`${path} did not start`)
  return {
    process: child,
    pid: child.pid,
    ended,
    async nextLine() {
      const line = await lines.next()
      if (line.done) throw new Error(`${path} ended with ${await ended}: ${errors}`)
      return line.value
    },
  }
}

/** Runs the file until it ends and returns its first line. */
export async function runChild(file: string | URL, args: string[]): Promise<string> {
  const child = startChild(file, args)
  const line = await child.nextLine()
  const code = await child.ended
  if (code !== 0) throw new Error(`${file.toString()} ended with ${code}`)
  return line
}
