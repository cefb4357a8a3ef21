import { sql, type RawBuilder } from 'kysely'

/**
 * Masks an address so that a colleague still recognises it. It shows at most half of the name, because lists show masked addresses
 * to people who do not write to them, and the security log outlives accounts (docs/decisions/personal-data.md).
 */
export function maskedEmail(email: string): string {
  const [name = '', host = ''] = email.split('@')
  const shown = Math.min(2, Math.floor(name.length / 2))
  return `${name.slice(0, shown)}…@${host}`
}

/**
 * Selects a person's name, or their masked address when they have no name, with the same result as `maskedEmail`. `alias` is the
 * alias of `user_cards` in the statement.
 */
export function nameOrMaskedEmail(alias: 'u' | 'who'): RawBuilder<string | null> {
  const email = sql`${sql.ref(`${alias}.email`)}::text`
  const name = sql`split_part(${email}, '@', 1)`
  return sql`coalesce(${sql.ref(`${alias}.name`)},
    left(${name}, least(2, length(${name}) / 2)) || '…@' || split_part(${email}, '@', 2))`
}
