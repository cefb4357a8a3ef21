/** Lists the promises of `APOGEE_ENV=live` (docs/configuration.md#what-live-refuses). A setting that breaks one stops the start. */
import { isIP } from 'node:net'
import { publishedPassword } from '#server/features/accounts/passwords/published-password.ts'
import { isLocalHost, isPrivateNetwork } from '#server/platform/secrets/private-networks.ts'
import type { Config } from './config-fields.ts'

type Environment = Record<string, string | undefined>

interface LivePromise {
  /** Returns true when the configuration breaks the promise. */
  isBroken: (config: Config, environment: Environment) => boolean
  sentence: string
}

/** The keys are settings. The operators' page lists each of them (`config-live.rules.test.ts`). */
export const livePromises = {
  DEMO_DATA: {
    isBroken: ({ demoData }) => demoData,
    sentence: 'APOGEE_ENV=live refuses DEMO_DATA=true',
  },
  DEMO_PASSWORD: {
    isBroken: ({ demoPassword }) => demoPassword !== null,
    sentence: 'APOGEE_ENV=live refuses DEMO_PASSWORD: it has no demo accounts',
  },
  'CHIP_API_URL=demo': {
    isBroken: ({ chip }) => chip.apiUrl === 'demo',
    sentence: 'APOGEE_ENV=live refuses the payment simulator: set CHIP_API_URL=live',
  },
  'CHIP_API_URL=http:': {
    isBroken: ({ chip }) => isOpenToReaders(chip.apiUrl),
    sentence: 'APOGEE_ENV=live refuses a CHIP_API_URL without https',
  },
  'CHIP_CALLBACK_URL=http:': {
    isBroken: ({ chip, tlsElsewhere }) =>
      chip.callbackUrl !== null && !tlsElsewhere && isOpenToReaders(chip.callbackUrl),
    sentence: 'APOGEE_ENV=live refuses a CHIP_CALLBACK_URL without https',
  },
  APP_SECRET: {
    isBroken: ({ appSecret }) => appSecret === null,
    sentence: 'APOGEE_ENV=live needs its own APP_SECRET (at least 32 random characters)',
  },
  'APP_SECRET (weak)': {
    isBroken: ({ appSecret }) => isWeak(appSecret),
    sentence: weak('an APP_SECRET', 'openssl rand -base64 48'),
  },
  'BACKUP_KEY (weak)': {
    isBroken: ({ backup }) => isWeak(backup?.secret),
    sentence: weak('a BACKUP_KEY', 'openssl rand -base64 48'),
  },
  'METRICS_TOKEN (weak)': {
    isBroken: ({ metricsToken }) => isWeak(metricsToken),
    sentence: weak('a METRICS_TOKEN', 'openssl rand -hex 16'),
  },
  SUPERADMIN_PASSWORD: {
    isBroken: ({ superadmin }) => superadmin?.password === publishedPassword,
    sentence: 'APOGEE_ENV=live refuses the published demo password as SUPERADMIN_PASSWORD',
  },
  RATE_LIMITS: {
    isBroken: ({ rateLimits }) => !rateLimits,
    sentence: 'APOGEE_ENV=live refuses RATE_LIMITS=off',
  },
  PUBLIC_URL: {
    isBroken: ({ publicUrl, tlsElsewhere }) => !tlsElsewhere && !publicUrl?.startsWith('https:'),
    sentence:
      'APOGEE_ENV=live needs a PUBLIC_URL with https: without TLS everybody on the way reads passwords and sessions. Example: PUBLIC_URL=https://learn.example.my; TLS_ELSEWHERE=on where something that Apogee does not see encrypts the whole way',
  },
  TRUSTED_PROXIES: {
    isBroken: ({ trustedProxies }) => areEverybody(trustedProxies),
    sentence:
      'APOGEE_ENV=live refuses TRUSTED_PROXIES that are everybody: any visitor could then name an address of their choice, and no limit would hold. Name the proxies. Example: TRUSTED_PROXIES=127.0.0.1',
  },
  DATABASE_URL: {
    isBroken: (config) => databaseUrlsOf(config).some(sendsRowsInClearText),
    sentence:
      'APOGEE_ENV=live refuses a database on the internet without TLS and a checked certificate: add ?sslmode=verify-full to DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_OWNER_URL and DATABASE_REPLICA_URL',
  },
  SMTP_URL: {
    isBroken: ({ mail }) => mayBeClearText(mail.smtpUrl),
    sentence:
      'APOGEE_ENV=live refuses options of SMTP_URL that could switch off TLS or the check of its certificate: mails hold links that sign people in. Example: SMTP_URL=smtps://user:password@mail.example.my',
  },
  OIDC_ISSUER_GOOGLE: {
    isBroken: ({ signIn }) => signIn.google?.issuer.startsWith('http:') === true,
    sentence: 'APOGEE_ENV=live refuses an OIDC_ISSUER_GOOGLE without https',
  },
  GITHUB_URL: {
    isBroken: ({ signIn }) => signIn.github?.url.startsWith('http:') === true,
    sentence: 'APOGEE_ENV=live refuses a GITHUB_URL without https',
  },
  EDGE_PURGE_URL: {
    isBroken: ({ edgePurge }) => edgePurge?.url.startsWith('http:') === true,
    sentence: 'APOGEE_ENV=live refuses an EDGE_PURGE_URL without https: its token would be readable',
  },
  S3_PUBLIC_ENDPOINT: {
    isBroken: ({ storage }) => storage.s3?.publicEndpoint?.startsWith('http:') === true,
    sentence: 'APOGEE_ENV=live refuses an S3_PUBLIC_ENDPOINT without https',
  },
  S3_ENDPOINT: {
    isBroken: ({ storage }) => crossesInternet(storage.s3?.endpoint),
    sentence: 'APOGEE_ENV=live refuses an S3_ENDPOINT on the internet without https',
  },
  BACKUP_S3_ENDPOINT: {
    isBroken: ({ backup }) => crossesInternet(backup?.bucket?.endpoint),
    sentence: 'APOGEE_ENV=live refuses a BACKUP_S3_ENDPOINT on the internet without https',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    isBroken: ({ traces }) => crossesInternet(traces?.url),
    sentence: 'APOGEE_ENV=live refuses an OTEL_EXPORTER_OTLP_ENDPOINT on the internet without https',
  },
  VIRUS_SCANNER: {
    isBroken: ({ virusScanner }) =>
      virusScanner !== null && 'host' in virusScanner.address && !isLocalHost(virusScanner.address.host),
    sentence: 'APOGEE_ENV=live refuses a VIRUS_SCANNER on the internet: files would reach it in clear text',
  },
  NODE_TLS_REJECT_UNAUTHORIZED: {
    isBroken: (_config, environment) => environment['NODE_TLS_REJECT_UNAUTHORIZED'] === '0',
    sentence:
      'APOGEE_ENV=live refuses NODE_TLS_REJECT_UNAUTHORIZED=0: no certificate would be checked. Name the issuer of your own certificates in NODE_EXTRA_CA_CERTS',
  },
} as const satisfies Record<string, LivePromise>

