/** Authorises a call before its body is validated, where the call's rule reads ids alone. */
import type { AccessRule } from '@apogee/contracts/access.ts'
import type { AnyEndpoint } from '@apogee/contracts/endpoint.ts'
import { shapeOf } from '@apogee/contracts/unknown-fields.ts'
import * as z from 'zod/mini'
import type { Database } from '#server/platform/database/database.ts'
import { authorise, type Received } from './access.ts'
import type { MaybeCaller } from './caller.ts'
import type { CourseStanding } from './standing.ts'

/** The caller may make the call. `standing` is their standing in its course, where its rule names one. */
export interface EarlyAdmission {
  standing: CourseStanding | undefined
}

/** A field that the rule reads is invalid; the call's validation reports it. */
class NotValid extends Error {}

/**
 * Refuses a caller who may not make the call. A rule reads each field through its own schema, so that no other input is validated
 * for strangers. Null means that a field of the rule is invalid; the call's validation then refuses the call.
 */
export async function authoriseEarly(
  {
    access,
    params,
    query,
    body,
  }: Pick<AnyEndpoint, 'params' | 'query' | 'body'> & { access: AccessRule<Received> },
  caller: MaybeCaller,
  sent: Received,
  database: Database,
): Promise<EarlyAdmission | null> {
  const received = {
    params: fieldByField(params, sent.params),
    query: fieldByField(query, sent.query),
    body: fieldByField(body, sent.body),
  }
  try {
    return { standing: await authorise(access, caller, received, database) }
  } catch (error) {
    if (error instanceof NotValid) return null
    throw error
  }
}

/** Returns an object whose fields are validated when they are read. */
function fieldByField(schema: z.core.$ZodType | undefined, sent: unknown): unknown {
  if (!schema) return undefined
  const shape = shapeOf(schema) ?? {}
  return new Proxy(shape, {
    get(_target, name) {
      const field = typeof name === 'string' && Object.hasOwn(shape, name) ? shape[name] : undefined
      if (!field || typeof name !== 'string') throw new NotValid()
      const value: unknown =
        typeof sent === 'object' && sent !== null && Object.hasOwn(sent, name)
          ? (sent as Readonly<Record<string, unknown>>)[name]
          : undefined
      const result = z.safeParse(field, value)
      if (!result.success) throw new NotValid()
      return result.data
    },
  })
}
