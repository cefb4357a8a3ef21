import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { callbackOrigin, configWarnings, ownOrigin, readConfig } from './config.ts'
import { live, problemsOf } from './config.testing.ts'

test('without variables everything has its default', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: null,
    tlsElsewhere: false,
    demoPassword: null,
    packageOrigin: null,
    dataDir: resolve('./data'),
    storage: {
      kind: 'disk',
      alsoRead: null,
      directory: resolve('./data/uploads'),
      accelLocation: null,
      s3: null,
    },
    ffmpeg: null,
    databaseUrl: null,
    databaseDirectUrl: null,
    databaseOwnerUrl: null,
    databaseReplicaUrls: [],
    demoData: true,
    isLive: false,
    payoutApprovals: 'one',
    breachedPasswordsFile: null,
    role: 'all',
    appSecret: null,
    otherAppSecret: null,
    securityContact: null,
    superadmin: null,
    chip: { apiUrl: 'demo', secret: null, brandId: null, callbackUrl: null },
    mail: { smtpUrl: null, from: 'Apogee <no-reply@localhost>' },
    signIn: { google: null, github: null },
    virusScanner: null,
    metricsToken: null,
    backup: null,
    traces: null,
    webhookHosts: null,
    trustedProxies: [],
    accessLog: false,
    rateLimits: true,
    edgeSeconds: null,
    edgePurge: null,
    drainSeconds: 0,
    logLevel: 'info',
  })
})

const s3 = {
  S3_ENDPOINT: 'https://s3.example.my',
  S3_BUCKET: 'apogee-files',
  S3_ACCESS_KEY_ID: 'key-id',
  S3_SECRET_ACCESS_KEY: 'key-secret',
}

test('STORAGE=s3 names every variable that it needs and does not have', () => {
  expect(problemsOf({ STORAGE: 's3', S3_BUCKET: 'apogee-files', S3_ENDPOINT: ' ' })).toEqual([
    'STORAGE=s3 needs S3_ENDPOINT. Example: S3_ENDPOINT=https://s3.ap-southeast-5.amazonaws.com',
    'STORAGE=s3 needs S3_ACCESS_KEY_ID. Example: S3_ACCESS_KEY_ID=…',
    'STORAGE=s3 needs S3_SECRET_ACCESS_KEY. Example: S3_SECRET_ACCESS_KEY=…',
  ])
  expect(problemsOf({ ...s3, STORAGE: 's3' })).toEqual([])
  expect(problemsOf({ STORAGE_ALSO_READ: 's3' })).toHaveLength(4)
  expect(problemsOf({ ...s3, STORAGE_ALSO_READ: 's3' })).toEqual([])
  expect(problemsOf({ STORAGE_ALSO_READ: 'disk' })).toEqual([
    'STORAGE_ALSO_READ=disk is STORAGE itself: set the other one, or none',
  ])
})

test('a wrong variable of S3 is reported without its value where it may be a secret', () => {
  const problems = problemsOf({
    ...s3,
    STORAGE: 's3',
    S3_ENDPOINT: 'https://id:secret@s3.example.my/bucket',
    S3_BUCKET: 'Files!',
    S3_REGION: 'south east',
    S3_PATH_STYLE: 'maybe',
  })
  expect(problems).toHaveLength(4)
  expect(problems.join('\n')).not.toContain('secret@')
})

test('a live installation sends browsers to S3 through https only', () => {
  const http = { ...live, ...s3, STORAGE: 's3', S3_PUBLIC_ENDPOINT: 'http://s3.example.my' }
  expect(problemsOf(http)).toEqual(['APOGEE_ENV=live refuses an S3_PUBLIC_ENDPOINT without https'])
  expect(problemsOf({ ...http, S3_PUBLIC_ENDPOINT: 'https://s3.example.my' })).toEqual([])
  expect(problemsOf({ ...live, ...s3, STORAGE: 's3', S3_BROWSER_UPLOADS: 'on' })).toEqual([
    'S3_BROWSER_UPLOADS=on needs S3_PUBLIC_ENDPOINT, where browsers send files. Example: S3_PUBLIC_ENDPOINT=https://s3.ap-southeast-5.amazonaws.com',
  ])
})

