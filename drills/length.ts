/** `--short`: the form of a drill that `npm test` runs, also on busy machines. */
import { parseArgs } from 'node:util'

export const isShort =
  parseArgs({ options: { short: { type: 'boolean', default: false } }, strict: false }).values['short'] ===
  true

/** The short form breaks the same things for less time; its bounds on times tell a fault from a busy machine only. */
export const byLength = <T>(forms: { long: T; short: T }): T => (isShort ? forms.short : forms.long)
