import { expect, test } from 'vitest'
import { databaseStartError, listenStartError } from './startup-checks.ts'

const failure = (message: string, code?: string) => Object.assign(new Error(message), code ? { code } : {})

test.for([
  ['EADDRINUSE', /^PORT 3000 on HOST ::1 is taken by another program\..* PORT=3001 npm start$/],
  ['EACCES', /^this user may not listen on PORT 3000\. .*PORT=3000$/],
  ['EADDRNOTAVAIL', /^HOST ::1 is no address of this machine\. Example: HOST=127\.0\.0\.1/],
  ['ENOTFOUND', /^HOST ::1 is no address of this machine\./],
  ['EWHATEVER', /listen: something else/],
] as const)('a failure to listen with %s names the variable', ([code, sentence]) => {
  const error = listenStartError(failure('listen: something else', code), { host: '::1', port: 3000 })
  expect(error.message).toMatch(sentence)
})

test.for([
  [failure('connect ECONNREFUSED', 'ECONNREFUSED'), 'nothing listens there – connect ECONNREFUSED'],
  // Node's error has no message when a name with several addresses cannot be reached.
  [new AggregateError([failure('connect ECONNREFUSED ::1', 'ECONNREFUSED')]), 'nothing listens there'],
  [failure('password authentication failed for user "a"', '28P01'), 'it refuses the password – password'],
  [failure('database "b" does not exist', '3D000'), 'it has no database of that name – database "b"'],
  [failure('timeout exceeded when trying to connect'), 'timeout exceeded when trying to connect'],
  [
    new Error('Migration 0001 failed', { cause: failure('permission denied', '42501') }),
    'its user may not make tables and extensions',
  ],
] as const)('a database failure names DATABASE_URL and the reason', ([error, reason]) => {
  expect(databaseStartError(error).message).toContain(`DATABASE_URL cannot be used: ${reason}`)
})

test('an error that already names its solution is passed on unchanged', () => {
  for (const sentence of [
    'DATABASE_URL leads to PostgreSQL 14.2',
    'This database was migrated by a newer Apogee',
  ]) {
    expect(databaseStartError(new Error(sentence)).message).toBe(sentence)
  }
})