test('shared caches keep pages only when their links do not follow the Host header', () => {
  expect(problemsOf({ EDGE_SECONDS: '30' })).toEqual([
    'EDGE_SECONDS needs PUBLIC_URL: otherwise links in pages follow the Host header, and a shared cache would keep what one visitor sent. Example: PUBLIC_URL=https://learn.example.my',
  ])
  expect(problemsOf({ EDGE_SECONDS: '30', PUBLIC_URL: 'http://127.0.0.1:3000' })).toEqual([])
  expect(problemsOf({ EDGE_SECONDS: '0' })).toEqual([
    "EDGE_SECONDS must be whole seconds from 1 to 3600, not '0'. Example: EDGE_SECONDS=10",
  ])
})

test('pages are removed from shared caches only where these keep them, and with a token', () => {
  const purge = { EDGE_PURGE_URL: 'http://cdn.example.my/purge', EDGE_PURGE_TOKEN: 'token' }
  expect(problemsOf(purge)).toEqual([
    'EDGE_PURGE_URL needs EDGE_SECONDS: without it no shared cache keeps pages. Example: EDGE_SECONDS=3600',
  ])
  const edge = { EDGE_SECONDS: '3600', PUBLIC_URL: 'https://learn.example.my' }
  expect(problemsOf({ ...edge, ...purge })).toEqual([])
  expect(problemsOf({ ...edge, EDGE_PURGE_TOKEN: 'token' })).toEqual([
    'EDGE_PURGE_URL and EDGE_PURGE_TOKEN belong together: set both or neither',
  ])
  expect(problemsOf({ ...live, ...edge, ...purge, TRUSTED_PROXIES: 'none' })).toEqual([
    'APOGEE_ENV=live refuses an EDGE_PURGE_URL without https: its token would be readable',
  ])
})

test('a worker needs the address of the pages, and drains only when told to', () => {
  const worker = { APOGEE_ROLE: 'worker' }
  expect(problemsOf(worker)).toEqual([
    'APOGEE_ROLE=worker needs PUBLIC_URL: links in its mails would lead to this process, which serves no pages. Example: PUBLIC_URL=https://learn.example.my',
  ])
  const PUBLIC_URL = 'http://127.0.0.1:3000'
  expect(readConfig({ ...live, ...worker, PUBLIC_URL, TRUSTED_PROXIES: 'none' })).toMatchObject({
    role: 'worker',
    drainSeconds: 0,
  })
})

test('a live process serves for ten seconds after a request to stop unless DRAIN_SECONDS says otherwise', () => {
  expect(readConfig({ ...live }).drainSeconds).toBe(10)
  expect(readConfig({ ...live, DRAIN_SECONDS: '0' }).drainSeconds).toBe(0)
  expect(readConfig({ DRAIN_SECONDS: '3' }).drainSeconds).toBe(3)
  expect(problemsOf({ DRAIN_SECONDS: '1h' })).toEqual([
    "DRAIN_SECONDS must be whole seconds from 0 to 300, not '1h'. Example: DRAIN_SECONDS=10",
  ])
})

test.each(['GOOGLE', 'GITHUB'])('an incomplete pair for %s stops the start', (provider) => {
  const sentence = `${provider}_CLIENT_ID and ${provider}_CLIENT_SECRET belong together: set both or neither`
  expect(problemsOf({ [`${provider}_CLIENT_ID`]: 'id' })).toEqual([sentence])
  expect(problemsOf({ [`${provider}_CLIENT_SECRET`]: 'secret' })).toEqual([sentence])
})

test('sign-in uses the real providers unless others are configured, and in live mode never without https', () => {
  const pairs = {
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
    GITHUB_CLIENT_ID: 'id',
    GITHUB_CLIENT_SECRET: 'secret',
  }
  const { google, github } = readConfig(pairs).signIn
  expect([google?.issuer, github?.url]).toEqual(['https://accounts.google.com', 'https://github.com'])
  const plain = { OIDC_ISSUER_GOOGLE: 'http://127.0.0.1:9000', GITHUB_URL: 'http://127.0.0.1:9001' }
  expect(problemsOf({ ...pairs, ...plain })).toEqual([])
  expect(problemsOf({ ...live, ...pairs, ...plain })).toEqual([
    'APOGEE_ENV=live refuses an OIDC_ISSUER_GOOGLE without https',
    'APOGEE_ENV=live refuses a GITHUB_URL without https',
  ])
  expect(problemsOf({ GITHUB_URL: 'github.com' })).toEqual([expect.stringContaining('GITHUB_URL must be')])
})

