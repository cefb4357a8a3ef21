import type { FastifyPluginAsync } from 'fastify'

import { createChipProvider } from './chip.ts'
import type { PaymentProvider } from './port.ts'
import { Deliveries } from '@apogee/chip-simulator/deliveries.ts'
import { simulatorPlugin } from '@apogee/chip-simulator/http.ts'
import { createSimulatorProvider } from './cases/simulated-provider.ts'
import { Simulator } from '@apogee/chip-simulator/simulator.ts'
import type { SimulatorStorage } from '@apogee/chip-simulator/storage/storage.ts'

/** This is the platform's own account with the simulator. It is not a secret, because it gives access to nothing. */
export const simulatorAccount = { secret: 'simulator', brandId: '5f0c2b6e-7d43-4c8e-9a51-3e2f8d6b1c04' }

/** The path of the payer's pages is relative to the public address. */
export const simulatorPrefix = '/payment-simulator'

interface PaymentProviderOptions {
  /** `demo` selects the simulator and `live` selects CHIP. Any other value is the address of a compatible API. */
  chipApiUrl: string
  /** Returns the product's current address for the simulator's payment pages. */
  publicUrl: () => string
  simulatorStorage: SimulatorStorage
  now?: () => Date
  timeoutMs?: number
  /** Receives errors that occur while callbacks are sent. */
  onDeliveryError: (error: unknown) => void
}

export interface SimulatorParts {
  simulator: Simulator
  /** The plugin must be registered with `{ prefix: simulatorPrefix }`. */
  plugin: FastifyPluginAsync
  deliveries: Deliveries
}

/**
 * `simulator` is null unless `chipApiUrl` is `demo`. The caller must start and stop `simulator.deliveries` together with the
 * server.
 */
export function createPaymentProvider(options: PaymentProviderOptions): {
  provider: PaymentProvider
  simulator: SimulatorParts | null
} {
  const { chipApiUrl, publicUrl, simulatorStorage: storage, now, timeoutMs, onDeliveryError } = options
  if (chipApiUrl !== 'demo') {
    return { provider: createChipProvider({ apiUrl: chipApiUrl, now, timeoutMs }), simulator: null }
  }
  const simulator = new Simulator({ storage, pageRoot: (returnTo) => pageRoot(publicUrl(), returnTo), now })
  const deliveries = new Deliveries({ simulator, storage, onError: onDeliveryError })
  return {
    provider: createSimulatorProvider(simulator, {
      mayLeadTo: (page) => page.startsWith(pageRoot(publicUrl(), page)),
      timeoutMs,
    }),
    simulator: {
      simulator,
      deliveries,
      plugin: async (app) => {
        await app.register(simulatorPlugin, { simulator, onPayment: () => deliveries.wake() })
      },
    },
  }
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Returns the root of the payer's pages: the public address, or the loopback name that the payer used, so that localhost and
 * 127.0.0.1 both work.
 */
export function pageRoot(publicUrl: string, returnTo: string): string {
  const own = new URL(publicUrl)
  const back = URL.canParse(returnTo) ? new URL(returnTo) : own
  const isLocal = loopback.has(own.hostname) && loopback.has(back.hostname) && own.port === back.port
  return `${isLocal ? back.origin : own.origin}${simulatorPrefix}/`
}
