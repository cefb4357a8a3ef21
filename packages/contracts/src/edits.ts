/** Edits of one object by several people or tabs: the version a form was read at, and what an answer 409 says. */
import * as z from 'zod/mini'

/** In an answer: the version to send with a later change. */
export const versionRead = z.optional(z.int())

/** In a body: the version the caller has read. Without it the last write wins. */
export const versionSent = z.optional(
  z.int('must be a version that was read').check(z.minimum(0, 'must be a version that was read')),
)

export const editConflict = z.object({
  /** Sent with the next attempt, after the person has seen the fields below. */
  version: z.int(),
  /** Fields that the request changes and that have changed since its version. */
  fields: z.array(
    z.object({
      field: z.string(),
      /** As it stands now, in the form of the call's own field. */
      value: z.unknown(),
      /** ISO 8601 in UTC. */
      changedAt: z.string(),
      /** Null: a superadmin, or an erased account. */
      changedBy: z.nullable(z.object({ id: z.int(), name: z.nullable(z.string()) })),
    }),
  ),
})
export type EditConflict = z.infer<typeof editConflict>
