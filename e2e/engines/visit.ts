import type { School } from './school.ts'
import type { Screen } from './screen.ts'

export interface Visit {
  screen: Screen
  school: School
  course: { id: number; package: string; text: number }
}

/** Maps the name of each journey, a whole sentence, to the journey. Arguments of the command choose journeys by these names. */
export type Journeys = Record<string, (visit: Visit) => Promise<void>>
