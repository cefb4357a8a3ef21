/** The place of an item in the list of the inbox. All functions are pure. */

export interface Position {
  rank: number
  microseconds: string
  id: string
}

/** Returns the place that a cursor names. Null means the first page. The contract has checked the cursor's form. */
export function positionOf(cursor: string | undefined): Position | null {
  const [rank, microseconds, id] = cursor?.split('.') ?? []
  if (rank === undefined || microseconds === undefined || id === undefined) return null
  return { rank: Number(rank), microseconds, id }
}

export const cursorOf = ({ rank, microseconds, id }: Position): string => `${rank}.${microseconds}.${id}`
