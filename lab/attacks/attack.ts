import type { Drill } from '../harness/drill.ts'
import type { People } from './support/people.ts'
import type { Target } from './support/target.ts'

/**
 * The size of a run. The short form runs with `npm run test:deep` on busy machines. It checks texts and counts; it checks times and
 * memory only by bounds that a busy machine cannot exceed.
 */
export interface Form {
  isShort: boolean
  fuzzRequests: number
  /** The number of requests generated for a call at a time. */
  perBatch: number
  /** The number of requests of each stranger to each call that names foreign objects. */
  foreignRequests: number
  callsNeverTried: number
  /** The value is in MiB; Infinity means that it is only printed. */
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
  has: string
  tries: string
  /** The attack reads the changes of a request, so no job may change rows at the same time. */
  withoutJobs?: true
  /** The attack makes calls that require re-authentication, as the people who signed in at the start. */
  withFreshProof?: true
  /** Adds figures with their bounds to `drill`. */
  run: (scene: Scene) => Promise<void>
}
