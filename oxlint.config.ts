/** Defines the lint rules and which folder may import which (docs/ARCHITECTURE.md). */
import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig, type DummyRuleMap } from 'oxlint'

const foldersIn = (path: string) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)

/** The server features are in order: a feature may call the services of earlier ones. */
const listed = readFileSync('apps/server/src/app/features.ts', 'utf8')
const folderOf = new Map(
  [...listed.matchAll(/import \{ (\w+) \} from '#server\/features\/([\w-]+)\/feature\.ts'/g)].map(
    ([, name, folder]) => [name, folder],
  ),
)
const order = [...listed.matchAll(/\.add\((\w+)\)/g)].map(([, name = '']) => folderOf.get(name) ?? name)
if (order.toSorted().join() !== foldersIn('apps/server/src/features').toSorted().join())
  throw new Error('each folder of apps/server/src/features needs its line in apps/server/src/app/features.ts')

/** An import by path would bypass the package names that distinguish the folders below. */
const otherPackageByPath = {
  regex: String.raw`^(?:\.\./)+(?:apps|packages)/`,
  message: 'another package is imported by its name',
}

const ban = (...patterns: { group: string[]; message: string }[]): DummyRuleMap => ({
  'no-restricted-imports': ['error', { patterns: [...patterns, otherPackageByPath] }],
})

const webOrUi = {
  group: ['@apogee/ui/*', '@apogee/web/*', '#web/*', 'react', 'react-dom', 'react-dom/*'],
  message: 'the server does not import client code',
}
const serverOnly = {
  group: ['#server/*', '@apogee/server/*', 'node:*', 'fastify', 'pg', 'kysely'],
  message: 'the client does not import server code',
}
const fullZod = {
  group: ['zod', 'zod/v4'],
  message: 'use zod/mini: full zod is four times as heavy in the browser',
}

function featureWalls(feature: string) {
  const right = order.slice(order.indexOf(feature) + 1)
  const others = order.filter((other) => other !== feature)
  return {
    files: [`apps/server/src/features/${feature}/**`],
    rules: ban(
      webOrUi,
      fullZod,
      {
        group: ['**/app/**', '!**/app/testing*.ts'],
        message: 'features do not import the app; only tests start it',
      },
      {
        group: right.map((other) => `**/features/${other}/**`),
        message: `${feature} may not import these later features: emit an event`,
      },
      {
        group: others.flatMap((other) => [
          `**/features/${other}/feature.ts`,
          ...['store', 'routes', 'rules', 'jobs'].map((part) => `**/features/${other}/**/*.${part}.ts`),
        ]),
        message: 'import only the service of another feature',
      },
      { group: ['**/adapters/*/!(port).ts'], message: 'features import ports, not their adapters' },
    ),
  }
}

