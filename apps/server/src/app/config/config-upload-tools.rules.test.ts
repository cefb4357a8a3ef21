import { packageMaxBytes } from '@apogee/contracts/limits.ts'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { problemsOf } from './config.testing.ts'

test.for([
  ['unix:/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ['tcp://clamav:3310', { host: 'clamav', port: 3310 }],
  ['tcp://[::1]:3310/', { host: '::1', port: 3310 }],
] as const)('VIRUS_SCANNER=%s names a ClamAV daemon', ([value, address]) => {
  expect(readConfig({ VIRUS_SCANNER: value }).virusScanner).toEqual({ address, maxBytes: 524_288_000 })
})

test.for(['clamd.ctl', 'unix:clamd.ctl', 'tcp://clamav', 'tcp://u:p@clamav:3310', 'http://clamav:3310'])(
  'VIRUS_SCANNER=%s is refused',
  (value) => {
    expect(problemsOf({ VIRUS_SCANNER: value })).toEqual([
      `VIRUS_SCANNER must be unix: with the whole path of a socket of clamd, or tcp:// with its host and port, not '${value}'. Example: VIRUS_SCANNER=unix:/run/clamav/clamd.ctl`,
    ])
  },
)

test('a package of the largest size can always be scanned', () => {
  expect(problemsOf({ VIRUS_SCANNER_MAX_MB: '499' })).toEqual([
    "VIRUS_SCANNER_MAX_MB must be whole megabytes from 500 to 2047, not '499'. Example: VIRUS_SCANNER_MAX_MB=500",
  ])
  expect(readConfig({ VIRUS_SCANNER: 'tcp://a:1' }).virusScanner?.maxBytes).toBeGreaterThanOrEqual(
    packageMaxBytes,
  )
})

test('FFMPEG that is neither a whole path nor off is refused', () => {
  expect(readConfig({ FFMPEG: 'off' }).ffmpeg).toBe('off')
  expect(problemsOf({ FFMPEG: 'ffmpeg' })).toEqual([
    "FFMPEG must be the whole path of an ffmpeg, or off, not 'ffmpeg'. Example: FFMPEG=/usr/bin/ffmpeg",
  ])
})
