import { sql, type RawBuilder } from 'kysely'

/**
 * Enough for a colleague to recognise the address, and at most half of its name: lists show it to people who do not write there, and the
 * security log
 * outlives accounts. docs/decisions/personal-data.md#staff-see-what-they-need
 */
export function maskedEmail(email: string): string {
  const [name = '', host = ''] = email.split('@')
  const shown = Math.min(2, Math.floor(name.length / 2))
  return `${name.slice(0, shown)}…@${host}`
}

/** `maskedEmail` of a row of `user_cards`, for people without a name. `alias` is the row's name in the statement. */
export function nameOrMaskedEmail(alias: 'u' | 'who'): RawBuilder<string | null> {
  const email = sql`${sql.ref(`${alias}.email`)}::text`
  const name = sql`split_part(${email}, '@', 1)`
  return sql`coalesce(${sql.ref(`${alias}.name`)},
    left(${name}, least(2, length(${name}) / 2)) || '…@' || split_part(${email}, '@', 2))`
}
