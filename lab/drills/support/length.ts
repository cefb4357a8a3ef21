/** Reads `--short`, which selects the short form of a drill. `npm run test:deep` runs the short form, also on busy machines. */
import { parseArgs } from 'node:util'

export const isShort =
  parseArgs({ options: { short: { type: 'boolean', default: false } }, strict: false }).values['short'] ===
  true

/**
 * Chooses by the form of the drill. The short form breaks the same parts for less time: it continues once it has seen an effect,
 * where the long form watches for a fixed time. The short form has no bounds on times, because they would only detect a busy
 * machine. In both forms, everything must be answered, recover, and agree at the end.
 */
export const byLength = <T>(forms: { long: T; short: T }): T => (isShort ? forms.short : forms.long)

/** The short form waits for this many visits: two of each kind. */
export const fewVisits = 8
