/** Runs a script of the product as a process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Runs a file of `scripts`; returns its name and its output. @throws unless the process ends with 0. */
export async function runScript(file: string, environment: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../../scripts', file)], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${file} ended with ${code}: ${output}`)
  return `${file}\n${output.trimEnd().replaceAll(/^/gm, '          ')}`
}
