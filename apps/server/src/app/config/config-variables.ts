/** Defines the form of each environment variable and the message when it is wrong. `config.ts` reads them. */
import { isIP } from 'node:net'
import { payoutApprovals } from '@apogee/contracts/accounting/payouts.ts'
import { accountEmailField, newPasswordField } from '@apogee/contracts/accounts/accounts.forms.ts'
import * as z from 'zod/mini'
import type { ClamdAddress } from '#server/adapters/virus-scan/clamd.ts'
import { storageKinds } from '#server/adapters/storage/storage.ts'
import { processRoles } from './process-role.ts'

const yesNo = z.pipe(
  z.enum(['true', 'false', 'on', 'off', '1', '0']),
  z.transform((text) => text === 'true' || text === 'on' || text === '1'),
)
const numberFrom = (low: number, high: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d+$/)),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.int().check(z.minimum(low), z.maximum(high)),
    ),
  )
const share = z.pipe(
  z.string().check(z.regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/)),
  z.transform((text: string) => Number(text)),
)
const httpUrl = z.string().check(z.refine((text) => isUrl(text, ['http:', 'https:'])))
const origin = z.pipe(
  z.string().check(z.refine((text) => isUrl(text, ['http:', 'https:']) && isOnlyOrigin(new URL(text)))),
  z.transform((text) => new URL(text).origin),
)
const packageOrigin = z.pipe(
  origin,
  z.string().check(z.refine((text) => !new URL(text).hostname.replace(/^\*\./, '').includes('*'))),
)
/** Accepts a URL and removes the slash at its end. */
const plainUrl = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (text) => isUrl(text, ['http:', 'https:']) && new URL(text).search + new URL(text).hash === '',
      ),
    ),
  z.transform((text) => text.replace(/\/$/, '')),
)
const postgresUrl = z.string().check(z.refine((text) => isUrl(text, ['postgres:', 'postgresql:'])))
const postgresUrls = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) =>
      text
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean),
    ),
  ),
  z.array(postgresUrl).check(z.minLength(1)),
)
const smtpUrl = z.string().check(z.refine((text) => isUrl(text, ['smtp:', 'smtps:'])))
const clamdAddress = z.pipe(
  z.string().check(z.refine((text) => /^unix:\/./.test(text) || isOriginWithPort(text, 'tcp:'))),
  z.transform((text): ClamdAddress => {
    if (text.startsWith('unix:')) return { path: text.slice('unix:'.length) }
    const { hostname, port } = new URL(text)
    return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) }
  }),
)
const word = z.string().check(z.minLength(1))
const sender = z.string().check(z.regex(/^(?:[^<>]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/))
const proxies = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) =>
      // The operator writes `none` to state that there is no proxy.
      text === 'none'
        ? []
        : text
            .split(',')
            .map((entry) => entry.trim())
            .filter(Boolean),
    ),
  ),
  z.array(z.string().check(z.refine(isNetwork))),
)

/** Hosts are stored in lower case, and international names in their ASCII form, as `URL` writes them. */
const hosts = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) =>
      text
        .split(',')
        .map((entry) => entry.trim().toLowerCase())
        .filter(Boolean),
    ),
  ),
  z
    .array(
      z
        .string()
        .check(z.regex(/^(?:\*\.)?[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/)),
    )
    .check(z.minLength(1)),
)

function isUrl(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol)
}

function isOriginWithPort(text: string, protocol: string): boolean {
  if (!isUrl(text, [protocol])) return false
  const { hostname, port, pathname, search, hash, username, password } = new URL(text)
  const rest = pathname.replace(/^\/$/, '') + search + hash + username + password
  return hostname !== '' && port !== '' && rest === ''
}

function isOnlyOrigin({ pathname, search, hash, username, password }: URL): boolean {
  return pathname === '/' && search + hash + username + password === ''
}

/** Accepts the proxies that Fastify accepts: an IP address, a CIDR network, or a name for the private ones. */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

export interface Variable {
  form: z.core.$ZodType
  /** The text completes the sentence 'NAME must …'. */
  must: string
  example: string
  /** If true, the value may contain a secret, so messages do not repeat it. */
  isSecret?: true
  /** If true, the value is a secret, and `NAME_FILE` may name a file that contains it. */
  mayBeFile?: true
}

