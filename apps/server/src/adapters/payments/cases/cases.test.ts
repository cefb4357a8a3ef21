import Fastify from 'fastify'

import { type ProviderUnderTest } from './cases.setup.ts'
import { testClock } from '@apogee/chip-simulator/testing-clock.ts'
import { paymentProviderCases } from './cases.ts'
import { createChipProvider } from '../chip.ts'
import { simulatorPlugin } from '@apogee/chip-simulator/http.ts'
import { MemoryStorage } from '@apogee/chip-simulator/storage/memory-storage.ts'
import { createSimulatorProvider } from './simulated-provider.ts'
import { Simulator } from '@apogee/chip-simulator/simulator.ts'

/** The timeout is long enough for a busy machine to send the request. */
const hastyMs = 500

paymentProviderCases('CHIP over HTTP', async (): Promise<ProviderUnderTest> => {
  const clock = testClock()
  let origin = ''
  const simulator = new Simulator({
    storage: new MemoryStorage(),
    pageRoot: () => `${origin}/`,
    now: clock.now,
  })
  const app = Fastify({ forceCloseConnections: true })
  await app.register(simulatorPlugin, { simulator, api: true })
  origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    provider: createChipProvider({ apiUrl: origin, now: clock.now }),
    hastyProvider: createChipProvider({ apiUrl: `${origin}/api/v1`, now: clock.now, timeoutMs: hastyMs }),
    simulator,
    clock,
    close: () => app.close(),
  }
})

paymentProviderCases('the simulator in process', async (): Promise<ProviderUnderTest> => {
  const clock = testClock()
  const root = 'https://school.test/payment-simulator/'
  const simulator = new Simulator({
    storage: new MemoryStorage(),
    pageRoot: () => root,
    now: clock.now,
  })
  const mayLeadTo = (page: string) => page.startsWith(root)
  return {
    provider: createSimulatorProvider(simulator, { mayLeadTo }),
    hastyProvider: createSimulatorProvider(simulator, { mayLeadTo, timeoutMs: hastyMs }),
    simulator,
    clock,
    close: async () => simulator.faults.clear(),
  }
})
