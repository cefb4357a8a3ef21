/* Finds the binaries of PostgreSQL 15, the oldest supported version, or installs Debian's if possible. */
import { existsSync } from 'node:fs'
import { isEntry, installDebianPackages } from './debian-packages.mjs'

const binaries = '/usr/lib/postgresql/15/bin'

/** @returns {string | undefined} the folder with `initdb` and `postgres`. */
export function findPostgres15() {
  return existsSync(`${binaries}/postgres`) ? binaries : undefined
}

if (isEntry(import.meta.url)) {
  if (!findPostgres15()) {
    installDebianPackages({
      packages: ['postgresql-15'],
      purpose: 'the tests on PostgreSQL 15',
      otherwise: `Install PostgreSQL 15 so that its binaries are in ${binaries}.`,
    })
  }
  console.log(findPostgres15() ?? 'PostgreSQL 15 was not found after the installation.')
  if (!findPostgres15()) process.exitCode = 1
}
