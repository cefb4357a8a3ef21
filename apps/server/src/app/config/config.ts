/** Reads all environment variables once and validates them together. */
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import type { S3Config } from '#server/adapters/storage/s3-client.ts'
import type { StorageConfig } from '#server/adapters/storage/storage.ts'
import { isPublicUrl, publishedPassword } from '#server/features/accounts/passwords/published-password.ts'
import { isRealChip } from '#server/adapters/payments/chip-address.ts'
import { isForEachLaunch } from '#server/policy/package-hosts.ts'
import { isLoopbackName, unfitForLive } from './config-live.ts'
import { backupPlan } from './config-backup.ts'
import {
  variables,
  secretVariables,
  type Read,
  type Variable,
  type VariableName,
} from './config-variables.ts'
import { servesPages } from './process-role.ts'
import { withSecretFiles } from './secrets/secret-files.ts'
import type { Config } from './config-fields.ts'

export type { Config } from './config-fields.ts'

/** Thrown at the start. The message names the variable, the problem and an example. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** Ten seconds are enough for three checks of a load balancer that asks every three seconds. */
const liveDrainSeconds = 10

export function readConfig(processEnvironment: Record<string, string | undefined>): Config {
  const { environment, problems } = withSecretFiles(processEnvironment, secretVariables)
  const read: Read = <N extends VariableName>(name: N) => {
    const given = environment[name]
    if (given === undefined || given.trim() === '') return undefined
    const variable: Variable = variables[name]
    const parsed = z.safeParse(variable.form, given.trim())
    if (parsed.success) return parsed.data as z.core.output<(typeof variables)[N]['form']>
    problems.push(problemWith(name, variable, given.trim()))
    return undefined
  }

  const addresses = databasesOf(read)
  const { databaseUrl } = addresses
  const isLive = read('APOGEE_ENV') === 'live'
  const role = read('APOGEE_ROLE') ?? 'all'
  const email = read('SUPERADMIN_EMAIL')
  const password = read('SUPERADMIN_PASSWORD')
  const google = pairOf(read('GOOGLE_CLIENT_ID'), read('GOOGLE_CLIENT_SECRET'))
  const github = pairOf(read('GITHUB_CLIENT_ID'), read('GITHUB_CLIENT_SECRET'))
  const issuer = read('OIDC_ISSUER_GOOGLE') ?? 'https://accounts.google.com'
  const githubUrl = read('GITHUB_URL') ?? 'https://github.com'
  const trustedProxies = read('TRUSTED_PROXIES')
  const edgePurge = purgeOf(read)
  const dataDir = resolve(read('DATA_DIR') ?? './data')
  const config: Config = {
    port: read('PORT') ?? 3000,
    host: read('HOST') ?? '127.0.0.1',
    ...originsOf(read),
    dataDir,
    storage: storageOf(read, dataDir),
    ...uploadToolsOf(read),
    ...addresses,
    demoData: read('DEMO_DATA') ?? (databaseUrl === null && !isLive),
    demoPassword: read('DEMO_PASSWORD') ?? null,
    isLive,
    role,
    ...securityOf(read, isLive),
    superadmin: email && password ? { email, password } : null,
    chip: {
      apiUrl: read('CHIP_API_URL') ?? 'demo',
      secret: read('CHIP_SECRET') ?? null,
      brandId: read('CHIP_BRAND_ID') ?? null,
      callbackUrl: read('CHIP_CALLBACK_URL')?.replace(/\/$/, '') ?? null,
    },
    mail: { smtpUrl: read('SMTP_URL') ?? null, from: read('MAIL_FROM') ?? 'Apogee <no-reply@localhost>' },
    signIn: {
      google: google.whole && { ...google.whole, issuer },
      github: github.whole && { ...github.whole, url: githubUrl },
    },
    metricsToken: read('METRICS_TOKEN') ?? null,
    backup: backupPlan(read, problems),
    traces: tracesOf(read),
    trustedProxies: trustedProxies ?? [],
    accessLog: read('ACCESS_LOG') ?? false,
    rateLimits: read('RATE_LIMITS') ?? true,
    edgeSeconds: read('EDGE_SECONDS') ?? null,
    edgePurge: edgePurge.whole,
    drainSeconds: read('DRAIN_SECONDS') ?? (isLive && servesPages(role) ? liveDrainSeconds : 0),
    logLevel: read('LOG_LEVEL') ?? 'info',
  }
  const halves = {
    'SUPERADMIN_EMAIL and SUPERADMIN_PASSWORD': (email === undefined) !== (password === undefined),
    'CHIP_SECRET and CHIP_BRAND_ID': (config.chip.secret === null) !== (config.chip.brandId === null),
    'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET': google.isHalf,
    'GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET': github.isHalf,
    'EDGE_PURGE_URL and EDGE_PURGE_TOKEN': edgePurge.isHalf,
  }
  for (const [pair, isHalf] of Object.entries(halves))
    if (isHalf) problems.push(`${pair} belong together: set both or neither`)
  if (databaseUrl === null) problems.push(...withoutDatabaseUrl(config))
  problems.push(...storageProblems(config.storage, environment), ...packageOriginProblems(config))
  if (role === 'worker' && config.publicUrl === null) problems.push(workerWithoutAddress)
  if (config.edgePurge && config.edgeSeconds === null) problems.push(purgeWithoutEdge)
  if (config.edgeSeconds !== null && config.publicUrl === null) problems.push(edgeWithoutAddress)
  problems.push(...(isLive ? unfitForLive(config, processEnvironment) : unfitForDemo(config)))
  if (isLive && trustedProxies === undefined && standsBehindProxy(config)) problems.push(proxyUnknown)
  // A variable that may replace another one is read twice, so its problem may be in the list twice.
  if (problems.length > 0) throw new ConfigError([...new Set(problems)])
  return config
}