test('backups are written with a key only, daily and for two weeks unless told otherwise', () => {
  const BACKUP_DIR = '/mnt/backups'
  expect(problemsOf({ BACKUP_DIR })).toEqual([
    'BACKUP_DIR needs BACKUP_KEY, which seals the backups. Example: BACKUP_KEY="$(openssl rand -base64 48)", kept elsewhere too',
  ])
  const short = problemsOf({ BACKUP_DIR, BACKUP_KEY: 'short' })
  expect(short).toEqual([expect.stringContaining('BACKUP_KEY must have at least 32 characters')])
  expect(short.join()).not.toContain('short')
  expect(readConfig({ BACKUP_DIR, BACKUP_KEY: 'k'.repeat(32) }).backup).toMatchObject({
    everyHours: 24,
    keepDays: 14,
  })
})

test('the bucket of backups takes over what is said of the bucket of files, and needs a folder', () => {
  const BACKUP_S3_BUCKET = 'apogee-backups'
  const folder = { BACKUP_DIR: '/mnt/backups', BACKUP_KEY: 'k'.repeat(32) }
  const files = {
    S3_ENDPOINT: 'http://minio.internal:9000',
    S3_ACCESS_KEY_ID: 'key-id',
    S3_SECRET_ACCESS_KEY: 'key-secret',
    S3_PATH_STYLE: 'off',
  }
  expect(readConfig({ ...folder, BACKUP_S3_BUCKET, ...files }).backup?.bucket).toMatchObject({
    endpoint: 'http://minio.internal:9000',
    accessKeyId: 'key-id',
    pathStyle: false,
    bucket: BACKUP_S3_BUCKET,
  })
  expect(readConfig({ ...folder, ...files }).backup?.bucket).toBeNull()
  expect(problemsOf({ ...folder, BACKUP_S3_BUCKET, S3_ENDPOINT: files.S3_ENDPOINT })).toEqual([
    'BACKUP_S3_BUCKET needs BACKUP_S3_ACCESS_KEY_ID. Example: BACKUP_S3_ACCESS_KEY_ID=…',
    'BACKUP_S3_BUCKET needs BACKUP_S3_SECRET_ACCESS_KEY. Example: BACKUP_S3_SECRET_ACCESS_KEY=…',
  ])
  expect(problemsOf({ BACKUP_S3_BUCKET, ...files })).toEqual([
    expect.stringContaining('BACKUP_S3_BUCKET needs BACKUP_DIR'),
  ])
})

test('an empty or blank variable counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '  ', APP_SECRET: '' })).toEqual(readConfig({}))
})

test.for([
  ['PORT', '65536', "PORT must be a whole number from 0 to 65535, not '65536'. Example: PORT=3000"],
  ['PORT', '-1', "PORT must be a whole number from 0 to 65535, not '-1'. Example: PORT=3000"],
  ['PORT', '3e3', "PORT must be a whole number from 0 to 65535, not '3e3'. Example: PORT=3000"],
  ['DEMO_DATA', 'maybe', "DEMO_DATA must be true or false, not 'maybe'. Example: DEMO_DATA=true"],
  ['APOGEE_ENV', 'production', "APOGEE_ENV must be demo or live, not 'production'. Example: APOGEE_ENV=live"],
  ['APOGEE_ROLE', 'jobs', "APOGEE_ROLE must be all, web or worker, not 'jobs'. Example: APOGEE_ROLE=web"],
  ['RATE_LIMITS', 'none', "RATE_LIMITS must be on or off, not 'none'. Example: RATE_LIMITS=on"],
  [
    'LOG_LEVEL',
    'loud',
    "LOG_LEVEL must be debug, info, warn, error or silent, not 'loud'. Example: LOG_LEVEL=info",
  ],
  [
    'MAIL_FROM',
    'School',
    "MAIL_FROM must be an e-mail address, with or without a name, not 'School'. Example: MAIL_FROM='Apogee <no-reply@example.my>'",
  ],
] as const)(
  "%s=%s is refused with the variable's name, the rule, and an example",
  ([name, value, sentence]) => {
    expect(problemsOf({ [name]: value })).toEqual([sentence])
  },
)

test.for(['stored-media', '/stored-media', '/', '//x/', '/a b/', 'https://x.example/', '/../'])(
  'MEDIA_ACCEL_LOCATION=%s is refused',
  (value) => {
    expect(problemsOf({ MEDIA_ACCEL_LOCATION: value })).toEqual([
      `MEDIA_ACCEL_LOCATION must be a path that begins and ends with a slash, not '${value}'. Example: MEDIA_ACCEL_LOCATION=/stored-media/`,
    ])
  },
)

