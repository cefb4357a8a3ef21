/**
 * packages/domain decides languages, Malaysia's time zone, the format of ringgit and the types of ids, a view decides what a
 * lesson is, and packages/contracts computes progress. The files below still decide one of them; the list may only become shorter.
 */
import { languages } from '@apogee/domain/languages.ts'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** The pattern matches files and folders of texts. */
const isText = new RegExp(`[/.](?:${languages.join('|')})(?:\\.ts$|/)`)
/**
 * The rules do not apply to tests, to the payment simulator, which has languages of its own, and to the media of the demo school,
 * whose lessons are in English.
 */
const isOutside =
  /\.test\.tsx?$|\.testing\.ts$|testing-|\/testing\/|^packages\/ui\/preview\/|^packages\/domain|^scripts\/demo-media|\/node_modules\/|\/dist\/|\.d\.ts$|^scripts\/domain-rules|\/cases\.|simulator\//

const sources = globSync(['{apps,packages,scripts,lab}/**/*.{ts,tsx}'], {
  cwd: root,
}).filter((path) => !isText.test(path) && !isOutside.test(path))

/** Counts the lines that match the pattern in each file, without comments. */
function countsOf(pattern: RegExp, among: readonly string[] = sources): Record<string, number> {
  const counts = among.map((path) => {
    const lines = readFileSync(join(root, path), 'utf8').split('\n')
    return [
      path,
      lines.filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line) && pattern.test(line)).length,
    ] as const
  })
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}

/** Counts the lines of each file that name a locale or a language although they do not depend on the reader's language. */
const localesForOtherReasons = {
  // One line formats days as yyyy-MM-dd, the other one adds the time of day.
  'apps/server/src/platform/zoned-time.ts': 2,
  // Graphemes are the same in every language.
  'apps/server/src/platform/pdf/typesetter.ts': 1,
  // The file converts initials to upper case.
  'packages/ui/src/art/avatar.tsx': 1,
  // Every third buyer of the torture run reads Malay.
  'lab/harness/school.ts': 1,
}

test('no file outside packages/domain and the texts names a language', () => {
  expect(sources.length).toBeGreaterThan(500)
  const codes = languages.join('|')
  const [code, attribute] = [`(['"\`])(?:${codes})(?:-[A-Z]{2})?\\1`, `\\blang=\\\\?["']?(?:${codes})\\b`]
  // The pattern matches the key of a table: `en: {`, `ms: () =>`.
  const key = `\\b(?:${codes}): (?:[{'"\`]|\\(\\) =>|async )`
  const naming = new RegExp(`${code}|${attribute}|${key}`)
  expect(countsOf(naming)).toEqual(localesForOtherReasons)
})

test('no file outside packages/domain computes with the time zone of Malaysia', () => {
  expect(countsOf(/Asia\/Kuala_Lumpur|\+08:00/)).toEqual({})
})

test('browsers work without Intl on a first visit, because its first use costs a phone up to 50 ms', () => {
  const ofBrowsers = globSync(['apps/web/src/**/*.{ts,tsx}', 'packages/{ui,domain}/src/**/*.{ts,tsx}'], {
    cwd: root,
  }).filter((path) => !/\.test\.tsx?$|\.testing\.ts$|\/testing\//.test(path))
  const using = /\bnew Intl\.|\.toLocale(?:String|DateString|TimeString)\(/
  expect(countsOf(using, ofBrowsers)).toEqual({
    // Streaks use the browser's own time zone, which is requested after the page is shown.
    'apps/web/src/platform/language/time-zone.ts': 1,
    // Countries are named on the server alone.
    'packages/domain/src/country-code.ts': 1,
    // A cut beside a letter outside of ASCII needs a segmenter; any other cut does without.
    'packages/domain/src/text/cut-text.ts': 1,
  })
})

test('no file outside packages/domain formats ringgit', () => {
  expect(countsOf(/RM \$\{|\/ 100\)?\.to(?:Fixed\(2\)|LocaleString)/)).toEqual({})
})

test('no further statement decides which items count as lessons, as the view lessons does', () => {
  expect(countsOf(/\b\w+\.is_required\b|bool_or\(\w+\.file_type/)).toEqual({
    // A card counts no lessons of a course without videos.
    'apps/server/src/features/catalogue/catalogue.store.ts': 1,
    // The rule is applied to the items that are open to the learner.
    'apps/server/src/features/learning/learning.store.ts': 2,
  })
})

test('no file outside the module of progress compares or divides the lessons of a learner', () => {
  expect(countsOf(/(?:\/|>=|===) \(?(?:\w+\.)?totalLessons\b/)).toEqual({
    'packages/contracts/src/courses/course-progress.ts': 2,
  })
})

/** `OrderId` covers `orderId`, `order_id` and `orderIds` everywhere, tests included. */
test('an id that has its own type in packages/domain is nowhere declared as a plain number', () => {
  const ids = readFileSync(join(root, 'packages/domain/src/ids.ts'), 'utf8')
  const kinds = [...ids.matchAll(/^export type (\w+)Id =/gm)].map(([, kind = '']) => kind)
  expect(kinds).toContain('Order')
  const names = kinds.flatMap((kind) => {
    const camel = kind.charAt(0).toLowerCase() + kind.slice(1)
    return [`${camel}Ids?`, `${camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_id`]
  })
  const plain = new RegExp(`\\b(?:${names.join('|')})\\??: (?:readonly )?number\\b`)
  const declared = globSync(['{apps,packages,scripts,lab,e2e}/**/*.{ts,tsx}'], {
    cwd: root,
  })
    .filter((path) => !/\/node_modules\/|\.d\.ts$/.test(path))
    .filter((path) => plain.test(readFileSync(join(root, path), 'utf8')))
  expect(declared).toEqual([])
})