export const unfitForLive = (config: Config, environment: Environment): string[] =>
  Object.values<LivePromise>(livePromises)
    .filter(({ isBroken }) => isBroken(config, environment))
    .map(({ sentence }) => sentence)

function weak(what: string, command: string): string {
  return `APOGEE_ENV=live refuses ${what} that can be guessed. Make one with: ${command}`
}

/** A random secret of 16 hexadecimal digits has more distinct characters than this. */
const fewestCharacters = 6
const placeholder =
  /change.?me|example|replace|placeholder|openssl|password|passw0rd|your.?secret|qwerty|…|\.\.\./i

/** Returns whether the secret is easy to guess: repeated or counted characters, or an example from instructions. */
export function isWeak(secret: string | null | undefined): boolean {
  if (secret === null || secret === undefined) return false
  return new Set(secret).size < fewestCharacters || placeholder.test(secret) || isCounted(secret)
}

/** Returns whether the secret is counted like `0123456789abcdef…`: most characters follow the one before. */
function isCounted(secret: string): boolean {
  const codes = [...secret].map((character) => character.codePointAt(0) ?? 0)
  const steps = codes.slice(1).filter((code, at) => Math.abs(code - (codes[at] ?? 0)) <= 1).length
  return steps > secret.length / 2
}

/** Returns whether others could read what is sent to the address: it has no TLS and is not on this machine. */
function isOpenToReaders(address: string): boolean {
  return /^http:/i.test(address) && !isLoopbackName(new URL(address).hostname)
}

