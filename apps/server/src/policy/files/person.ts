import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import type { Caller } from '../caller.ts'

export type Queryable = Pick<Database, 'kysely'>['kysely']
export type Person = Pick<Caller, 'userId' | 'role' | 'businessId'>

/** Returns undefined if `userId` is null, and for an erased account. */
export async function personById(db: Queryable, userId: number | null): Promise<Person | undefined> {
  if (userId === null) return undefined
  const people = await sql<Person>`
    SELECT id AS "userId", role, business_id AS "businessId" FROM user_cards
     WHERE id = ${userId} AND erased_at IS NULL`.execute(db)
  return people.rows[0]
}
