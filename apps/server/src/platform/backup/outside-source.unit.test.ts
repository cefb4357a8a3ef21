import { expect, test } from 'vitest'
import { separated } from './outside-source.ts'

test('the password of an address is given to programs by their environment, never as a parameter', () => {
  const socket = 'postgres://apogee@%2Frun%2Fpostgresql/apogee'
  expect(separated(socket)).toEqual({ address: socket, environment: {} })
  const environment = { PGPASSWORD: 'p@ss word' }
  expect(separated('postgres://apogee:p%40ss%20word@db:5432/apogee?sslmode=require')).toEqual({
    address: 'postgres://apogee@db:5432/apogee?sslmode=require',
    environment,
  })
  expect(separated('postgres://apogee@db/apogee?password=p%40ss+word')).toEqual({
    address: 'postgres://apogee@db/apogee',
    environment,
  })
})
