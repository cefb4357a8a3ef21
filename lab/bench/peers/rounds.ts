/** Loads several servers in turns with the same operation, and reads the CPU time of each server's process and of PostgreSQL. */
import type pg from 'pg'
import { median } from '../../harness/measure.ts'
import { databaseCpu } from '../support/database-cpu.ts'
import type { OperationName, Perform, PeerServer } from './operations.ts'

export interface Load {
  /** This many clients perform operations at the same time. */
  clients: number
  rounds: number
  /** Each round has this many operations. */
  times: number
  warmUp: number
}

export interface Figures {
  server: string
  perSecond: number
  /** `serverCpu` and `databaseCpu` are the CPU time of one operation in µs. */
  serverCpu: number
  databaseCpu: number
}

interface Contestant {
  server: PeerServer
  perform: Perform
  next: number
  rounds: Omit<Figures, 'server'>[]
}

/** Returns the medians of each server that offers the operation, in the order of `servers`. */
export async function compareServers(
  operation: OperationName,
  servers: readonly PeerServer[],
  pool: pg.Pool,
  { clients, rounds, times, warmUp }: Load,
): Promise<Figures[]> {
  const contestants = servers.flatMap((server): Contestant[] => {
    const perform = server.operations[operation]
    return perform ? [{ server, perform, next: 0, rounds: [] }] : []
  })
  for (const contestant of contestants) await performAll(contestant, clients, warmUp)
  for (let round = 0; round < rounds; round += 1)
    for (const contestant of round % 2 === 0 ? contestants : contestants.toReversed())
      contestant.rounds.push(await measure(contestant, pool, clients, times))
  return contestants.map(({ server, rounds: measured }) => {
    const middle = (of: keyof (typeof measured)[number]) => median(measured.map((round) => round[of]))
    return {
      server: server.name,
      perSecond: middle('perSecond'),
      serverCpu: middle('serverCpu'),
      databaseCpu: middle('databaseCpu'),
    }
  })
}

async function measure(contestant: Contestant, pool: pg.Pool, clients: number, times: number) {
  const used = async () => ({ server: await contestant.server.cpu(), database: await databaseCpu(pool) })
  const before = await used()
  const began = performance.now()
  await performAll(contestant, clients, times)
  const seconds = (performance.now() - began) / 1000
  const after = await used()
  return {
    perSecond: times / seconds,
    serverCpu: (after.server - before.server) / times,
    databaseCpu: (after.database - before.database) / times,
  }
}

async function performAll(contestant: Contestant, clients: number, times: number): Promise<void> {
  const end = contestant.next + times
  const work = async (client: number) => {
    while (contestant.next < end) {
      const nth = contestant.next
      contestant.next += 1
      await contestant.perform(nth, client)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => work(client)))
}
