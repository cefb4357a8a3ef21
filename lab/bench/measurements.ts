/**
 * Lists every measurement of this folder with its duration, needs and sizes. The whole form measures; the tiny form, which `npm run
 * test:deep` runs, proves that the measurement works. A test fails for a file that is missing here or has no section in
 * docs/performance.md (scripts/checks/bench-frame.test.ts).
 */
import type { ProgramName } from './support/programs.ts'

/**
 * Names what a measurement needs. `database` is an engine that all measurements of a run share. `pages` are the built pages.
 * `school` is the built product and a data folder with the demo school.
 */
export type Need = ProgramName | 'database' | 'pages' | 'school'

export interface Definition<Size extends object> {
  /** The whole form takes about this many seconds on two quiet cores. */
  seconds: number
  needs: readonly Need[]
  whole: Size
  tiny: Size
  /** These environment variables change the measurement; if one is set, the results are not written into the documentation. */
  variables: readonly string[]
}

const define = <Size extends object>(
  definition: Omit<Definition<Size>, 'variables' | 'tiny'> & {
    tiny: NoInfer<Size>
    variables?: readonly string[]
  },
): Definition<Size> => ({ variables: [], ...definition })

const mebibyte = 1024 * 1024

export const measurements = {
  callbacks: define({
    seconds: 30,
    needs: ['database'],
    whole: { perSecond: 200, seconds: 15, warmUp: 400 },
    tiny: { perSecond: 50, seconds: 1, warmUp: 10 },
  }),
  calls: define({
    seconds: 240,
    needs: ['database'],
    // The warm-up is long, because a connection prepares a statement at its third use, and Node compiles code after some hundred
    // requests.
    whole: { rounds: 7, requests: 250, warmUp: 500 },
    tiny: { rounds: 1, requests: 5, warmUp: 5 },
    variables: ['CALLS_ONLY', 'CALLS_NODE_OPTIONS'],
  }),
  checkout: define({
    seconds: 90,
    needs: ['database', 'pgbench'],
    whole: { tills: 12, seconds: 4, rounds: 3, buyers: 100_000 },
    tiny: { tills: 2, seconds: 0.3, rounds: 1, buyers: 4_000 },
  }),
  'course-builder': define({
    seconds: 150,
    needs: ['school', 'chromium'],
    whole: { modules: 200, presses: Infinity, visits: 5, calls: 20 },
    tiny: { modules: 2, presses: 1, visits: 1, calls: 2 },
  }),
  'course-import': define({
    seconds: 40,
    needs: ['school'],
    whole: { files: 500, idleMs: 5_000 },
    tiny: { files: 25, idleMs: 0 },
  }),
  'course-list': define({
    seconds: 600,
    needs: ['database'],
    whole: {
      few: 1_000,
      most: 100_000,
      connections: 16,
      seconds: 3,
      requests: Infinity,
      rounds: 5,
      answers: 300,
    },
    tiny: { few: 60, most: 180, connections: 2, seconds: 1, requests: 10, rounds: 1, answers: 3 },
  }),
  film: define({
    seconds: 60,
    needs: ['school', 'chromium'],
    whole: { isSlow: true, settleMs: 5_000 },
    tiny: { isSlow: false, settleMs: 100 },
    variables: ['FILM_ORIGIN'],
  }),
  'first-load': define({
    seconds: 10,
    needs: ['pages'],
    whole: {},
    tiny: {},
  }),
  isolation: define({
    seconds: 60,
    needs: ['school'],
    // The largest accepted picture has 20 megapixels.
    whole: { registrations: 50, bombs: 30, signIns: 60, width: 5_000, height: 4_000 },
    tiny: { registrations: 2, bombs: 2, signIns: 3, width: 500, height: 400 },
  }),
  'large-upload': define({
    seconds: 60,
    needs: ['school'],
    // Uploads may have 2 GB. This size is slightly smaller, because the file also contains boxes.
    whole: { bytes: 2_000 * mebibyte, cuts: 20, idleMs: 5_000 },
    tiny: { bytes: 40 * mebibyte, cuts: 2, idleMs: 0 },
  }),
  lighthouse: define({
    seconds: 240,
    needs: ['school', 'chromium'],
    whole: { visits: 5, pages: Infinity },
    tiny: { visits: 1, pages: 1 },
    variables: ['LIGHTHOUSE_ORIGIN'],
  }),
  'long-tasks': define({
    seconds: 120,
    needs: ['school', 'chromium'],
    whole: { visits: 7, pages: Infinity },
    tiny: { visits: 1, pages: 1 },
    variables: ['LONG_TASKS_ORIGINS'],
  }),
  media: define({
    seconds: 60,
    needs: ['school', 'nginx'],
    whole: { videoBytes: 100 * mebibyte, rounds: 7, firstBytes: 100 },
    tiny: { videoBytes: 8 * mebibyte, rounds: 1, firstBytes: 5 },
  }),
  passkeys: define({
    seconds: 30,
    needs: ['school'],
    whole: { signIns: 200 },
    tiny: { signIns: 3 },
  }),
  peers: define({
    seconds: 420,
    needs: ['database'],
    whole: { products: 1_000, clients: 4, rounds: 3, reads: 200, writes: 40, warmUp: 40 },
    tiny: { products: 60, clients: 2, rounds: 1, reads: 4, writes: 4, warmUp: 2 },
  }),
  presses: define({
    seconds: 240,
    needs: ['school', 'chromium'],
    whole: { presses: Infinity, visits: 3 },
    tiny: { presses: 1, visits: 1 },
    variables: ['PRESSES_ORIGIN'],
  }),
  progress: define({
    seconds: 90,
    needs: ['database', 'pgbench'],
    whole: { learners: 16, seconds: 4, rounds: 3 },
    tiny: { learners: 2, seconds: 0.3, rounds: 1 },
  }),
  rendering: define({
    seconds: 120,
    needs: ['school'],
    // Code is compiled in the first two rounds. Documents are cached for a second, so after `forgottenMs` the data is read again.
    whole: { warmUp: 2, rounds: 6, salesPages: 100, keptReads: 40, forgottenMs: 1_100 },
    tiny: { warmUp: 0, rounds: 1, salesPages: 2, keptReads: 2, forgottenMs: 0 },
  }),
  'security-log': define({
    seconds: 600,
    needs: ['database'],
    whole: { rows: 10_000_000, people: 200_000, sealed: 200_000, rounds: 15, writeMs: 3_000 },
    tiny: { rows: 20_000, people: 1_000, sealed: 500, rounds: 1, writeMs: 200 },
  }),
  'start-and-memory': define({
    seconds: 60,
    needs: ['school'],
    whole: { starts: 5, uploads: 20, uploadBytes: 100 * mebibyte, idleMs: 5_000 },
    tiny: { starts: 1, uploads: 2, uploadBytes: 2 * mebibyte, idleMs: 0 },
  }),
}

export type MeasurementName = keyof typeof measurements
export type SizeOf<Name extends MeasurementName> = (typeof measurements)[Name]['whole']

export const measurementNames = Object.keys(measurements) as MeasurementName[]
