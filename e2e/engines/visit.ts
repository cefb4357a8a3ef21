import type { School } from './school.ts'
import type { Screen } from './screen.ts'

export interface Visit {
  screen: Screen
  school: School
  course: { id: number; package: string; text: number }
}

/** The keys are whole sentences, by which a journey is chosen. */
export type Journeys = Record<string, (visit: Visit) => Promise<void>>
