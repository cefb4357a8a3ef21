/** Concurrent edits of one object: the version at which a form was read, and the fields of a 409 answer. */
import * as z from 'zod/mini'

/** In an answer: the version to send with a later change. */
export const versionRead = z.optional(z.int())

/** In a body: the version that the caller has read. Without it the last write wins. */
export const versionSent = z.optional(
  z.int('must be a version that was read').check(z.minimum(0, 'must be a version that was read')),
)

export const editConflict = z.object({
  /** The version to send with the next attempt, after the person has seen the fields below. */
  version: z.int(),
  /** Fields that the request changes and that have changed since its version. */
  fields: z.array(
    z.object({
      field: z.string(),
      /** The current value, in the form of the call's own field. */
      value: z.unknown(),
      /** ISO 8601 in UTC. */
      changedAt: z.string(),
      /** Null: a superadmin, or an erased account. */
      changedBy: z.nullable(z.object({ id: z.int(), name: z.nullable(z.string()) })),
    }),
  ),
})
export type EditConflict = z.infer<typeof editConflict>
