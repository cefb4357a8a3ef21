/** Creates the dependencies of a started product from its configuration. */
import { join } from 'node:path'
import type { Logger } from 'pino'
import { createMailbox } from '#server/adapters/mail/mailbox.ts'
import { ChildPictures } from '#server/adapters/pictures/child-pictures.ts'
import { notingPurchases } from '#server/adapters/payments/noted-purchases.ts'
import { createPaymentProvider, type SimulatorParts } from '#server/adapters/payments/payments.ts'
import type { Mailer } from '#server/adapters/mail/port.ts'
import { noSignInProviders, type SignInProviders } from '#server/adapters/sign-in/port.ts'
import { PostgresStorage } from '@apogee/chip-simulator/storage/postgres-storage.ts'
import { createFileStorage } from '#server/adapters/storage/storage.ts'
import type { VideoTools } from '#server/adapters/video/port.ts'
import type { VirusScanner } from '#server/adapters/virus-scan/port.ts'
import { createPasswords } from '#server/platform/secrets/passwords.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { Backups } from '#server/platform/backup/backups.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { callbackOrigin, type Config } from './config/config.ts'
import { mailNeedsTls } from './config/config-live.ts'

interface AdapterOptions {
  config: Config
  log: Logger
  database: Database
  backups: Backups | null
  keys: Dependencies['keys']
  /** Returns the product's own address, which is known only once the product listens. */
  origin: () => string
}

/** Creates the adapters that are configured. Libraries of other adapters are not loaded. */
export async function productionDependencies({
  config,
  log,
  database,
  backups,
  keys,
  origin,
}: AdapterOptions): Promise<{
  dependencies: Dependencies
  simulator: SimulatorParts | null
}> {
  const { provider, simulator } = createPaymentProvider({
    chipApiUrl: config.chip.apiUrl,
    publicUrl: origin,
    simulatorStorage: new PostgresStorage(database.pool),
    onDeliveryError: (error) => log.warn({ err: error }, 'simulated callback not sent'),
  })
  const dependencies: Dependencies = {
    database,
    payments: backups ? notingPurchases(provider, backups.purchases, { log, clock: systemClock }) : provider,
    storage: await createFileStorage(config.storage),
    temporaryFolder: join(config.dataDir, 'temporary'),
    pictures: new ChildPictures({ log }),
    videos: await videoToolsOf(config),
    virusScanner: await virusScannerOf(config),
    mailer: await mailerOf(config),
    signInProviders: await signInProvidersOf(config),
    clock: systemClock,
    keys,
    passwords: createPasswords(),
    log,
    limitsOn: config.rateLimits,
    publicUrl: config.publicUrl,
    packageOrigin: config.packageOrigin,
    ownOrigin: origin,
    callbackOrigin: () => callbackOrigin(config, origin()),
    acceptTestPayments: !config.isLive,
    sellersNeedApproval: config.isLive,
    strictPasswords: config.isLive,
    breachedPasswords: await breachedPasswordsOf(config),
    requireSecondFactor: config.isLive,
    payoutApprovals: config.payoutApprovals,
    webhookReach: config.isLive ? 'public' : 'loopback',
    webhookHosts: config.webhookHosts,
    trustedProxies: config.trustedProxies,
    backups,
  }
  return { dependencies, simulator }
}

/**
 * Loads the module only if a file is configured.
 * @throws a sentence that names the required setting.
 */
async function breachedPasswordsOf({
  breachedPasswordsFile: path,
}: Config): Promise<Dependencies['breachedPasswords']> {
  if (path === null) return null
  const { breachedPasswordsIn, problemOfBreachedPasswords } =
    await import('#server/platform/secrets/breached-passwords.ts')
  const problem = await problemOfBreachedPasswords(path)
  if (problem !== null)
    throw new Error(
      `BREACHED_PASSWORDS_FILE must name a file of Have I Been Pwned, with sorted lines of a SHA-1 and a count: ${path} ${problem}.`,
    )
  return breachedPasswordsIn(path)
}

/** Loads the module only if there is an ffmpeg. */
async function videoToolsOf({ ffmpeg, dataDir }: Config): Promise<VideoTools | null> {
  const { findFfmpeg } = await import('#server/adapters/video/find-ffmpeg.ts')
  const programs = await findFfmpeg(ffmpeg)
  if (!programs) return null
  const { Ffmpeg } = await import('#server/adapters/video/ffmpeg.ts')
  return new Ffmpeg({ ...programs, directory: join(dataDir, 'videos') })
}

async function virusScannerOf({ virusScanner }: Config): Promise<VirusScanner | null> {
  if (!virusScanner) return null
  const { Clamd } = await import('#server/adapters/virus-scan/clamd.ts')
  return new Clamd(virusScanner)
}

async function mailerOf({ mail, isLive, dataDir }: Config): Promise<Mailer> {
  const { smtpUrl, from } = mail
  if (!smtpUrl) return createMailbox({ directory: join(dataDir, 'mail'), from })
  const { createSmtpMailer } = await import('#server/adapters/mail/smtp.ts')
  return createSmtpMailer({ smtpUrl, from, needsTls: isLive && mailNeedsTls(smtpUrl) })
}

async function signInProvidersOf({ signIn }: Config): Promise<SignInProviders> {
  if (!signIn.google && !signIn.github) return noSignInProviders
  const { createSignInProviders } = await import('#server/adapters/sign-in/sign-in.ts')
  return createSignInProviders(signIn)
}
