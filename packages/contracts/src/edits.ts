/** Describes concurrent edits of one object: the version at which a form was read, and the fields of a 409 answer. */
import * as z from 'zod/mini'

/** An answer contains the version to send with a later change. */
export const versionRead = z.optional(z.int())

/** A body contains the version that the caller has read. Without a version the last write wins. */
export const versionSent = z.optional(
  z.int('must be a version that was read').check(z.minimum(0, 'must be a version that was read')),
)

export const editConflict = z.object({
  /** The next attempt sends this version after the person has seen the fields below. */
  version: z.int(),
  /** The request changes these fields, and they have changed after its version. */
  fields: z.array(
    z.object({
      field: z.string(),
      /** The current value, in the format of the call's own field. */
      value: z.unknown(),
      /** The format is ISO 8601 in UTC. */
      changedAt: z.string(),
      /** Null means a superadmin or an erased account. */
      changedBy: z.nullable(z.object({ id: z.int(), name: z.nullable(z.string()) })),
    }),
  ),
})
export type EditConflict = z.infer<typeof editConflict>
