import { loadPyodide, version } from 'pyodide'
import { info } from 'pyodide/pyodide-lock.json'
import { maxLineLength, maxLines, type PracticeResult, type PracticeRun } from '../practice.ts'
import harness from './run_exercise.py?raw'

/** Locates the engine in the bundle. Undefined means that it is beside the package, as in tests. */
export interface PythonFiles {
  /** `indexURL` is the folder with `pyodide.asm.mjs` and `pyodide.asm.wasm`. */
  indexURL: string
  stdLibURL: string
}

export type PythonEngine = (
  run: PracticeRun,
  onLine: (line: string) => void,
) => Pick<PracticeResult, 'failure' | 'checks' | 'wasCut'>

/**
 * Loads Python with its standard library, without packages, and without access to JavaScript: its module `js` is empty. {@link
 * limitMemory} limits memory; the caller limits time by ending the worker.
 * @throws when the engine cannot be loaded.
 */
export async function loadPython(files?: PythonFiles): Promise<PythonEngine> {
  let print: (line: string) => void = () => undefined
  const out = lineWriter((line) => print(line))
  const python = await loadPyodide({
    ...files,
    jsglobals: Object.freeze({}),
    // The empty list of packages prevents requests to any other server.
    lockFileContents: { info: { ...info, arch: 'wasm32', version }, packages: {} },
    packageBaseUrl: '/none/',
  })
  python.setStdout(out)
  python.setStderr(out)
  python.runPython(harness)
  const run = python.globals.get('run') as (code: string, checks: string, longest: number) => string
  return ({ code, checks }, onLine) => {
    let count = 0
    let wasCut = false
    print = (line) => {
      wasCut ||= count >= maxLines || line.length > maxLineLength
      if (count++ < maxLines) onLine(line.slice(0, maxLineLength))
    }
    const answer = run(code, JSON.stringify(checks), maxLineLength)
    out.end()
    return { ...(JSON.parse(answer) as Pick<PracticeResult, 'failure' | 'checks'>), wasCut }
  }
}

/** Writes standard output and errors as whole lines, and the remainder at the end of a run. */
function lineWriter(onLine: (line: string) => void) {
  const decoder = new TextDecoder()
  let open = ''
  return {
    write(bytes: Uint8Array): number {
      const lines = (open + decoder.decode(bytes, { stream: true })).split('\n')
      open = lines.pop() ?? ''
      for (const line of lines) onLine(line)
      return bytes.length
    },
    end() {
      if (open !== '') onLine(open)
      open = ''
    },
  }
}

/** Limits the memory of WebAssembly in this thread; code that requests more gets a MemoryError. */
export function limitMemory(bytes: number): void {
  const pageBytes = 65_536
  const memory = WebAssembly.Memory.prototype
  const { grow } = memory
  memory.grow = function growWithinLimit(pages: number) {
    if (this.buffer.byteLength + pages * pageBytes > bytes)
      throw new RangeError('the memory of this thread is limited')
    return grow.call(this, pages)
  }
}
