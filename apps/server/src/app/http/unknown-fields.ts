import type { AnyEndpoint } from '@apogee/contracts/endpoint.ts'
import type { Issue } from '@apogee/contracts/refusals.ts'
import { fieldsTaken, unknownNestedFields } from '@apogee/contracts/unknown-fields.ts'
import { fieldRefusals, refuse } from '#server/policy/refusal.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Refuses fields that the call neither accepts nor ignores. Returns the fields that were sent back from a stored object. They must
 * equal the stored values.
 */
export function refuseUnknownFields(
  schemas: AnyEndpoint,
  { body, params }: { body?: unknown; params?: unknown },
): Fields | null {
  const taken = fieldsTaken(schemas)
  if (!taken || typeof body !== 'object' || body === null) return null
  const { sentBack = [], ignored = [] } = schemas
  const named = new Map(Object.entries(params ?? {}))
  const beyond = Object.entries(body).filter(
    // A body may repeat the id in the path.
    ([name, value]) => !taken.has(name) && !ignored.includes(name) && !isSameId(value, named.get(name)),
  )
  const unknown = beyond.flatMap(([name]) => (sentBack.includes(name) ? [] : [name.slice(0, 60)]))
  const all = [...unknown, ...unknownNestedFields(schemas, body)]
  if (all.length > 0) refuse('VALIDATION', { issues: all.slice(0, 20).map(unknownField) })
  return beyond.length > 0 ? Object.fromEntries(beyond) : null
}

/** Converts only strings and numbers, because converting an object would run its own `toString`. */
const isSameId = (value: unknown, inPath: unknown): boolean =>
  (typeof value === 'string' || typeof value === 'number') && String(value) === inPath

const unknownField = (path: string): Issue => ({ path, message: fieldRefusals.unknown })

export function refuseChanges(sent: Fields, stored: Fields): void {
  const issues = Object.entries(sent)
    .filter(([name, value]) => comparable(value) !== comparable(stored[name]))
    .map(([path]) => ({ path, message: fieldRefusals.fixed }))
  if (issues.length > 0) refuse('VALIDATION', { issues })
}

/** Files are compared by the path of their URL, because a signed URL changes every hour. */
const comparable = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, part: unknown) =>
    typeof part === 'string' && part.startsWith('/media/') ? part.split('?')[0] : part,
  )
