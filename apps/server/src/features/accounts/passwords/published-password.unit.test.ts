import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const server = join(import.meta.dirname, '../../..')
const sources = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !/\.test(?:ing)?\.ts$/.test(name),
)

test('one place compares typed passwords with those of accounts, so that the rule of the published one holds everywhere', () => {
  const comparing = sources.filter((name) =>
    /passwords\s*\??\.\s*matches\(|'@node-rs\/argon2'/.test(readFileSync(join(server, name), 'utf8')),
  )
  expect(comparing.toSorted()).toEqual([
    'app/demo/demo-password.ts',
    'features/accounts/passwords/published-password.ts',
    // This file compares recovery codes.
    'features/accounts/second-factor/second-factor.ts',
    'platform/secrets/passwords.ts',
  ])
})