/** A megabyte in clamd's settings has this many bytes. */
const megabyte = 1024 ** 2

function uploadToolsOf(read: Read): Pick<Config, 'virusScanner' | 'ffmpeg'> {
  const address = read('VIRUS_SCANNER')
  const maxBytes = (read('VIRUS_SCANNER_MAX_MB') ?? 500) * megabyte
  return { virusScanner: address ? { address, maxBytes } : null, ffmpeg: read('FFMPEG') ?? null }
}

const databasesOf = (
  read: Read,
): Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'databaseOwnerUrl' | 'databaseReplicaUrls'> => ({
  databaseUrl: read('DATABASE_URL') ?? null,
  databaseDirectUrl: read('DATABASE_DIRECT_URL') ?? null,
  databaseOwnerUrl: read('DATABASE_OWNER_URL') ?? null,
  databaseReplicaUrls: read('DATABASE_REPLICA_URL') ?? [],
})

function withoutDatabaseUrl({ databaseDirectUrl, databaseOwnerUrl, databaseReplicaUrls }: Config): string[] {
  const useless = {
    DATABASE_DIRECT_URL: databaseDirectUrl !== null,
    DATABASE_OWNER_URL: databaseOwnerUrl !== null,
    DATABASE_REPLICA_URL: databaseReplicaUrls.length > 0,
  }
  return Object.entries(useless)
    .filter(([, isSet]) => isSet)
    .map(([name]) => `${name} belongs to a DATABASE_URL: set both or neither`)
}

function tracesOf(read: Read): Config['traces'] {
  const url = read('OTEL_EXPORTER_OTLP_ENDPOINT')
  const share = read('OTEL_TRACES_SAMPLER_ARG') ?? 1
  return url === undefined ? null : { url, share }
}

