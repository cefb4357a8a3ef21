/** Compares the answers of PostgreSQL 15 with those of the product's own engine. */
import type { Answer, Description, Outcome, Refusal } from './engine-session.ts'

/**
 * Returns the kind of a refusal. All violated constraints count as one kind, because the order of triggers decides which of them an
 * engine names.
 */
const kindOf = (refusal: Refusal | undefined): string | undefined =>
  refusal?.code.startsWith('23') ? '23' : refusal?.code

const refusalOf = ({ code, message }: Refusal) => `${message} (${code})`

/** Compares PostgreSQL 15's description of a statement with that of our own engine. Returns the difference, or undefined. */
export function descriptionFault(own: Description, oldest: Outcome<Description>): string | undefined {
  if (oldest.refusal) return `PostgreSQL 15 refuses it: ${refusalOf(oldest.refusal)}`
  const { parameters, columns } = oldest.value
  const ownParameters = own.parameters.join(', ')
  if (parameters.join(', ') !== ownParameters)
    return `PostgreSQL 15 infers the parameters (${parameters.join(', ')}), the own engine (${ownParameters})`
  const differing = own.columns
    .map((column, place) => [column, columns[place]] as const)
    .filter(([{ name, type }, other]) => name !== other?.name || type !== other.type)
    .map(([{ name, type }, other]) =>
      `${name} ${type} is ${other?.name ?? 'missing'} ${other?.type ?? ''}`.trim(),
    )
  if (columns.length > own.columns.length)
    differing.push(`it returns ${columns.length} instead of ${own.columns.length}`)
  return differing.length > 0 ? `columns differ on PostgreSQL 15: ${differing.join(', ')}` : undefined
}

/**
 * Compares two executions on equal databases and returns the difference. Both may refuse for the same reason, such as a missing
 * row.
 * @param again the own engine's answer to a second execution: a difference from that depends on time or chance.
 */
export function executionFault(
  own: Outcome<Answer>,
  oldest: Outcome<Answer>,
  again: Outcome<Answer>,
): string | undefined {
  if (kindOf(oldest.refusal) !== kindOf(own.refusal)) {
    if (kindOf(own.refusal) !== kindOf(again.refusal)) return undefined
    return oldest.refusal
      ? `PostgreSQL 15 refuses its execution: ${refusalOf(oldest.refusal)}`
      : `only the own engine refuses its execution: ${own.refusal && refusalOf(own.refusal)}`
  }
  if (!own.value || !oldest.value || !again.value) return undefined
  if (own.value.rowCount === again.value.rowCount && own.value.rowCount !== oldest.value.rowCount)
    return `PostgreSQL 15 returns ${oldest.value.rowCount} rows, the own engine ${own.value.rowCount}`
  const rowsOf = ({ rows }: Answer) => rows.join('\n')
  if (rowsOf(own.value) !== rowsOf(again.value) || rowsOf(own.value) === rowsOf(oldest.value))
    return undefined
  const place = own.value.rows.findIndex((row, index) => row !== oldest.value.rows[index])
  return `rows differ: PostgreSQL 15 returns ${oldest.value.rows[place]}, the own engine ${own.value.rows[place]}`
}
