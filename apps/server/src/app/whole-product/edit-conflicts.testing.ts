export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/**
 * Returns a value in a form in which both sides can be compared. The URL of a file is signed for each caller, so only its path is
 * kept.
 */
export const comparable = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === 'string' && part.includes('/media/')
      ? part.split('?')[0]?.replace(/^.*\/media/, '')
      : part,
  )

/** Returns the id of the created object. */
export const idIn = (body: Record<string, unknown>): number | string => {
  const { data } = body
  const id = isRecord(data) ? data['id'] : undefined
  if (typeof id !== 'number' && typeof id !== 'string') throw new Error(JSON.stringify(body))
  return id
}