test.for([
  'all',
  '*',
  'none,10.0.0.1',
  '10.0.0.0/33',
  '10.0.0',
  '10.0.0.0/8/8',
  '127.0.0.1,proxy.example.my',
  '1',
])('TRUSTED_PROXIES=%s trusts no proxy', (value) => {
  expect(problemsOf({ TRUSTED_PROXIES: value })).toEqual([
    `TRUSTED_PROXIES must be IP addresses or networks, with commas between them, or none, not '${value}'. Example: TRUSTED_PROXIES=127.0.0.1,10.0.0.0/8`,
  ])
})

test.for([
  ['PUBLIC_URL', 'school.example.my'],
  ['PUBLIC_URL', 'https://learn.example.my/school'],
  ['PUBLIC_URL', 'https://learn.example.my/?x=1'],
  ['PUBLIC_URL', 'https://user:hush@learn.example.my'],
  ['PUBLIC_URL', 'ftp://learn.example.my'],
  ['DATABASE_URL', 'mysql://root:hush@127.0.0.1/apogee'],
  ['DATABASE_URL', '127.0.0.1:5432 hush'],
  ['APP_SECRET', 'hush'],
  ['APP_SECRET_PREVIOUS', 'hush'],
  ['SUPERADMIN_PASSWORD', 'hush'],
  ['SUPERADMIN_PASSWORD', 'onlysmallhush'],
  ['CHIP_API_URL', 'sandbox hush'],
  ['CHIP_CALLBACK_URL', 'hush'],
  ['SMTP_URL', 'mail://user:hush@mail.example.my'],
  ['METRICS_TOKEN', 'hush'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318 hush'],
] as const)('%s=%s is refused without repeating a value that may be secret', ([name, value]) => {
  const problems = problemsOf({ [name]: value })
  expect(problems[0]).toMatch(
    new RegExp(`^${name} must .+; the \\d+ characters given are not\\. Example: ${name}=`),
  )
  expect(problems.join()).not.toContain('hush')
  expect(problems.join()).not.toContain(value)
})

test.for(['s@example.my', 'mailto:nobody', 'http://a.my/x'])('SECURITY_CONTACT=%s is refused', (value) => {
  expect(problemsOf({ SECURITY_CONTACT: value })[0]).toContain('mailto: with an e-mail address')
})

test('all problems are reported at once', () => {
  const problems = problemsOf({ PORT: 'x', HOST: 'a', CHIP_API_URL: 'y', APOGEE_ENV: 'z' })
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['APOGEE_ENV', 'PORT', 'CHIP_API_URL'])
})

test.for([
  [{ DATABASE_OWNER_URL: 'postgres://one/a' }, 'DATABASE_OWNER_URL belongs to a DATABASE_URL'],
  [{ DATABASE_REPLICA_URL: 'postgres://standby/apogee' }, 'DATABASE_REPLICA_URL belongs to a DATABASE_URL'],
  [{ SUPERADMIN_EMAIL: 'owner@example.my' }, 'SUPERADMIN_EMAIL and SUPERADMIN_PASSWORD belong together'],
  [{ SUPERADMIN_PASSWORD: 'Long-enough-1' }, 'SUPERADMIN_EMAIL and SUPERADMIN_PASSWORD belong together'],
  [{ CHIP_SECRET: 'key' }, 'CHIP_SECRET and CHIP_BRAND_ID belong together'],
  [{ CHIP_BRAND_ID: 'brand' }, 'CHIP_SECRET and CHIP_BRAND_ID belong together'],
] as const)('an incomplete pair is refused: %s', ([environment, sentence]) => {
  expect(problemsOf(environment)).toEqual([`${sentence}: set both or neither`])
})

describe('demo data', () => {
  test.for([
    [{}, true],
    [{ DATABASE_URL: 'postgres://127.0.0.1/apogee' }, false],
    [{ DATABASE_URL: 'postgres://127.0.0.1/apogee', DEMO_DATA: 'true' }, true],
    [{ DEMO_DATA: 'off' }, false],
    [live, false],
  ] as const)('demo data with %j: %s', ([environment, expected]) => {
    expect(readConfig(environment).demoData).toBe(expected)
  })
})