function pairOf(clientId: string | undefined, clientSecret: string | undefined) {
  return {
    whole: clientId !== undefined && clientSecret !== undefined ? { clientId, clientSecret } : null,
    isHalf: (clientId === undefined) !== (clientSecret === undefined),
  }
}

function purgeOf(read: Read): { whole: Config['edgePurge']; isHalf: boolean } {
  const url = read('EDGE_PURGE_URL')
  const token = read('EDGE_PURGE_TOKEN')
  const form = read('EDGE_PURGE_FORM') ?? 'cloudflare'
  return {
    whole: url !== undefined && token !== undefined ? { url, token, form } : null,
    isHalf: (url === undefined) !== (token === undefined),
  }
}

const originsOf = (read: Read): Pick<Config, 'publicUrl' | 'tlsElsewhere' | 'packageOrigin'> => ({
  publicUrl: read('PUBLIC_URL') ?? null,
  tlsElsewhere: read('TLS_ELSEWHERE') ?? false,
  packageOrigin: read('PACKAGE_ORIGIN') ?? null,
})

const securityOf = (
  read: Read,
  isLive: boolean,
): Pick<
  Config,
  | 'appSecret'
  | 'otherAppSecret'
  | 'securityContact'
  | 'payoutApprovals'
  | 'breachedPasswordsFile'
  | 'webhookHosts'
> => ({
  appSecret: read('APP_SECRET') ?? null,
  otherAppSecret: read('APP_SECRET_PREVIOUS') ?? null,
  securityContact: read('SECURITY_CONTACT') ?? null,
  webhookHosts: read('WEBHOOK_HOSTS') ?? null,
  payoutApprovals: read('APOGEE_PAYOUT_APPROVALS') ?? (isLive ? 'two' : 'one'),
  breachedPasswordsFile: read('BREACHED_PASSWORDS_FILE') ?? null,
})

const storageOf = (read: Read, dataDir: string): StorageConfig => ({
  kind: read('STORAGE') ?? 'disk',
  alsoRead: read('STORAGE_ALSO_READ') ?? null,
  directory: join(dataDir, 'uploads'),
  accelLocation: read('MEDIA_ACCEL_LOCATION') ?? null,
  s3: s3Of(read),
})

/** Returns null unless all required settings are set. */
function s3Of(read: Read): S3Config | null {
  const endpoint = read('S3_ENDPOINT')
  const bucket = read('S3_BUCKET')
  const accessKeyId = read('S3_ACCESS_KEY_ID')
  const secretAccessKey = read('S3_SECRET_ACCESS_KEY')
  const publicEndpoint = read('S3_PUBLIC_ENDPOINT') ?? null
  const browserUploads = read('S3_BROWSER_UPLOADS') ?? false
  const region = read('S3_REGION') ?? 'us-east-1'
  const pathStyle = read('S3_PATH_STYLE') ?? true
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return null
  return { endpoint, publicEndpoint, browserUploads, region, bucket, accessKeyId, secretAccessKey, pathStyle }
}

const neededForS3 = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

function storageProblems(
  { kind, alsoRead, s3 }: StorageConfig,
  environment: Record<string, string | undefined>,
): string[] {
  const missing = neededForS3.filter((name) => !environment[name]?.trim())
  const setting = kind === 's3' ? 'STORAGE=s3' : 'STORAGE_ALSO_READ=s3'
  return [
    ...(kind === 's3' || alsoRead === 's3' ? missing : []).map(
      (name) => `${setting} needs ${name}. Example: ${name}=${variables[name].example}`,
    ),
    ...(s3?.browserUploads && s3.publicEndpoint === null
      ? [
          `S3_BROWSER_UPLOADS=on needs S3_PUBLIC_ENDPOINT, where browsers send files. Example: S3_PUBLIC_ENDPOINT=${variables.S3_PUBLIC_ENDPOINT.example}`,
        ]
      : []),
    ...(kind === alsoRead
      ? [`STORAGE_ALSO_READ=${alsoRead} is STORAGE itself: set the other one, or none`]
      : []),
  ]
}