/** Returns whether the address has no TLS and is outside of the private network. */
const crossesInternet = (address: string | undefined): boolean =>
  address !== undefined && /^http:/i.test(address) && !isLocalHost(new URL(address).hostname)

const databaseUrlsOf = (config: Config): string[] =>
  [
    config.databaseUrl,
    config.databaseDirectUrl,
    config.databaseOwnerUrl,
    ...config.databaseReplicaUrls,
  ].filter((url) => url !== null)

/**
 * Returns whether data are sent to this database unencrypted. A host that begins with a slash is the folder of a socket. The
 * parameter `host` overrides the host in the address.
 */
function sendsRowsInClearText(address: string): boolean {
  const { hostname, searchParams } = new URL(address)
  const hosts = (searchParams.get('host') ?? decodeURIComponent(hostname)).split(',')
  if (hosts.every((host) => host.startsWith('/') || isLocalHost(host))) return false
  return !/^(?:require|verify-ca|verify-full)$/.test(searchParams.get('sslmode') ?? '')
}

export const isLoopbackName = (host: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/.test(host)

/** Any of these options of nodemailer either requires TLS or does not affect it. */
const harmlessMailOption =
  /^(?:pool=(?:true|false)|(?:maxConnections|maxMessages|rateDelta|rateLimit|connectionTimeout|greetingTimeout|socketTimeout|dnsTimeout)=\d+|name=[\w.-]+|authMethod=[\w-]+|(?:requireTLS|secure|tls\.rejectUnauthorized)=true|tls\.servername=[\w.-]+|tls\.minVersion=TLSv1\.[23])$/

function mayBeClearText(smtpUrl: string | null): boolean {
  if (!mailNeedsTls(smtpUrl)) return false
  return [...new URL(smtpUrl ?? '').searchParams].some(
    ([name, value]) => !harmlessMailOption.test(`${name}=${value}`),
  )
}

/** The mail of a live installation leaves this machine only over TLS. A relay on the same machine needs no TLS. */
export const mailNeedsTls = (smtpUrl: string | null): boolean =>
  smtpUrl !== null && !isLoopbackName(new URL(smtpUrl).hostname)

/** The networks of a CDN are smaller than this, all of them together. */
const mostProxies = { ipv4: 2 ** 24, ipv6: 2 ** 112 }

/**
 * Returns whether the trusted networks are larger than the proxies of one operator and a CDN can be. Private networks do not count.
 */
function areEverybody(networks: readonly string[]): boolean {
  let [ipv4, ipv6] = [0, 0]
  for (const network of networks) {
    if (isPrivateNetwork(network)) continue
    const [address = '', given] = network.split('/')
    const family = isIP(address)
    if (family === 0) continue
    const bits = given === undefined ? (family === 4 ? 32 : 128) : Number(given)
    if (family === 4) ipv4 += 2 ** (32 - bits)
    else ipv6 += 2 ** (128 - bits)
    // Addresses below this prefix are IPv4 addresses in the notation of IPv6.
    const isMapped =
      family === 6 && /^::(?:ffff:|$)/i.test(new URL(`http://[${address}]`).hostname.slice(1, -1))
    if (isMapped) ipv4 += 2 ** Math.min(32, 128 - bits)
  }
  return ipv4 > mostProxies.ipv4 || ipv6 > mostProxies.ipv6
}
