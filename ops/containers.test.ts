/** The files for containers, without an engine for containers: the compose file is read, and its parts exist. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { secretVariables } from '../apps/server/src/app/config-variables.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('the image is made of the artefact that npm run release makes, and starts it as its own user', () => {
  const containerfile = read('ops/Containerfile')
  expect(containerfile).toMatch(/npm run release -- \$RELEASE_OPTIONS/)
  expect(containerfile).toContain('sha256sum --check --quiet SHA256SUMS')
  const copied = [...containerfile.matchAll(/^COPY --from=release (\S+)/gm)].map(([, path]) => path)
  expect(copied).toEqual(['/release'])
  expect(containerfile).toMatch(/^USER apogee$/m)
  expect(containerfile).toMatch(/^ENTRYPOINT \["\/opt\/apogee\/bin\/apogee"\]$/m)
  expect(existsSync(join(root, 'bin/apogee'))).toBe(true)
})

test('the compose file gives every secret as a file of its own', () => {
  const compose = read('ops/compose.yml')
  const variables = [...compose.matchAll(/^ +([A-Z_]+)_FILE: \/run\/secrets\/([\w-]+)$/gm)]
  const own = variables.filter(([, name]) => name !== 'POSTGRES_PASSWORD')
  expect(own.map(([, name]) => name)).toEqual(['DATABASE_URL', 'APP_SECRET', 'METRICS_TOKEN'])
  for (const [, name = ''] of own) expect(secretVariables).toContain(name)
  for (const [, , file = ''] of variables) expect(compose).toContain(`${file}: { file: secrets/${file} }`)
})
