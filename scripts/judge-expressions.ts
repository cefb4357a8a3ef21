/** `npm run expressions [-- --all]` checks the new regular expressions, or all, with recheck and records the safe ones. */
import { writeFileSync } from 'node:fs'
import { bounded } from './regular-expressions/bounded.ts'
import { findExpressions, readSafe, safeFile, verdictOn } from './regular-expressions/expressions.ts'

const known = new Set(process.argv.includes('--all') ? [] : readSafe())
const safe: string[] = []
for (const expression of findExpressions().expressions) {
  if (expression.written in bounded) continue
  const verdict = known.has(expression.written) ? null : verdictOn(expression)
  if (verdict === null) safe.push(expression.written)
  else console.log(`${verdict}: ${expression.written} in ${expression.paths.join(', ')}`)
}
writeFileSync(safeFile, `${safe.toSorted().join('\n')}\n`)
