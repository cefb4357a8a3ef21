/** Frames a drill: its figures with their bounds, its clean-up, and the exit code. */
import { setTimeout as pause } from 'node:timers/promises'

const patienceMs = 120_000

/** This exit code means that the drill did not run, so no bound was held or missed. */
export const notRunCode = 77

/** Thrown when this machine cannot run the drill. The message tells what is missing and what to do. */
export class CannotRun extends Error {}

interface Row {
  what: string
  figure: string
  bound: string
  isMissed: boolean
}

export class Drill {
  readonly #began = performance.now()
  readonly #undo: (() => Promise<unknown>)[] = []
  readonly #rows: Row[] = []
  readonly #wrong: string[] = []

  say(text: string): void {
    console.log(`${((performance.now() - this.#began) / 1000).toFixed(1).padStart(6)} s  ${text}`)
  }

  /** Registers a step for the end. The step that was registered last runs first. */
  atEnd(step: () => Promise<unknown>): void {
    this.#undo.push(step)
  }

  wrong(text: string): void {
    this.#wrong.push(text)
  }

  /** Resolves when the condition holds. @throws when it does not hold in time. */
  async until(what: string, isSo: () => boolean | Promise<boolean>, longestMs = patienceMs): Promise<void> {
    const giveUpAt = Date.now() + longestMs
    while (!(await isSo())) {
      if (Date.now() > giveUpAt) throw new Error(`waited in vain for ${what}`)
      await pause(100)
    }
  }

  note(what: string, figure: string): void {
    this.#rows.push({ what, figure, bound: '', isMissed: false })
  }

  /** Fails the drill when the figure exceeds the bound or is not a number. Infinity only prints the figure. */
  atMost(what: string, figure: number, bound: number, unit = ''): void {
    const isMissed = !(figure <= bound)
    const written = (value: number) =>
      `${Number.isInteger(value) ? value : value.toFixed(2)}${unit && ` ${unit}`}`
    this.#rows.push({
      what,
      figure: written(figure),
      bound: bound === Infinity ? '' : `≤ ${written(bound)}`,
      isMissed,
    })
  }

  /** Fails the drill when the list is not empty; prints some entries. */
  none(what: string, found: readonly string[]): void {
    this.atMost(what, found.length, 0)
    this.#wrong.push(...found.slice(0, 5).map((each) => `${what}: ${each}`))
  }

  /** Prints the table and cleans up; returns the exit code. */
  async end(): Promise<number> {
    for (const step of this.#undo.toReversed()) {
      await step().catch((error: unknown) => this.#wrong.push(`could not be tidied up: ${String(error)}`))
    }
    const width = Math.max(...this.#rows.map(({ what }) => what.length), 1)
    for (const { what, figure, bound, isMissed } of this.#rows) {
      console.log(`${what.padEnd(width)} | ${figure.padStart(12)} | ${bound}${isMissed ? '  MISSED' : ''}`)
    }
    for (const each of this.#wrong) console.log(`WRONG  ${each}`)
    return this.#wrong.length > 0 || this.#rows.some(({ isMissed }) => isMissed) ? 1 : 0
  }
}

/**
 * Runs a drill and ends the process: 0 when every bound was held, `notRunCode` for `CannotRun`. A signal to stop ends it with 1 and its
 * `atEnd` steps.
 */
export async function runDrill(work: (drill: Drill) => Promise<void>): Promise<never> {
  const drill = new Drill()
  const { promise: interrupted, reject } = Promise.withResolvers<never>()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => reject(new Error('interrupted')))
  try {
    await Promise.race([work(drill), interrupted])
  } catch (error) {
    if (error instanceof CannotRun) {
      const code = await drill.end()
      console.log(`NOT RUN  ${error.message}`)
      process.exit(code === 0 ? notRunCode : code)
    }
    drill.wrong(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  process.exit(await drill.end())
}
