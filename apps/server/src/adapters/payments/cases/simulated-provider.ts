/** Implements the port over a simulator in the same process, with CHIP's format but without HTTP. */
import { ChipProvider } from '../chip-provider.ts'
import { noBreaker } from '../chip-breaker.ts'
import { ExchangeFailure, type ExchangeRequest } from '../chip-client.ts'
import { NoAnswer } from '@apogee/chip-simulator/wire.ts'
import type { PaymentProvider } from '../port.ts'
import { answerAsChip } from '@apogee/chip-simulator/api.ts'
import type { Simulator } from '@apogee/chip-simulator/simulator.ts'

interface SimulatorProviderOptions {
  /** Each request ends after this time. */
  timeoutMs?: number
  /** Returns whether the browser may be redirected to this payment page. */
  mayLeadTo: (checkoutUrl: string) => boolean
}

export function createSimulatorProvider(
  simulator: Simulator,
  { timeoutMs = 5000, mayLeadTo }: SimulatorProviderOptions,
): PaymentProvider {
  return new ChipProvider({
    exchange: async (request, signal) => {
      const received = await Promise.race([answer(simulator, request, signal), aborted(signal)])
      return {
        ...received,
        retryAfter: received.retryAfter === undefined ? null : String(received.retryAfter),
      }
    },
    timeoutMs,
    now: simulator.now,
    // No breaker is used, because the simulator answers in this process, and the end of a simulated fault must take effect
    // immediately.
    breaker: noBreaker,
    mayLeadTo,
  })
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new ExchangeFailure('no answer in time', false)), {
      once: true,
    })
  })
}

async function answer(simulator: Simulator, request: ExchangeRequest, signal: AbortSignal) {
  try {
    return await answerAsChip(simulator, request, signal)
  } catch (error) {
    if (error instanceof NoAnswer) throw new ExchangeFailure(error.message, false, error)
    throw error
  }
}
