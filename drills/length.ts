/** `--short`: the form of a drill that `npm run test:deep` runs, also on busy machines. */
import { parseArgs } from 'node:util'

export const isShort =
  parseArgs({ options: { short: { type: 'boolean', default: false } }, strict: false }).values['short'] ===
  true

/**
 * The short form breaks the same things for less time: it goes on once something has been seen, where the long form watches for a fixed
 * time. It has no bounds on times, which would tell a busy machine only: everything must be answered, come back, and agree in the end.
 */
export const byLength = <T>(forms: { long: T; short: T }): T => (isShort ? forms.short : forms.long)

/** Visits that the short form waits for: two of each kind. */
export const fewVisits = 8