/** Reports settings that would have no effect, and the real provider combined with the rules of a demo. */
const unfitForDemo = (config: Config): string[] =>
  [
    config.breachedPasswordsFile !== null &&
      'BREACHED_PASSWORDS_FILE is for APOGEE_ENV=live: a demo installation takes the passwords that the specification allows',
    config.demoPassword === publishedPassword &&
      'DEMO_PASSWORD is the published password itself: choose another one, or none',
    isRealChip(config.chip.apiUrl) &&
      'CHIP_API_URL is the address of CHIP itself, which takes real money: set APOGEE_ENV=live. A demo takes the simulator (CHIP_API_URL=demo) or a stand-in at another address',
  ].filter((problem) => typeof problem === 'string')

/**
 * Returns the domain for which pages of both hosts could set a cookie, or null if there is none. A registry such as `com.my` has
 * two labels and allows no cookies. This code has no list of registries, so it takes a registry with an unusual name for such a
 * domain.
 */
function sharedDomain(one: string, other: string): string | null {
  const [ours, theirs] = [one.split('.').reverse(), other.split('.').reverse()]
  const differs = ours.findIndex((label, place) => label !== theirs[place])
  const shared = differs < 0 ? ours : ours.slice(0, differs)
  const isRegistry =
    shared.length === 2 &&
    /^[a-z]{2}$/.test(shared[0] ?? '') &&
    /^(?:com?|net|org|edu|gov|mil|name|biz|info|ac|or|ne|go|sch)$/.test(shared[1] ?? '')
  return shared.length < 2 || isRegistry ? null : shared.toReversed().join('.')
}

/** Pages of the host for packages must not be able to set cookies for the product. Pages without an origin can set none. */
function packageOriginProblems({ packageOrigin, publicUrl, isLive }: Config): string[] {
  if (packageOrigin === null) return []
  if (publicUrl === null)
    return [
      'PACKAGE_ORIGIN needs PUBLIC_URL: otherwise the product does not know which host its own pages are on. Example: PUBLIC_URL=https://learn.example.my',
    ]
  const [packages, product] = [new URL(packageOrigin), new URL(publicUrl)]
  // A host with a dot at the end is another name for browsers but leads to the same machine.
  const [packageHost = '', host = ''] = [packages, product].map(({ hostname }) =>
    hostname.replace(/\.$/, '').replace(/^\*\./, ''),
  )
  const isForEach = isForEachLaunch(packageOrigin)
  const shared = isForEach ? sharedDomain(packageHost, host) : null
  // Browsers accept no cookie for the domain `localhost` as a whole.
  if (isForEach && packageHost === 'localhost' && packages.protocol === 'http:' && !isLive) return []
  return [
    shared !== null &&
      host !== packageHost &&
      !host.endsWith(`.${packageHost}`) &&
      `PACKAGE_ORIGIN with * needs a domain of its own: with that of PUBLIC_URL, packages could set cookies for ${shared}. Example: PACKAGE_ORIGIN=https://*.content.example.org with PUBLIC_URL=https://learn.example.my`,
    packageHost === host &&
      'PACKAGE_ORIGIN needs another host name than PUBLIC_URL: cookies belong to a name, whatever its port',
    host.endsWith(`.${packageHost}`) &&
      'PACKAGE_ORIGIN must not be a domain that PUBLIC_URL is below: a page there may set cookies for it',
    packages.protocol !== 'https:' &&
      (product.protocol === 'https:' || isLive) &&
      'PACKAGE_ORIGIN needs https: pages with https show no frame without it, and APOGEE_ENV=live takes nothing else',
  ].filter((problem) => typeof problem === 'string')
}

const workerWithoutAddress =
  'APOGEE_ROLE=worker needs PUBLIC_URL: links in its mails would lead to this process, which serves no pages. Example: PUBLIC_URL=https://learn.example.my'

