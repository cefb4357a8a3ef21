import { loadPyodide, version } from 'pyodide'
import { info } from 'pyodide/pyodide-lock.json'
import { maxLineLength, maxLines, type PracticeResult, type PracticeRun } from './practice.ts'
import harness from './run_exercise.py?raw'

/** Where the engine is in the bundle; undefined: beside the package, as in tests. */
export interface PythonFiles {
  /** Folder of `pyodide.asm.mjs` and `pyodide.asm.wasm`. */
  indexURL: string
  stdLibURL: string
}

export type PythonEngine = (
  run: PracticeRun,
  onLine: (line: string) => void,
) => Pick<PracticeResult, 'failure' | 'checks' | 'wasCut'>

/**
 * Python with its standard library, without packages, and without a way to JavaScript: its module `js` is empty. Memory is limited by
 * {@link limitMemory}, time by whoever ends the worker.
 * @throws when the engine cannot be loaded.
 */
export async function loadPython(files?: PythonFiles): Promise<PythonEngine> {
  let print: (line: string) => void = () => undefined
  const out = lineWriter((line) => print(line))
  const python = await loadPyodide({
    ...files,
    jsglobals: Object.freeze({}),
    // No package can be found, so nothing is asked of any other server.
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

/** For standard output and errors: whole lines, and what is left at the end of a run. */
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

/** Of WebAssembly, in this thread: what asks for more gets a MemoryError. */
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
