/**
 * Measures the server time of a sign-in with a passkey: its options and the check of the answer, over HTTP to the built product,
 * compared with a sign-in with a password. Target: 300 ms, also for the first one, which loads the library.
 */
import type {
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '../../packages/contracts/src/accounts/passkeys.ts'
import { SoftwareAuthenticator } from '../../apps/server/src/features/accounts/passkeys/software-authenticator.testing.ts'
import { runMeasurement } from './support/frame.ts'
import { median, percentile } from '../harness/measure.ts'
import {
  callProduct,
  signInDemo,
  withDataFolder,
  withServer,
  type MeasuredServer,
} from './support/server-process.ts'

const targetMs = 300

/** Browsers support passkeys only on host names. The product answers at both the name and the address. */
const originOf = ({ origin }: MeasuredServer) => origin.replace('127.0.0.1', 'localhost')

async function addPasskey(origin: string): Promise<SoftwareAuthenticator> {
  const { token } = await signInDemo(origin, 'student')
  const device = new SoftwareAuthenticator()
  const options = await callProduct<PasskeyCreationOptions>(origin, 'POST /auth/passkeys/options', { token })
  const credential = device.create(options, { origin })
  await callProduct(origin, 'POST /auth/passkeys', { token, body: { name: 'Bench', credential } })
  return device
}

/** Measures a sign-in, without the time that the device needs to sign. */
async function signInMs(origin: string, device: SoftwareAuthenticator): Promise<number> {
  const began = performance.now()
  const options = await callProduct<PasskeyRequestOptions>(origin, 'POST /auth/sign-in/passkey/options', {
    body: {},
  })
  const asked = performance.now()
  const credential = device.get(options, { origin })
  const signed = performance.now()
  await callProduct(origin, 'POST /auth/sign-in/passkey', { body: { credential } })
  return asked - began + (performance.now() - signed)
}

async function passwordMs(origin: string): Promise<number> {
  const began = performance.now()
  await signInDemo(origin, 'student')
  return performance.now() - began
}

async function measured(server: MeasuredServer, signIns: number, signIn: () => Promise<number>) {
  const before = server.processorMs()
  const times: number[] = []
  for (let time = 0; time < signIns; time += 1) times.push(await signIn())
  return {
    median: `${median(times).toFixed(1)} ms`,
    '95 of 100': `${percentile(times, 0.95).toFixed(1)} ms`,
    'processor, server': `${((server.processorMs() - before) / signIns).toFixed(1)} ms`,
  }
}

const noLimits = { RATE_LIMITS: 'off' }

await runMeasurement('passkeys', (bench) =>
  withDataFolder(async (path) => {
    // A process loads the library at its first check. Therefore one process adds the passkey, and another process checks it.
    const device = await withServer(path, noLimits, (server) => addPasskey(originOf(server)))
    await withServer(path, noLimits, async (server) => {
      const origin = originOf(server)
      const { signIns } = bench.size
      const before = server.residentMb()
      const firstMs = await signInMs(origin, device)
      const addedMb = server.residentMb() - before
      bench.table([
        {
          'sign-in with': 'a passkey, the first one of a process, which loads the library',
          median: `${firstMs.toFixed(0)} ms, ${addedMb.toFixed(0)} MB of memory`,
          '95 of 100': '',
          'processor, server': '',
          [`≤ ${targetMs} ms`]: bench.met('the first passkey', firstMs <= targetMs),
        },
        {
          'sign-in with': 'a passkey',
          ...(await measured(server, signIns, () => signInMs(origin, device))),
        },
        { 'sign-in with': 'a password', ...(await measured(server, signIns, () => passwordMs(origin))) },
      ])
    })
  }),
)
