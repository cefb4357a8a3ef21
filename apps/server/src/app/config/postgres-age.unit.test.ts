import { expect, test } from 'vitest'
import { outdatedPostgres } from './postgres-age.ts'

const outside = (version: string, day: string) => outdatedPostgres({ version, isOwn: false }, new Date(day))
const own = (version: string, day: string) => outdatedPostgres({ version, isOwn: true }, new Date(day))

test('the newest minor release is not reported, and neither is a version that is not known', () => {
  expect(outside('15.18 (Debian 15.18-0+deb12u1)', '2026-06-01')).toBeNull()
  expect(own('18.4', '2026-06-01')).toBeNull()
  expect(outside('19.0', '2031-01-01')).toBeNull()
  expect(outside('18beta1', '2026-06-01')).toBeNull()
})

test('an older minor release is reported with the command that brings the newest', () => {
  expect(outside('15.12 (Debian 15.12-0+deb12u2)', '2026-06-01')).toBe(
    'PostgreSQL 15.12 lacks the fixes of 15.18: install its newest minor release and restart it, on Debian: apt-get update && apt-get install --only-upgrade postgresql-15',
  )
})

test('our own engine is renewed by a release of Apogee', () => {
  expect(own('18.3', '2026-06-01')).toMatch(
    /^PostgreSQL 18\.3, our own engine, lacks the fixes of 18\.4: install the newest release of Apogee/,
  )
})

test.for([
  ['18.4', '2026-09-11', null],
  ['18.4', '2026-09-13', '2026-08-13'],
  ['18.5', '2026-12-11', null],
  ['18.5', '2026-12-13', '2026-11-12'],
  ['18.6', '2027-03-12', null],
  ['18.6', '2027-03-14', '2027-02-11'],
  ['15.18', '2026-11-22', '2026-08-13'],
] as const)(
  'PostgreSQL %s on %s: a month after the next scheduled fixes it is reported (%s)',
  ([version, day, scheduled]) => {
    const sentence = outside(version, day)
    if (scheduled === null) expect(sentence).toBeNull()
    else expect(sentence).toContain(`is older than the fixes that PostgreSQL scheduled for ${scheduled}:`)
  },
)

test('a major version without further fixes is reported, whatever its minor release', () => {
  expect(outside('15.23', '2027-11-10')).toBeNull()
  expect(outside('15.23', '2027-11-11')).toBe(
    'PostgreSQL 15.23 gets no more fixes since 2027-11-11: move the data to a newer PostgreSQL (docs/operations.md#backup-and-restore), or upgrade the cluster',
  )
  expect(own('18.30', '2030-12-01')).toContain(
    'gets no more fixes since 2030-11-14: install the newest release',
  )
})