describe('APOGEE_ENV=live', () => {
  test('APOGEE_ENV=live starts with its own secret and the real CHIP', () => {
    for (const CHIP_API_URL of ['live', 'https://pay.example.my/', 'http://127.0.0.1:9000/'])
      expect(problemsOf({ ...live, CHIP_API_URL })).toEqual([])
  })

  test.for<Record<string, string>>([
    { PUBLIC_URL: 'https://learn.example.my' },
    { PUBLIC_URL: 'https://learn.example.my', HOST: '0.0.0.0' },
    { PUBLIC_URL: 'https://learn.example.my:3000' },
    { PUBLIC_URL: 'http://learn.example.my', HOST: '0.0.0.0' },
    { PUBLIC_URL: 'http://learn.example.my:3000' },
  ])('APOGEE_ENV=live refuses an undeclared proxy: %j', (address) => {
    expect(problemsOf({ ...live, ...address })).toEqual([
      expect.stringMatching(
        /^APOGEE_ENV=live needs TRUSTED_PROXIES: .* Example: TRUSTED_PROXIES=127\.0\.0\.1 /,
      ),
    ])
    expect(problemsOf({ ...live, ...address, TRUSTED_PROXIES: '10.0.0.0/8' })).toEqual([])
    expect(readConfig({ ...live, ...address, TRUSTED_PROXIES: 'none' }).trustedProxies).toEqual([])
  })

  test.for<Record<string, string>>([
    { PUBLIC_URL: 'http://learn.example.my:3000', HOST: '0.0.0.0' },
    { PUBLIC_URL: 'http://localhost:3000' },
    { PUBLIC_URL: 'http://learn.example.my', HOST: '0.0.0.0', PORT: '80' },
  ])('APOGEE_ENV=live needs no proxy when visitors reach the server directly: %j', (address) => {
    expect(problemsOf({ ...live, ...address })).toEqual([])
  })

  test('APOGEE_ENV=live reports all shortcuts at once', () => {
    expect(problemsOf({ APOGEE_ENV: 'live', DEMO_DATA: 'true', RATE_LIMITS: 'off' })).toHaveLength(5)
  })

  test('APOGEE_ENV=live warns about a missing address, mail server, payment account or malware scanner', () => {
    expect(configWarnings(readConfig(live)).map((doubt) => doubt.split(' ')[0])).toEqual([
      'PUBLIC_URL',
      'SMTP_URL',
      'CHIP_SECRET',
      'VIRUS_SCANNER',
    ])
    const whole = {
      PUBLIC_URL: 'https://a.my',
      TRUSTED_PROXIES: '127.0.0.1',
      SMTP_URL: 'smtp://m',
      CHIP_SECRET: 'k',
      CHIP_BRAND_ID: 'b',
      VIRUS_SCANNER: 'tcp://127.0.0.1:3310',
    }
    expect(configWarnings(readConfig({ ...live, ...whole }))).toEqual([])
    const alone = readConfig({ ...live, ...whole, APOGEE_PAYOUT_APPROVALS: 'one' })
    expect(configWarnings(alone).join()).toMatch(/^APOGEE_PAYOUT_APPROVALS is one/)
  })
})

test('demo mode has no warnings', () => {
  expect(configWarnings(readConfig({}))).toEqual([])
})

test.for([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['::1', 'http://[::1]:3000'],
  ['0.0.0.0', 'http://0.0.0.0:3000'],
  ['::', 'http://[::]:3000'],
] as const)('a server that listens on %s is reached at %s', ([host, origin]) => {
  expect(ownOrigin(host, 3000)).toBe(origin)
})

test.for([
  [{}, 'http://127.0.0.1:3000'],
  [{ PUBLIC_URL: 'https://a.my:8443' }, 'http://127.0.0.1:3000'],
  [live, null],
  [{ ...live, PUBLIC_URL: 'https://a.my', TRUSTED_PROXIES: 'none' }, 'https://a.my'],
  [{ ...live, PUBLIC_URL: 'http://a.my:80', TRUSTED_PROXIES: 'none' }, 'http://a.my'],
  [{ ...live, PUBLIC_URL: 'https://a.my:8443', TRUSTED_PROXIES: 'none' }, null],
  [
    { CHIP_API_URL: 'https://chip.a.my', PUBLIC_URL: 'https://a.my', CHIP_CALLBACK_URL: 'https://b.my:9/' },
    'https://b.my:9',
  ],
] as const)('with %j the provider sends callbacks to %s', ([environment, expected]) => {
  expect(callbackOrigin(readConfig(environment), 'http://127.0.0.1:3000')).toBe(expected)
})
