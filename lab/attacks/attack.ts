import type { Drill } from '../harness/drill.ts'
import type { People } from './support/people.ts'
import type { Target } from './support/target.ts'

/**
 * Describes the size of a run. `npm run test:deep` runs the short form, on busy machines. The short form checks texts and counts.
 * It checks times and memory only with bounds that even a busy machine keeps.
 */
export interface Form {
  isShort: boolean
  fuzzRequests: number
  /** Each batch has this many requests for a call. */
  perBatch: number
  /** Each stranger sends this many requests to each call that can name foreign objects. */
  foreignRequests: number
  callsNeverTried: number
  /** Memory may grow by this many MiB. With Infinity, the growth is only printed. */
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
  /** True means that no job may run at the same time, because the attack attributes every changed row to its own requests. */
  withoutJobs?: true
  /** True means that the attack makes calls that require re-authentication, as the people who signed in at the start. */
  withFreshProof?: true
  /** Adds figures with their bounds to `drill`. */
  run: (scene: Scene) => Promise<void>
}