const edgeWithoutAddress =
  'EDGE_SECONDS needs PUBLIC_URL: otherwise links in pages follow the Host header, and a shared cache would keep what one visitor sent. Example: PUBLIC_URL=https://learn.example.my'

const purgeWithoutEdge =
  'EDGE_PURGE_URL needs EDGE_SECONDS: without it no shared cache keeps pages. Example: EDGE_SECONDS=3600'

const proxyUnknown =
  'APOGEE_ENV=live needs TRUSTED_PROXIES: PUBLIC_URL is not where this server listens, so visitors come through a proxy, and unless it is named they all count as one. Example: TRUSTED_PROXIES=127.0.0.1 for a proxy on this machine; TRUSTED_PROXIES=none when there is none'

/**
 * Returns whether a proxy must be in front of the server. The server speaks plain HTTP on HOST and PORT, so any other public
 * address implies a proxy.
 */
function standsBehindProxy({ publicUrl, host, port }: Config): boolean {
  if (publicUrl === null) return false
  const shown = new URL(publicUrl)
  const shownPort = Number(shown.port || (shown.protocol === 'https:' ? 443 : 80))
  return (
    shown.protocol === 'https:' ||
    shownPort !== port ||
    (isLoopbackName(host) && !isLoopbackName(shown.hostname))
  )
}

function problemWith(name: VariableName, { must, example, isSecret }: Variable, given: string): string {
  const shown = isSecret ? `; the ${given.length} characters given are not` : `, not '${given.slice(0, 60)}'`
  return `${name} must ${must}${shown}. Example: ${name}=${example}`
}

/** Returns warnings about settings that are allowed but probably not intended. */
export function configWarnings(config: Config): string[] {
  if (!config.isLive) return demoWarnings(config)
  return [
    config.publicUrl === null &&
      'PUBLIC_URL is not set: links in mails and payment returns lead to this machine',
    config.mail.smtpUrl === null && 'SMTP_URL is not set: mail is kept as files and reaches nobody',
    config.chip.secret === null &&
      'CHIP_SECRET and CHIP_BRAND_ID are not set: only sellers with an account of their own can sell',
    config.virusScanner === null &&
      'VIRUS_SCANNER is not set: files that people upload are not scanned for malware',
    config.payoutApprovals === 'one' &&
      'APOGEE_PAYOUT_APPROVALS is one: a single superadmin pays sellers out, and nobody checks the payout',
  ].filter((doubt) => doubt !== false)
}

/** Returns warnings about a demo that others can reach. */
const demoWarnings = ({ publicUrl, demoData, demoPassword }: Config): string[] =>
  [
    isPublicUrl(publicUrl) &&
      'this is a public demo: PUBLIC_URL is a name of the internet, and APOGEE_ENV is not live. Each page says so; people should enter nothing real',
    isPublicUrl(publicUrl) &&
      demoData &&
      demoPassword === null &&
      'nobody can sign in to the demo accounts with their published password here: set DEMO_PASSWORD to show them to others',
  ].filter((doubt) => doubt !== false)

/** Returns the product's address for an operator when PUBLIC_URL is not set. */
export function ownOrigin(host: string, port: number): string {
  const shown = host.includes(':') ? `[${host}]` : host
  return `http://${shown}:${port}`
}

/**
 * Returns the origin to which the provider sends callbacks, or null when the provider cannot reach us. CHIP sends callbacks to the
 * default ports only (docs/chip.md#callback-address); the simulator sends them to any port. `origin` is the product's own origin at
 * present.
 */
export function callbackOrigin({ chip, publicUrl }: Config, origin: string): string | null {
  if (chip.callbackUrl) return chip.callbackUrl
  if (chip.apiUrl === 'demo') return origin
  return publicUrl && new URL(publicUrl).port === '' ? publicUrl : null
}
