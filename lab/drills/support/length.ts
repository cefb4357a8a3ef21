/** Reads `--short`, the form of a drill that `npm run test:deep` runs, also on busy machines. */
import { parseArgs } from 'node:util'

export const isShort =
  parseArgs({ options: { short: { type: 'boolean', default: false } }, strict: false }).values['short'] ===
  true

/**
 * The short form breaks the same parts for less time: it continues once an effect has been seen, where the long form watches for a
 * fixed time. It has no bounds on times, which would only detect a busy machine: everything must be answered, recover, and agree in
 * the end.
 */
export const byLength = <T>(forms: { long: T; short: T }): T => (isShort ? forms.short : forms.long)

/** The short form waits for this many visits: two of each kind. */
export const fewVisits = 8