export default defineConfig({
  plugins: ['typescript', 'react', 'jsx-a11y', 'import', 'unicorn', 'oxc', 'promise', 'vitest'],
  categories: { correctness: 'error' },
  ignorePatterns: ['**/dist/**', 'data/**', 'coverage/**', 'test-results/**', 'playwright-report/**'],
  rules: {
    'typescript/no-floating-promises': 'error',
    'typescript/no-explicit-any': 'error',
    // Plain objects implement most interfaces and have no `this` to lose; services are checked below.
    'typescript/unbound-method': 'off',
    // Initials and byte-limited texts need iteration by code point.
    'typescript/no-misused-spread': 'off',
    'typescript/consistent-type-imports': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'no-empty': ['error', { allowEmptyCatch: false }],
    'max-lines': ['error', { max: 500, skipBlankLines: true }],
    'react/exhaustive-deps': 'error',
    'react/no-danger': 'error',
    // The content security policy refuses inline styles in rendered markup.
    'react/forbid-dom-props': ['error', { forbid: ['style'] }],
    'vitest/no-focused-tests': 'error',
    'vitest/no-disabled-tests': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    // These expressions search for control characters.
    'no-control-regex': 'off',
    // Shared test suites create their titles and assertions in other functions.
    'vitest/expect-expect': 'off',
    'vitest/valid-title': 'off',
    'vitest/valid-expect': 'off',
    'vitest/no-standalone-expect': 'off',
    'vitest/require-to-throw-message': 'off',
    // The rule gives advice for the React compiler, which this project does not use.
    'react/preserve-manual-memoization': 'off',
    'react/globals': 'off',
    'react/set-state-in-effect': 'off',
    'unicorn/no-invalid-fetch-options': 'off',
    'vitest/no-conditional-expect': 'off',
    // axe and keyboard tests in a browser verify accessibility; these rules only guess from the markup.
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/no-redundant-roles': 'off',
    'jsx-a11y/no-interactive-element-to-noninteractive-role': 'off',
    'jsx-a11y/no-noninteractive-element-interactions': 'off',
    'jsx-a11y/no-static-element-interactions': 'off',
    'jsx-a11y/click-events-have-key-events': 'off',
    'jsx-a11y/role-has-required-aria-props': 'off',
    'jsx-a11y/control-has-associated-label': 'off',
    'jsx-a11y/media-has-caption': 'off',
    'jsx-a11y/no-autofocus': 'off',
  },
  overrides: [
    {
      files: ['packages/domain/**'],
      rules: ban(webOrUi, serverOnly, {
        group: ['@apogee/*', '@apogee/*/*', 'zod', 'zod/*'],
        message: 'packages/domain imports nothing of ours, and no library but the detector of encodings',
      }),
    },
    {
      // A test file is the table of cases of one subject; a second file would start a second server.
      files: ['**/*.test.ts', '**/*.test.tsx'],
      rules: { 'max-lines': ['error', { max: 600, skipBlankLines: true }] },
    },
    { files: ['packages/contracts/**'], rules: ban(webOrUi, serverOnly, fullZod) },
    {
      files: ['packages/ui/**'],
      rules: ban(serverOnly, {
        group: ['@apogee/contracts/*', '#web/*', '@tanstack/*', 'react-router'],
        message: 'components send no requests and know no courses',
      }),
    },
    {
      files: ['packages/chip-simulator/**'],
      rules: ban(webOrUi, {
        group: ['#server/*', '@apogee/server/*', '@apogee/contracts/*'],
        message: 'the simulator stands in for another company: it shares no code with the product it tests',
      }),
    },
    {
      files: ['packages/local-postgres/**'],
      rules: ban(webOrUi, {
        group: ['#server/*', '@apogee/server/*', '@apogee/contracts/*'],
        message: 'the local engine knows nothing of the product',
      }),
    },
    {
      files: ['apps/server/src/texts/**'],
      rules: ban(webOrUi, fullZod, {
        group: ['#server/*', '@apogee/server/*', '**/features/**', 'node:*', 'fastify', 'pg', 'kysely'],
        message: 'texts are functions of prepared facts: they import domain and types of contracts',
      }),
    },
    {
      files: ['apps/server/src/platform/**'],
      rules: ban(webOrUi, fullZod, {
        group: ['**/features/**', '**/app/**', '**/policy/**', '**/adapters/**', '@apogee/contracts/*'],
        message: 'platform imports libraries only',
      }),
    },
    {
      files: ['apps/server/src/adapters/**'],
      rules: ban(webOrUi, fullZod, {
        group: ['**/features/**', '**/app/**', '**/policy/**'],
        message: 'adapters import platform and libraries',
      }),
    },
    {
      files: ['apps/server/src/policy/**'],
      rules: ban(webOrUi, fullZod, {
        group: ['**/features/**', '**/app/**', '**/adapters/**'],
        message: 'policy imports contracts and platform',
      }),
    },
    { files: ['apps/web/**', 'packages/ui/**'], rules: { 'react/rules-of-hooks': 'error' } },
    {
      // Services and adapters are classes, and a method that is passed without its object loses `this`.
      files: ['apps/server/src/**', 'packages/chip-simulator/**', 'lab/{attacks,drills,harness,torture}/**'],
      rules: { 'typescript/unbound-method': 'error' },
    },
    {
      // The file replaces methods of two libraries and restores them.
      files: ['apps/server/src/platform/database/testing/testing-rows.ts'],
      rules: { 'typescript/unbound-method': 'off' },
    },
    { files: ['apps/server/src/app/**'], rules: ban(webOrUi, fullZod) },
    ...order.map(featureWalls),
    {
      files: ['apps/web/src/platform/**'],
      rules: ban(serverOnly, fullZod, {
        group: [
          '#web/{shared,features,app,framework}/**',
          '**/{shared,features,app,framework}/**',
          '@apogee/contracts/*/**',
          '!@apogee/contracts/accounts/**',
          // The small texts of posts and descriptions are a format, not a part of a course.
          '!@apogee/contracts/courses/markdown/**',
          // The Malay texts of validation contain the sentences of all features.
          '!@apogee/contracts/scorm/package-problems.ts',
        ],
        message: 'platform knows no course: it imports libraries, components and general contracts only',
      }),
    },
    {
      files: ['apps/web/src/shared/**'],
      rules: ban(serverOnly, fullZod, {
        group: ['#web/features/**', '#web/app/**', '#web/framework/**', '**/features/**', '**/app/**'],
        message: 'shared serves several features and imports none of them',
      }),
    },
    {
      files: ['apps/web/src/framework/**'],
      rules: ban(fullZod, {
        group: [
          '#web/features/**',
          '#web/app/**',
          '**/features/**',
          '**/app/**',
          '#server/*',
          '@apogee/server/*',
        ],
        message: 'the page framework knows no feature and no screen: app gives it the route table',
      }),
    },
    ...foldersIn('apps/web/src/features').map((feature) => ({
      files: [`apps/web/src/features/${feature}/**`],
      rules: ban(serverOnly, fullZod, {
        group: [
          '#web/app/*',
          '#web/app/**',
          ...foldersIn('apps/web/src/features')
            .filter((other) => other !== feature)
            .map((other) => `**/features/${other}/**`),
        ],
        message: 'features do not import each other: pages in app/ join them',
      }),
    })),
    { files: ['apps/web/src/app/**'], rules: ban(serverOnly, fullZod) },
    // The module runs inside the server process.
    { files: ['apps/web/src/app/entry-server.tsx'], rules: ban(fullZod) },
  ],
})
