/** Everything an operator can set, read once and checked by one schema. */
import { resolve } from 'node:path'
import * as z from 'zod/mini'

/** The start stops with this: which variable, what was wrong, an example. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

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
const httpUrl = z.string().check(z.refine((text) => isUrl(text, ['http:', 'https:'])))
const origin = httpUrl.check(z.refine((text) => new URL(text).pathname === '/' && !text.includes('?')))
const postgresUrl = z.string().check(z.refine((text) => isUrl(text, ['postgres:', 'postgresql:'])))
const smtpUrl = z.string().check(z.refine((text) => isUrl(text, ['smtp:', 'smtps:'])))
const word = z.string().check(z.minLength(1))

function isUrl(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol)
}

/** One line for each variable: its form, and an example for the message when it is wrong. */
const variables = {
  PORT: { form: numberFrom(0, 65_535), example: '3000' },
  HOST: { form: word, example: '127.0.0.1' },
  PUBLIC_URL: { form: origin, example: 'https://learn.example.my' },
  DATA_DIR: { form: word, example: './data' },
  DATABASE_URL: { form: postgresUrl, example: 'postgres://apogee:secret@127.0.0.1:5432/apogee' },
  DEMO_DATA: { form: yesNo, example: 'true' },
  APOGEE_ENV: { form: z.enum(['demo', 'live']), example: 'demo or live' },
  APP_SECRET: { form: z.string().check(z.minLength(32)), example: 'at least 32 random characters' },
  SUPERADMIN_EMAIL: { form: z.email(), example: 'owner@example.my' },
  SUPERADMIN_PASSWORD: { form: z.string().check(z.minLength(8)), example: 'at least 8 characters' },
  CHIP_API_URL: {
    form: z.union([z.enum(['demo', 'live']), httpUrl]),
    example: 'demo, live, or http://127.0.0.1:4010/api/v1/',
  },
  CHIP_SECRET: { form: word, example: 'the secret key of CHIP’s Developers page' },
  CHIP_BRAND_ID: { form: word, example: 'the brand id of CHIP’s Developers page' },
  CHIP_CALLBACK_URL: { form: httpUrl, example: 'https://learn.example.my' },
  SMTP_URL: { form: smtpUrl, example: 'smtp://user:password@mail.example.my:587' },
  MAIL_FROM: { form: word, example: 'Apogee <no-reply@example.my>' },
  METRICS_TOKEN: { form: z.string().check(z.minLength(16)), example: 'at least 16 random characters' },
  TRUSTED_PROXIES: { form: word, example: '127.0.0.1, 10.0.0.0/8' },
  RATE_LIMITS: { form: yesNo, example: 'on' },
  LOG_LEVEL: { form: z.enum(['debug', 'info', 'warn', 'error', 'silent']), example: 'info' },
} as const

type VariableName = keyof typeof variables

export interface Config {
  port: number
  host: string
  /** The origin of links, or null to use the request's own when that is loopback. */
  publicUrl: string | null
  dataDir: string
  databaseUrl: string | null
  demoData: boolean
  isLive: boolean
  appSecret: string | null
  superadmin: { email: string; password: string } | null
  chip: {
    apiUrl: string
    secret: string | null
    brandId: string | null
    callbackUrl: string | null
  }
  mail: { smtpUrl: string | null; from: string }
  metricsToken: string | null
  trustedProxies: string[]
  rateLimits: boolean
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

export function readConfig(environment: Record<string, string | undefined>): Config {
  const problems: string[] = []
  const read = <N extends VariableName>(
    name: N,
  ): z.core.output<(typeof variables)[N]['form']> | undefined => {
    const given = environment[name]
    if (given === undefined || given.trim() === '') return undefined
    const { form, example } = variables[name]
    const parsed = z.safeParse(form, given.trim())
    if (parsed.success) return parsed.data as z.core.output<(typeof variables)[N]['form']>
    problems.push(`${name} is not valid (${reasonOf(name, given)}). Example: ${name}=${example}`)
    return undefined
  }

  const databaseUrl = read('DATABASE_URL') ?? null
  const isLive = read('APOGEE_ENV') === 'live'
  const email = read('SUPERADMIN_EMAIL')
  const password = read('SUPERADMIN_PASSWORD')
  const config: Config = {
    port: read('PORT') ?? 3000,
    host: read('HOST') ?? '127.0.0.1',
    publicUrl: read('PUBLIC_URL')?.replace(/\/$/, '') ?? null,
    dataDir: resolve(read('DATA_DIR') ?? './data'),
    databaseUrl,
    demoData: read('DEMO_DATA') ?? (databaseUrl === null && !isLive),
    isLive,
    appSecret: read('APP_SECRET') ?? null,
    superadmin: email && password ? { email, password } : null,
    chip: {
      apiUrl: read('CHIP_API_URL') ?? 'demo',
      secret: read('CHIP_SECRET') ?? null,
      brandId: read('CHIP_BRAND_ID') ?? null,
      callbackUrl: read('CHIP_CALLBACK_URL')?.replace(/\/$/, '') ?? null,
    },
    mail: { smtpUrl: read('SMTP_URL') ?? null, from: read('MAIL_FROM') ?? 'Apogee <no-reply@localhost>' },
    metricsToken: read('METRICS_TOKEN') ?? null,
    trustedProxies: (read('TRUSTED_PROXIES') ?? '')
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
    rateLimits: read('RATE_LIMITS') ?? true,
    logLevel: read('LOG_LEVEL') ?? 'info',
  }
  if ((email === undefined) !== (password === undefined)) {
    problems.push('SUPERADMIN_EMAIL and SUPERADMIN_PASSWORD belong together: set both or neither')
  }
  if (isLive) problems.push(...unfitForLive(config))
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

/** APOGEE_ENV=live takes no shortcuts. */
function unfitForLive(config: Config): string[] {
  return [
    config.demoData && 'APOGEE_ENV=live refuses DEMO_DATA=true',
    config.chip.apiUrl === 'demo' && 'APOGEE_ENV=live refuses the payment simulator: set CHIP_API_URL=live',
    config.appSecret === null && 'APOGEE_ENV=live needs its own APP_SECRET (at least 32 random characters)',
    !config.rateLimits && 'APOGEE_ENV=live refuses RATE_LIMITS=off',
  ].filter((problem) => problem !== false)
}

/** Says what is wrong without repeating a value that may be a secret. */
function reasonOf(name: VariableName, given: string): string {
  const isSecret = /SECRET|PASSWORD|TOKEN|URL$/.test(name)
  return isSecret ? `${given.length} characters given` : `'${given.slice(0, 60)}'`
}

/** How an operator would reach the product when PUBLIC_URL is not set. */
export function ownOrigin(host: string, port: number): string {
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${shown}:${port}`
}
