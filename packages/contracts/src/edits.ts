/** Describes concurrent edits of one object: the version at which a form was read, and the fields of a 409 answer. */
import * as z from 'zod/mini'

/** Holds the version of the object that was read. A later change sends it back. */
export const versionRead = z.optional(z.int())

/** Holds the version that the caller has read. A change without a version overwrites changes of others. */
export const versionSent = z.optional(
  z.int('must be a version that was read').check(z.minimum(0, 'must be a version that was read')),
)

export const editConflict = z.object({
  /** The next attempt sends this version, after the person has seen the fields below. */
  version: z.int(),
  /** Lists the fields that the request changes and that others have changed since its version. */
  fields: z.array(
    z.object({
      field: z.string(),
      /** Holds the current value, in the format that the call uses for this field. */
      value: z.unknown(),
      /** The format is ISO 8601 in UTC. */
      changedAt: z.string(),
      /** Null means that a superadmin changed the field, or somebody whose account was erased. */
      changedBy: z.nullable(z.object({ id: z.int(), name: z.nullable(z.string()) })),
    }),
  ),
})
export type EditConflict = z.infer<typeof editConflict>
