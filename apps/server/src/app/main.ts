/** The process: reads the environment, starts the product, says when it is ready, stops when asked to. */
import { ConfigError, readConfig } from './config.ts'
import { createLog, startServer } from './start-server.ts'

const demoAccounts = [
  'student@apogee.test',
  'instructor@apogee.test',
  'admin@apogee.test',
  'superadmin@apogee.test',
]
const demoPassword = 'Apogee-Demo-1'

export async function run(mode: 'built' | 'dev'): Promise<void> {
  let config
  try {
    config = readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const problem of error.problems) console.error(problem)
    process.exitCode = 1
    return
  }
  const log = createLog(config.logLevel)
  let stopping = false
  let isStarting = true
  const stopSignal = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (isStarting) process.exitCode = 0
        resolve()
      })
    }
  })
  // A promise nobody waits for, or an error outside every request: state may be wrong, so end and be started again.
  const crash = (error: unknown) => {
    log.fatal({ err: error }, 'Apogee stops: an error nobody handled')
    if (stopping) process.exit(1)
    process.exitCode = 1
    stopping = true
    void server?.stop().finally(() => process.exit(1))
  }
  process.on('uncaughtException', crash)
  process.on('unhandledRejection', crash)

  let server: Awaited<ReturnType<typeof startServer>> | undefined
  try {
    server = await startServer(config, log, mode)
  } catch (error) {
    console.error(`Apogee could not start: ${error instanceof Error ? error.message : String(error)}`)
    log.debug({ err: error }, 'the start failed')
    process.exitCode = 1
    return
  }
  isStarting = false
  console.log(`Apogee is ready at ${server.origin}`)
  if (server.demoLoaded) {
    console.log(`Demo accounts (password ${demoPassword}): ${demoAccounts.join(', ')}`)
  }
  await stopSignal
  if (stopping) return
  stopping = true
  await server.stop()
  process.exit(0)
}
