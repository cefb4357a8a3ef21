/** Runs the process: reads the environment, starts the product, reports when it is ready, and stops on a signal. */
import type { Logger } from 'pino'
import { ConfigError, readConfig, type Config } from './config/config.ts'
import { isPublicUrl, publishedPassword } from '#server/features/accounts/passwords/published-password.ts'
import { createLog, startServer, type RunningServer } from './start-server.ts'
import type { StopSignals } from './stop-signal.mjs'

const demoAccounts = [
  'student@apogee.test',
  'instructor@apogee.test',
  'admin@apogee.test',
  'superadmin@apogee.test',
]

/** Serves until a stop is requested, and then ends the process. A stop may be requested during the start, too. */
export async function run(mode: 'built' | 'dev', { asked, urged }: StopSignals): Promise<void> {
  const config = configOrExplain()
  if (!config) {
    process.exitCode = 1
    return
  }
  const log = createLog(config.logLevel)
  const ending = new AbortController()
  const crashed = new AbortController()
  // After an unhandled rejection or an error outside requests the state may be inconsistent, so the process exits to be restarted.
  const crash = (error: unknown) => {
    log.fatal({ err: error }, 'process stopped by an unhandled error')
    crashed.abort()
    ending.abort()
  }
  process.on('uncaughtException', crash)
  process.on('unhandledRejection', crash)
  asked.addEventListener('abort', () => ending.abort())
  if (asked.aborted) ending.abort()

  const server = await startOrExplain(config, log, mode, ending.signal)
  if (server) {
    if (!ending.signal.aborted) sayReady(server, config)
    await aborted(ending.signal)
    await server.stop({ urged: AbortSignal.any([urged, crashed.signal]) }).catch(crash)
  }
  process.exit(asked.aborted && !crashed.signal.aborted ? 0 : 1)
}

function configOrExplain(): Config | undefined {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const problem of error.problems) console.error(problem)
    return undefined
  }
}

async function startOrExplain(
  config: Config,
  log: Logger,
  mode: 'built' | 'dev',
  ending: AbortSignal,
): Promise<RunningServer | undefined> {
  try {
    return await startServer(config, log, mode, ending)
  } catch (error) {
    if (ending.aborted) return undefined
    console.error(`Apogee could not start: ${error instanceof Error ? error.message : String(error)}`)
    log.debug({ err: error }, 'start failed')
    return undefined
  }
}

function sayReady(
  { address, publicOrigin, demoLoaded }: RunningServer,
  { demoPassword, publicUrl }: Config,
): void {
  console.log(`Apogee is ready at ${address}`)
  if (publicOrigin !== address) console.log(`Its links lead to ${publicOrigin} (PUBLIC_URL)`)
  // At a public address the published password does not work, and a warning of the configuration says so.
  if (!demoLoaded || (demoPassword === null && isPublicUrl(publicUrl))) return
  // DEMO_PASSWORD is a secret, so it is not printed.
  const password =
    demoPassword === null ? `password ${publishedPassword}` : 'with the password of DEMO_PASSWORD'
  console.log(`Demo accounts (${password}): ${demoAccounts.join(', ')}`)
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
