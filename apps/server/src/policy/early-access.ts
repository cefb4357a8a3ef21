/** Authorises a call before its body is validated. This works for access rules that read only ids. */
import type { AccessRule } from '@apogee/contracts/access.ts'
import type { AnyEndpoint } from '@apogee/contracts/endpoint.ts'
import { shapeOf } from '@apogee/contracts/unknown-fields.ts'
import * as z from 'zod/mini'
import type { Database } from '#server/platform/database/database.ts'
import { authorise, type Received } from './access.ts'
import type { MaybeCaller } from './caller.ts'
import type { CourseStanding } from './standing.ts'

/** The caller may make the call. `standing` is the caller's standing in the course that the access rule names, if it names one. */
export interface EarlyAdmission {
  standing: CourseStanding | undefined
}

/** Thrown when a field that the access rule reads is invalid. */
class NotValid extends Error {}

/**
 * Refuses a caller who may not make the call. The access rule reads each field through the field's own schema, so that no other
 * input of a stranger is validated. Returns null if such a field is invalid; the complete validation of the call, which follows,
 * then refuses it.
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

/** Returns an object that validates each field when the field is read. */
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
