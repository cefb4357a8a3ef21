/** Records the processor time of test files. Each worker appends lines for each of its files. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const fileName = 'file-times.txt'

/** Adds processor time to a test file; does nothing without `APOGEE_FILE_TIMES=DIR`. */
export function recordFileTime(testFile: string, processorSeconds: number): void {
  const directory = process.env['APOGEE_FILE_TIMES']
  if (directory) appendFileSync(join(directory, fileName), `${processorSeconds.toFixed(3)} ${testFile}\n`)
}

/** Returns processor seconds by the path of the test file. */
export function readFileTimes(directory: string): Map<string, number> {
  const path = join(directory, fileName)
  const times = new Map<string, number>()
  if (!existsSync(path)) return times
  for (const line of readFileSync(path, 'utf8').trim().split('\n')) {
    const space = line.indexOf(' ')
    const file = line.slice(space + 1)
    times.set(file, (times.get(file) ?? 0) + Number(line.slice(0, space)))
  }
  return times
}

/** The places of user time in `/proc/PID/stat`, counted after the program's name. System time follows. */
const places = { 'the process': 11, 'its ended children': 13 }

/** Returns user and system time of a local process, or 0 when it has ended. Only Linux tells; elsewhere it is 0. */
export function processorSeconds(pid: number, of: keyof typeof places): number {
  const path = `/proc/${pid}/stat`
  if (!existsSync(path)) return 0
  // The program's name is in parentheses and may contain spaces. Times are in hundredths of a second.
  const fields = readFileSync(path, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[places[of]]) + Number(fields[places[of] + 1])) / 100
}
