/** The place of an item in the list of the inbox, and when a hidden one returns. All functions are pure. */
import { dayInMalaysia, startOfDay } from '@apogee/domain/time/malaysia-time.ts'

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

const hourMs = 3_600_000
const morningHour = 8

/** Returns 8:00 of the next day in Malaysia. */
export const tomorrowMorning = (now: Date): Date =>
  new Date(startOfDay(dayInMalaysia(new Date(now.getTime() + 24 * hourMs))).getTime() + morningHour * hourMs)
