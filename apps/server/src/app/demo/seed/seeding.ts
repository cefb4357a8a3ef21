/** Defines what all seeding steps share: their input, and the results that later steps use. */
import type { StoredFile } from '#server/adapters/storage/port.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { Services } from '../../features.ts'
import type { DemoCourse, DemoSchool } from '../load-demo-school.ts'

export const dayMs = 24 * 3_600_000

export interface Seeding {
  tx: Tx
  services: Services
  dependencies: Dependencies
  school: DemoSchool
  now: Date
  /** Contains the stored copies of media by 'seller/file', because sellers do not share files, and portraits by `portraitOf`. */
  files: ByKey<StoredFile>
  businessIds: ByKey<number>
  sellerIds: ByKey<number>
  people: ByKey<Pick<Caller, 'userId' | 'role' | 'businessId'>>
  courses: ByKey<SeededCourse>
}

export interface SeededCourse extends DemoCourse {
  id: number
  modules: ByKey<number>
  resources: ByKey<SeededResource>
}

export interface SeededResource {
  id: number
  /** This is the length of a video. It is null for anything else. */
  seconds: number | null
}

/** Contains rows by the keys that the content files use for them. */
export class ByKey<Row> extends Map<string, Row> {
  of(key: string): Row {
    const row = this.get(key)
    if (row === undefined) throw new Error(`the demo school has no '${key}'`)
    return row
  }
}

/** Returns the name under which a person's portrait is stored in `files`. */
export const portraitOf = (person: string): string => `portrait of ${person}`

export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs)
