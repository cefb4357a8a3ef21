import type { Kysely } from 'kysely'

export interface ReplicaRecord {
  /** These are the numbers of public reads since the start of the process, by the server that answered them. */
  reads: { standby: number; primary: number }
  standbys: readonly StandbyRecord[]
}

interface StandbyRecord {
  address: string
  /** This is true while reads go to this standby. */
  isUsed: boolean
  /** The standby last had everything from the primary this many seconds ago. It is 0 while reads go to the standby. */
  behindSeconds: number
}

/** Reads public data on standbys. */
export interface StandbyReads {
  read<T>(work: (db: Kysely<unknown>) => Promise<T>, primary: Kysely<unknown>): Promise<T>
  record(): ReplicaRecord
}
