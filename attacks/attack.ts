/** The form of an attack, and what each gets. */
import type { Drill } from '../drills/drill.ts'
import type { People } from './people.ts'
import type { Target } from './target.ts'

/**
 * How much is tried. The short form runs with `npm run test:deep`, on busy machines. It judges texts and counts. It judges times and memory
 * only by bounds that a busy machine cannot exceed.
 */
export interface Form {
  isShort: boolean
  fuzzRequests: number
  /** Requests that are generated for a call at a time. */
  perBatch: number
  /** Requests of each stranger to each call that names foreign objects. */
  foreignRequests: number
  callsNeverTried: number
  /** MiB; Infinity: printed only. */
  memoryGrowthMib: number
  guesses: number
  timedPairs: number
}

export const longForm: Form = {
  isShort: false,
  fuzzRequests: 205_000,
  perBatch: 20,
  foreignRequests: 6,
  callsNeverTried: 0,
  memoryGrowthMib: 64,
  guesses: 10_000,
  timedPairs: 1_000,
}

export const shortForm: Form = {
  isShort: true,
  fuzzRequests: 4_000,
  perBatch: 3,
  foreignRequests: 2,
  callsNeverTried: Infinity,
  memoryGrowthMib: Infinity,
  guesses: 300,
  timedPairs: 0,
}

export interface Scene {
  target: Target
  people: People
  drill: Drill
  form: Form
  seed: string
}

export interface Attack {
  name: string
  /** What the attacker has. */
  has: string
  /** What they try. */
  tries: string
  /** Reads what a request changed, so no job may change rows at the same time. */
  withoutJobs?: true
  /** Makes calls that ask for a fresh proof of identity, as the people who signed in at the start. */
  withFreshProof?: true
  /** Adds figures with their bounds to `drill`. */
  run: (scene: Scene) => Promise<void>
}
