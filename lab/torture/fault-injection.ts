/** Kills servers and their database at random moments, and makes the provider unavailable from time to time. */
import { setTimeout as pause } from 'node:timers/promises'
import { killDatabase, type Server } from '../harness/processes.ts'
import type { ProviderProxy } from './provider-proxy.ts'
import type { Random } from '../harness/random.ts'

export interface FaultInjection {
  /** Injects the faults that are due. It is called for each order that begins. */
  progress(begun: number): void
  /** Resolves when all killed processes run again. */
  over(): Promise<void>
  readonly serverKills: number
  readonly databaseKills: number
}

interface Plan {
  orders: number
  serverKills: number
  databaseKills: number
  outages: number
}

export function startFaultInjection(
  plan: Plan,
  {
    servers,
    dataDir,
    line,
    random,
  }: {
    servers: readonly Server[]
    dataDir: string
    line: ProviderProxy
    random: Random
  },
): FaultInjection {
  const blows: { at: number; strike: () => Promise<void> }[] = []
  const underWay = new Set<Promise<void>>()
  let serverKills = 0
  let databaseKills = 0

  /** Distributes the faults over the whole run, with some randomness. */
  const spread = (count: number, strike: (nth: number) => Promise<void>) => {
    for (let nth = 0; nth < count; nth += 1) {
      const at = ((nth + 0.2 + 0.6 * random.next()) / count) * plan.orders
      blows.push({ at, strike: () => strike(nth) })
    }
  }
  spread(plan.serverKills, async (nth) => {
    await pause(random.between(0, 400))
    const chosen = servers[nth % servers.length]
    if (!chosen) return
    while (!chosen.isUp) await pause(100)
    serverKills += 1
    await chosen.killAndRestart(random.between(0, 300))
  })
  spread(plan.databaseKills, async () => {
    await pause(random.between(0, 400))
    while (!(await killDatabase(dataDir))) await pause(200)
    databaseKills += 1
  })
  spread(plan.outages, async () => line.outage(random.between(500, 3_000)))
  blows.sort((one, other) => one.at - other.at)

  return {
    progress(begun) {
      while (blows[0] && blows[0].at <= begun) {
        const struck = blows.shift()?.strike()
        if (!struck) return
        const ended: Promise<void> = struck.finally(() => underWay.delete(ended))
        underWay.add(ended)
      }
    },
    async over() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    get serverKills() {
      return serverKills
    },
    get databaseKills() {
      return databaseKills
    },
  }
}
