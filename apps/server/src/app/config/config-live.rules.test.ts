/** Tests that APOGEE_ENV=live refuses each broken promise of the table in config-live.ts. */
import { describe, expect, test } from 'vitest'
import { publishedPassword } from '#server/features/accounts/passwords/published-password.ts'
import { live, problemsOf } from './config.testing.ts'
import { isWeak, livePromises } from './config-live.ts'

const whole = {
  ...live,
  TLS_ELSEWHERE: '',
  PUBLIC_URL: 'https://learn.example.my',
  TRUSTED_PROXIES: '127.0.0.1',
}
const s3 = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' }
const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
const github = { GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret' }
const backup = { BACKUP_DIR: '/srv/backup', BACKUP_KEY: live.APP_SECRET }

/** Each entry contains settings that break a promise and settings that do not. */
const cases: Record<
  keyof typeof livePromises,
  { broken: Record<string, string>[]; kept: Record<string, string>[] }
> = {
  DEMO_DATA: { broken: [{ DEMO_DATA: 'true' }], kept: [{ DEMO_DATA: 'false' }] },
  DEMO_PASSWORD: { broken: [{ DEMO_PASSWORD: 'Nine-Kites-5' }], kept: [{ DEMO_PASSWORD: '' }] },
  'CHIP_API_URL=demo': {
    broken: [{ CHIP_API_URL: 'demo' }, { CHIP_API_URL: '' }],
    kept: [{ CHIP_API_URL: 'live' }],
  },
  'CHIP_API_URL=http:': {
    broken: [{ CHIP_API_URL: 'http://pay.example.my' }, { CHIP_API_URL: 'HTTP://10.0.0.1' }],
    kept: [{ CHIP_API_URL: 'https://pay.example.my' }, { CHIP_API_URL: 'http://127.0.0.1:9000' }],
  },
  'CHIP_CALLBACK_URL=http:': {
    broken: [{ CHIP_CALLBACK_URL: 'http://hooks.example.my' }],
    kept: [
      { CHIP_CALLBACK_URL: 'https://hooks.example.my' },
      { CHIP_CALLBACK_URL: 'http://hooks.example.my', TLS_ELSEWHERE: 'on' },
    ],
  },
  APP_SECRET: { broken: [{ APP_SECRET: '' }], kept: [{}] },
  'APP_SECRET (weak)': {
    broken: [{ APP_SECRET: 'x'.repeat(48) }, { APP_SECRET: '$(openssl rand -base64 48) of the README' }],
    kept: [{ APP_SECRET_PREVIOUS: 'x'.repeat(48) }],
  },
  'BACKUP_KEY (weak)': { broken: [{ ...backup, BACKUP_KEY: 'k'.repeat(40) }], kept: [backup] },
  'METRICS_TOKEN (weak)': {
    broken: [{ METRICS_TOKEN: 'm'.repeat(16) }],
    kept: [{ METRICS_TOKEN: '0f9b2c7d5e1a48630f9b2c7d5e1a4863' }],
  },
  SUPERADMIN_PASSWORD: {
    broken: [{ SUPERADMIN_EMAIL: 'owner@example.my', SUPERADMIN_PASSWORD: publishedPassword }],
    kept: [{ SUPERADMIN_EMAIL: 'owner@example.my', SUPERADMIN_PASSWORD: 'Seven-Hornbills-4-Breakfast' }],
  },
  RATE_LIMITS: { broken: [{ RATE_LIMITS: 'off' }], kept: [{ RATE_LIMITS: 'on' }] },
  PUBLIC_URL: {
    broken: [
      { PUBLIC_URL: '' },
      { PUBLIC_URL: 'http://learn.example.my' },
      { PUBLIC_URL: 'http://127.0.0.1:3000' },
    ],
    kept: [
      { PUBLIC_URL: 'https://learn.example.my:8443' },
      { PUBLIC_URL: 'http://learn.example.my', TLS_ELSEWHERE: 'on' },
      { PUBLIC_URL: '', TLS_ELSEWHERE: 'on' },
    ],
  },
  TRUSTED_PROXIES: {
    broken: [
      '0.0.0.0/0',
      '127.0.0.1,0.0.0.0/0',
      '10.0.0.1/0',
      '::/0',
      '2000::/3',
      '0.0.0.0/1,128.0.0.0/1',
      '::ffff:0:0/96',
      '::ffff:0.0.0.0/97',
      '::/8',
      '8.0.0.0/7',
      Array.from({ length: 32 }, (_, at) => `${at * 8}.0.0.0/9`).join(','),
    ].map((TRUSTED_PROXIES) => ({ TRUSTED_PROXIES })),
    kept: [
      'none',
      'loopback,uniquelocal',
      '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7',
      '203.0.113.7',
      // These are networks that a CDN publishes.
      '104.16.0.0/13,104.24.0.0/14,172.64.0.0/13,162.158.0.0/15,2606:4700::/32,2400:cb00::/32',
    ].map((TRUSTED_PROXIES) => ({ TRUSTED_PROXIES })),
  },
  SMTP_URL: {
    broken: [
      'ignoreTLS=true',
      'requireTLS=false',
      'opportunisticTLS=true',
      'secure=false',
      'tls.rejectUnauthorized=false',
      'tls.minVersion=TLSv1',
      'tls.ciphers=NULL',
      'proxy=http://proxy.example.my',
      'pool=true&ignoreTLS=1',
    ].flatMap((options) => [
      { SMTP_URL: `smtp://mail.example.my:587?${options}` },
      { SMTP_URL: `smtps://mail.internal?${options}` },
    ]),
    kept: [
      'smtp://user:password@mail.example.my:587',
      'smtps://mail.example.my?pool=true&requireTLS=true&tls.minVersion=TLSv1.3',
      // The relay is on this machine.
      'smtp://127.0.0.1:25?ignoreTLS=true',
      'smtp://localhost',
    ].map((SMTP_URL) => ({ SMTP_URL })),
  },
  OIDC_ISSUER_GOOGLE: {
    broken: [{ ...google, OIDC_ISSUER_GOOGLE: 'http://127.0.0.1:9000' }],
    kept: [google],
  },
  GITHUB_URL: { broken: [{ ...github, GITHUB_URL: 'http://git.example.my' }], kept: [github] },
  EDGE_PURGE_URL: {
    broken: [{ EDGE_SECONDS: '9', EDGE_PURGE_URL: 'http://cdn.example.my', EDGE_PURGE_TOKEN: 'token' }],
    kept: [{ EDGE_SECONDS: '9', EDGE_PURGE_URL: 'https://cdn.example.my', EDGE_PURGE_TOKEN: 'token' }],
  },
  S3_PUBLIC_ENDPOINT: {
    broken: [{ ...s3, S3_ENDPOINT: 'http://minio:9000', S3_PUBLIC_ENDPOINT: 'http://files.example.my' }],
    kept: [{ ...s3, S3_ENDPOINT: 'http://minio:9000', S3_PUBLIC_ENDPOINT: 'https://files.example.my' }],
  },
  DATABASE_URL: {
    broken: [
      { DATABASE_URL: 'postgres://apogee@db.example.my/apogee' },
      { DATABASE_URL: 'postgres://apogee@db.example.my/apogee?sslmode=no-verify' },
      { DATABASE_URL: 'postgres://apogee@8.8.8.8/apogee?sslmode=disable' },
      { DATABASE_URL: 'postgres://apogee@db/apogee?host=db.example.my' },
      {
        DATABASE_URL: 'postgres://apogee@db/apogee',
        DATABASE_REPLICA_URL: 'postgres://apogee@standby/apogee, postgres://apogee@standby.example.my/apogee',
      },
    ],
    kept: [
      { DATABASE_URL: 'postgres://apogee@db.example.my/apogee?sslmode=verify-full' },
      { DATABASE_URL: 'postgresql://apogee@%2Frun%2Fpostgresql/apogee' },
      { DATABASE_URL: 'postgres://apogee@10.0.0.2/apogee' },
    ],
  },
  S3_ENDPOINT: {
    broken: [{ ...s3, S3_ENDPOINT: 'http://s3.example.my' }],
    kept: [{ ...s3, S3_ENDPOINT: 'http://10.0.0.3:9000' }],
  },
  BACKUP_S3_ENDPOINT: {
    broken: [{ ...backup, ...s3, BACKUP_S3_BUCKET: 'copies', BACKUP_S3_ENDPOINT: 'http://s3.example.my' }],
    kept: [{ ...backup, ...s3, BACKUP_S3_BUCKET: 'copies', BACKUP_S3_ENDPOINT: 'https://s3.example.my' }],
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    broken: [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://traces.example.my:4318' }],
    kept: [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.internal:4318' }],
  },
  VIRUS_SCANNER: {
    broken: [{ VIRUS_SCANNER: 'tcp://clamav.example.my:3310' }],
    kept: [{ VIRUS_SCANNER: 'tcp://clamav:3310' }, { VIRUS_SCANNER: 'unix:/run/clamav/clamd.ctl' }],
  },
  NODE_TLS_REJECT_UNAUTHORIZED: {
    broken: [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
    kept: [{ NODE_TLS_REJECT_UNAUTHORIZED: '1' }],
  },
}
const rows = Object.entries(cases) as [keyof typeof livePromises, (typeof cases)['DEMO_DATA']][]

describe('APOGEE_ENV=live', () => {
  test.for(rows)(
    'the server does not start in live without the condition of %s, and starts with it',
    ([name, { broken, kept }]) => {
      const { sentence } = livePromises[name]
      for (const change of broken) expect(problemsOf({ ...whole, ...change })).toEqual([sentence])
      for (const change of kept) expect(problemsOf({ ...whole, ...change })).toEqual([])
    },
  )

  test('each promise names its setting in its sentence', () => {
    for (const [name, { sentence }] of Object.entries(livePromises)) {
      const [setting = ''] = name.split(/[= ]/)
      expect(sentence).toContain(setting)
    }
  })
})

test.each([
  'changeme'.repeat(6),
  'replace-this-with-a-long-random-secret',
  'ab'.repeat(24),
  '0123456789'.repeat(4),
  'abcdefghijklmnopqrstuvwxyzabcdef',
])('the secret %s can be guessed', (secret) => {
  expect(isWeak(secret)).toBe(true)
})

describe('a demo', () => {
  test.each([
    'live',
    'https://gate.chip-in.asia/api/v1/',
    'https://GATE.chip-in.asia.',
    'http://gate.chip-in.asia:8080',
    'https://user@api.chip-in.asia',
  ])('a demo with CHIP itself (%s) does not start, and says what to set', (CHIP_API_URL) => {
    expect(problemsOf({ CHIP_API_URL })).toEqual([expect.stringContaining('set APOGEE_ENV=live')])
    expect(
      problemsOf({ APOGEE_ENV: 'demo', CHIP_API_URL, CHIP_SECRET: 'k', CHIP_BRAND_ID: 'b' }),
    ).toHaveLength(1)
  })

  test.each([
    'demo',
    'http://127.0.0.1:4010',
    'https://chip.example.my',
    'https://chip-in.asia.example.my',
    'https://evilchip-in.asia',
  ])('a demo with a stand-in at %s and any secret starts', (CHIP_API_URL) => {
    expect(problemsOf({ CHIP_API_URL, CHIP_SECRET: 'live-secret', CHIP_BRAND_ID: 'any' })).toEqual([])
  })

  test('DEMO_PASSWORD is another one than the published', () => {
    expect(problemsOf({ DEMO_PASSWORD: publishedPassword })).toEqual([
      'DEMO_PASSWORD is the published password itself: choose another one, or none',
    ])
    expect(problemsOf({ DEMO_PASSWORD: 'short' })).toEqual([
      expect.stringMatching(/^DEMO_PASSWORD must be as strong/),
    ])
  })
})
