/**
 * Lets the processes that a test starts use compiled code of earlier ones. Such a process reads one uploaded file and is then
 * killed; stripping and compiling its modules takes most of its processor time. The product starts these processes without an
 * environment, and nothing compiled is kept.
 */
import childProcess, { type ForkOptions } from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'

const environment = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/node-compile'),
  NODE_OPTIONS: `--require=${JSON.stringify(join(import.meta.dirname, 'keep-compiled-code.cjs'))}`,
}

/** Acts on every later `fork` of this process. @returns a function that ends it. */
export function keepCompiledCode(): () => void {
  const { fork } = childProcess
  const keeping = (file: string | URL, given?: string[] | ForkOptions, options?: ForkOptions) =>
    Array.isArray(given) ? fork(file, given, extended(options)) : fork(file, extended(given ?? options))
  use({ fork: keeping })
  return () => use({ fork })
}

function use(functions: { fork: unknown }): void {
  Object.assign(childProcess, functions)
  syncBuiltinESMExports()
}

const extended = (options: ForkOptions = {}): ForkOptions => ({
  ...options,
  env: { ...(options.env ?? process.env), ...environment },
})