const region = z.string().check(z.regex(/^[A-Za-z0-9-]{1,60}$/))
const bucketName = z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/))

export const variables = {
  PORT: { form: numberFrom(0, 65_535), must: 'be a whole number from 0 to 65535', example: '3000' },
  HOST: { form: word, must: 'be an address of this machine', example: '127.0.0.1' },
  PUBLIC_URL: {
    form: origin,
    must: 'be a scheme and a host without a path',
    example: 'https://learn.example.my',
    isSecret: true,
  },
  TLS_ELSEWHERE: { form: yesNo, must: 'be on or off', example: 'on' },
  PACKAGE_ORIGIN: {
    form: packageOrigin,
    must: 'be a scheme and a host without a path; *. before the host gives each launch its own',
    example: 'https://*.content.example.org',
    isSecret: true,
  },
  DATA_DIR: { form: word, must: 'be a folder', example: './data' },
  DATABASE_URL: {
    form: postgresUrl,
    must: 'be the address of a PostgreSQL database',
    example: 'postgres://apogee:secret@127.0.0.1:5432/apogee',
    isSecret: true,
    mayBeFile: true,
  },
  DATABASE_DIRECT_URL: {
    form: postgresUrl,
    must: 'be the address of the PostgreSQL server itself',
    example: 'postgres://apogee:secret@127.0.0.1:5432/apogee',
    isSecret: true,
    mayBeFile: true,
  },
  DATABASE_OWNER_URL: {
    form: postgresUrl,
    must: 'be the address of the same database with the role that owns its tables',
    example: 'postgres://apogee_owner:secret@127.0.0.1:5432/apogee',
    isSecret: true,
    mayBeFile: true,
  },
  DATABASE_REPLICA_URL: {
    form: postgresUrls,
    must: 'be the addresses of streaming standbys of the database, separated by commas',
    example: 'postgres://apogee:secret@10.0.0.12:5432/apogee',
    isSecret: true,
    mayBeFile: true,
  },
  DEMO_DATA: { form: yesNo, must: 'be true or false', example: 'true' },
  DEMO_PASSWORD: {
    form: newPasswordField,
    must: 'be as strong as registration asks: at least 8 characters, small and capital letters with digits or signs',
    example: "'Nine-Kites-Over-Kelantan-5'",
    isSecret: true,
    mayBeFile: true,
  },
  APOGEE_ENV: { form: z.enum(['demo', 'live']), must: 'be demo or live', example: 'live' },
  APOGEE_PAYOUT_APPROVALS: { form: z.enum(payoutApprovals), must: 'be one or two', example: 'two' },
  APOGEE_ROLE: { form: z.enum(processRoles), must: 'be all, web or worker', example: 'web' },
  APP_SECRET: {
    form: z.string().check(z.minLength(32)),
    must: 'have at least 32 characters',
    example: '"$(openssl rand -base64 48)"',
    isSecret: true,
    mayBeFile: true,
  },
  APP_SECRET_PREVIOUS: {
    form: z.string().check(z.minLength(32)),
    must: 'have at least 32 characters',
    example: '"$(cat former-app-secret)"',
    isSecret: true,
    mayBeFile: true,
  },
  BREACHED_PASSWORDS_FILE: {
    form: word,
    must: 'be the path of a file',
    example: '/var/lib/apogee/pwnedpasswords.txt',
  },
  SUPERADMIN_EMAIL: { form: accountEmailField, must: 'be an e-mail address', example: 'owner@example.my' },
  SUPERADMIN_PASSWORD: {
    form: newPasswordField,
    must: 'be as strong as registration asks: at least 8 characters, small and capital letters with digits or signs',
    example: "'Seven-Hornbills-4-Breakfast'",
    isSecret: true,
    mayBeFile: true,
  },
  CHIP_API_URL: {
    form: z.union([z.enum(['demo', 'live']), httpUrl]),
    must: 'be demo, live, or the address of an API that speaks like CHIP',
    example: 'live',
    isSecret: true,
  },
  CHIP_SECRET: { form: word, must: 'be a secret key of CHIP', example: '…', isSecret: true, mayBeFile: true },
  CHIP_BRAND_ID: { form: word, must: 'be a brand id of CHIP', example: '…' },
  CHIP_CALLBACK_URL: {
    form: httpUrl,
    must: 'be an address under which CHIP reaches this server',
    example: 'https://learn.example.my',
    isSecret: true,
  },
  SMTP_URL: {
    form: smtpUrl,
    must: 'be the address of a mail server',
    example: 'smtp://user:password@mail.example.my:587',
    isSecret: true,
    mayBeFile: true,
  },
  MAIL_FROM: {
    form: sender,
    must: 'be an e-mail address, with or without a name',
    example: "'Apogee <no-reply@example.my>'",
  },
  SECURITY_CONTACT: {
    form: z.string().check(z.regex(/^(?:mailto:[^<>@\s]+@[^<>@\s]+|https:\/\/[^\s]+)$/)),
    must: 'be mailto: with an e-mail address, or an https address',
    example: 'mailto:security@example.my',
  },
  GOOGLE_CLIENT_ID: { form: word, must: 'be a client id of Google', example: '….apps.googleusercontent.com' },
  GOOGLE_CLIENT_SECRET: {
    form: word,
    must: 'be the client id’s secret',
    example: '…',
    isSecret: true,
    mayBeFile: true,
  },
  OIDC_ISSUER_GOOGLE: {
    form: plainUrl,
    must: 'be the address of an OpenID Connect issuer, without query',
    example: 'https://accounts.google.com',
    isSecret: true,
  },
  GITHUB_CLIENT_ID: { form: word, must: 'be a client id of an OAuth app', example: 'Ov23li…' },
  GITHUB_CLIENT_SECRET: {
    form: word,
    must: 'be the OAuth app’s secret',
    example: '…',
    isSecret: true,
    mayBeFile: true,
  },
  GITHUB_URL: {
    form: plainUrl,
    must: 'be the address of GitHub or of a GitHub Enterprise Server, without query',
    example: 'https://github.com',
    isSecret: true,
  },
  METRICS_TOKEN: {
    form: z.string().check(z.minLength(16)),
    must: 'have at least 16 characters',
    example: '"$(openssl rand -hex 16)"',
    isSecret: true,
    mayBeFile: true,
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    form: plainUrl,
    must: 'be the address of an OpenTelemetry collector that takes OTLP over HTTP, without query',
    example: 'http://127.0.0.1:4318',
    isSecret: true,
  },
  OTEL_TRACES_SAMPLER_ARG: { form: share, must: 'be a share from 0 to 1', example: '0.1' },
  TRUSTED_PROXIES: {
    form: proxies,
    must: 'be IP addresses or networks, with commas between them, or none',
    example: '127.0.0.1,10.0.0.0/8',
  },
  WEBHOOK_HOSTS: {
    form: hosts,
    must: 'be names of hosts, with commas between them; *.example.my names all hosts below example.my',
    example: 'hooks.example.my,*.example.com',
  },
  MEDIA_ACCEL_LOCATION: {
    form: z.string().check(z.regex(/^\/([\w-]+\/)+$/)),
    must: 'be a path that begins and ends with a slash',
    example: '/stored-media/',
  },
  FFMPEG: {
    form: z.string().check(z.regex(/^(?:off|\/.+)$/)),
    must: 'be the whole path of an ffmpeg, or off',
    example: '/usr/bin/ffmpeg',
  },
  VIRUS_SCANNER: {
    form: clamdAddress,
    must: 'be unix: with the whole path of a socket of clamd, or tcp:// with its host and port',
    example: 'unix:/run/clamav/clamd.ctl',
  },
  VIRUS_SCANNER_MAX_MB: {
    form: numberFrom(500, 2047),
    must: 'be whole megabytes from 500 to 2047',
    example: '500',
  },
  STORAGE: { form: z.enum(storageKinds), must: 'be disk or s3', example: 's3' },
  STORAGE_ALSO_READ: { form: z.enum(storageKinds), must: 'be disk or s3', example: 'disk' },
  S3_ENDPOINT: {
    form: origin,
    must: 'be the origin of an S3-compatible service, without bucket and path',
    example: 'https://s3.ap-southeast-5.amazonaws.com',
    isSecret: true,
  },
  S3_PUBLIC_ENDPOINT: {
    form: origin,
    must: 'be the origin under which browsers reach the S3-compatible service, without bucket and path',
    example: 'https://s3.ap-southeast-5.amazonaws.com',
    isSecret: true,
  },
  S3_BROWSER_UPLOADS: { form: yesNo, must: 'be on or off', example: 'on' },
  S3_REGION: {
    form: region,
    must: 'be the name of a region',
    example: 'ap-southeast-5',
  },
  S3_BUCKET: {
    form: bucketName,
    must: 'be the name of a bucket: 3 to 63 small letters, digits, hyphens and dots',
    example: 'apogee-files',
  },
  S3_ACCESS_KEY_ID: {
    form: word,
    must: 'be the id of an access key',
    example: '…',
    isSecret: true,
    mayBeFile: true,
  },
  S3_SECRET_ACCESS_KEY: {
    form: word,
    must: 'be the secret of that key',
    example: '…',
    isSecret: true,
    mayBeFile: true,
  },
  S3_PATH_STYLE: { form: yesNo, must: 'be on or off', example: 'off' },
  BACKUP_DIR: { form: word, must: 'be a folder', example: '/mnt/backups/apogee' },
  BACKUP_KEY: {
    form: z.string().check(z.minLength(32)),
    must: 'have at least 32 characters',
    example: '"$(openssl rand -base64 48)"',
    isSecret: true,
    mayBeFile: true,
  },
  BACKUP_EVERY_HOURS: { form: numberFrom(1, 744), must: 'be whole hours from 1 to 744', example: '24' },
  BACKUP_KEEP_DAYS: { form: numberFrom(1, 3650), must: 'be whole days from 1 to 3650', example: '14' },
  BACKUP_S3_BUCKET: {
    form: bucketName,
    must: 'be the name of a bucket: 3 to 63 small letters, digits, hyphens and dots',
    example: 'apogee-backups',
  },
  BACKUP_S3_ENDPOINT: {
    form: origin,
    must: 'be the origin of an S3-compatible service, without bucket and path',
    example: 'https://s3.ap-southeast-5.amazonaws.com',
    isSecret: true,
  },
  BACKUP_S3_REGION: { form: region, must: 'be the name of a region', example: 'ap-southeast-5' },
  BACKUP_S3_ACCESS_KEY_ID: {
    form: word,
    must: 'be the id of an access key',
    example: '…',
    isSecret: true,
    mayBeFile: true,
  },
  BACKUP_S3_SECRET_ACCESS_KEY: {
    form: word,
    must: 'be the secret of that key',
    example: '…',
    isSecret: true,
    mayBeFile: true,
  },
  BACKUP_S3_PATH_STYLE: { form: yesNo, must: 'be on or off', example: 'off' },
  ACCESS_LOG: { form: yesNo, must: 'be on or off', example: 'on' },
  RATE_LIMITS: { form: yesNo, must: 'be on or off', example: 'on' },
  EDGE_SECONDS: { form: numberFrom(1, 3600), must: 'be whole seconds from 1 to 3600', example: '10' },
  EDGE_PURGE_URL: {
    form: httpUrl,
    must: 'be the http or https address at which the CDN removes pages by tag',
    example: 'https://api.cloudflare.com/client/v4/zones/ZONE/purge_cache',
    isSecret: true,
  },
  EDGE_PURGE_TOKEN: {
    form: word,
    must: 'be the token for it',
    example: '…',
    isSecret: true,
    mayBeFile: true,
  },
  EDGE_PURGE_FORM: {
    form: z.enum(['cloudflare', 'fastly']),
    must: 'be cloudflare or fastly',
    example: 'fastly',
  },
  DRAIN_SECONDS: { form: numberFrom(0, 300), must: 'be whole seconds from 0 to 300', example: '10' },
  LOG_LEVEL: {
    form: z.enum(['debug', 'info', 'warn', 'error', 'silent']),
    must: 'be debug, info, warn, error or silent',
    example: 'info',
  },
} as const satisfies Record<string, Variable>

export type VariableName = keyof typeof variables

export type Read = <N extends VariableName>(
  name: N,
) => z.core.output<(typeof variables)[N]['form']> | undefined

export const variableNames: readonly string[] = Object.keys(variables)

/** Each of these variables may be set as `NAME_FILE` instead. */
export const secretVariables: readonly string[] = Object.entries<Variable>(variables)
  .filter(([, { mayBeFile }]) => mayBeFile)
  .map(([name]) => name)
