/**
 * Checks that every language is complete: no key is unused, no translation is missing, and no text is outside of the dictionaries.
 */
import { translatedLanguages } from '@apogee/domain/languages.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  hasEnglishWord,
  isMessagesFile,
  leftInEnglish,
  textsOfEnglishAlone,
  unreadKeys,
  untranslated,
} from '../../languages/dictionaries.ts'
import { misleadingMalay } from '../../languages/misleading-malay.ts'
import { rawTexts } from '../../languages/raw-text.ts'
import { parse, type Parsed } from '../../languages/syntax.ts'

const root = join(import.meta.dirname, '../../..')

const sourcesBelow = (folder: string): Parsed[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !/\.test\.tsx?$|\/testing\/|node_modules|\.d\.ts$/.test(path))
    .map((path) => parse({ path, code: readFileSync(join(root, path), 'utf8') }))

const web = sourcesBelow('apps/web/src')
const parts = sourcesBelow('packages/ui/src')
const contracts = sourcesBelow('packages/contracts/src')
const serverTexts = sourcesBelow('apps/server/src/texts')

/** Lists names, and words that another language may spell as in English. */
const sameAsEnglish = new Set([
  'TIN',
  'Format',
  'SST',
  'Apogee',
  'WhatsApp',
  'Telegram',
  'Twitter',
  'Malaysia',
  'Indonesia',
  'Thailand',
  'RM',
  'XP',
  'PDF',
  'JSON',
  'AI & ML',
  'English',
  'Bahasa Melayu',
  'Admin',
  'Menu',
  'Platform',
  'Blog',
  'Auto',
  'Video',
  'Grid',
  'Status',
  'Bank',
  'Studio',
  'Demo',
  'MB',
  'MB).',
  'Common Cartridge 1.3 (Moodle, Canvas, Blackboard)',
])

/** Lists names, which are not translated, and the languages' own names. */
const names = new Set(['Apogee', 'RM', 'English', 'Bahasa Melayu'])

test('every key of a dictionary is read somewhere', () => {
  expect(unreadKeys(web, contracts)).toEqual([])
})

test.each(translatedLanguages)('every English text has its own in the language %s', (language) => {
  expect(untranslated(web, language, sameAsEnglish)).toEqual([])
})

test.each(translatedLanguages)(
  'no screen, refusal, mail, paper or page of the server has an English text in the language %s',
  (language) => {
    const translations = [...web, ...serverTexts].filter(
      ({ path }) => path.endsWith(`.${language}.ts`) || path.includes(`/texts/${language}/`),
    )
    const english = [...web, ...serverTexts, ...contracts].filter(({ path }) =>
      /\.en\.ts$|\/texts\/en\/|^packages\/contracts\//.test(path),
    )
    expect(translations.length).toBeGreaterThan(80)
    expect(leftInEnglish(translations, english, sameAsEnglish)).toEqual([])
  },
)

test('no Malay text has a word that misleads', () => {
  const texts = [...web, ...serverTexts]
    .filter(({ path }) => path.endsWith('.ms.ts') || path.includes('/texts/ms/'))
    // The reasons for keeping personal data are sentences of the published privacy policy.
    .filter(({ path }) => !path.endsWith('/personal-data.ts'))
  const found = texts.flatMap(({ path, code }) => {
    const inLowerCase = code.toLowerCase()
    return Object.entries(misleadingMalay)
      .filter(([words]) => inLowerCase.includes(words))
      .map(([words, right]) => `${path}: ${right} instead of ${words}`)
  })
  expect(found).toEqual([])
})

const articles = 'apps/web/src/features/articles/texts'

test.each(translatedLanguages)('no text page has an English sentence in the language %s', (language) => {
  const pages = readdirSync(join(root, articles)).filter((name) => name.endsWith(`.${language}.md`))
  expect(pages.length).toBeGreaterThan(10)
  const lines = pages.flatMap((name) =>
    readFileSync(join(root, articles, name), 'utf8')
      .split('\n')
      .map((line) => `${name}: ${line}`),
  )
  expect(lines.filter(hasEnglishWord)).toEqual([])
})

test('no text is in the markup of a screen or a component', () => {
  const screens = web.filter(({ path }) => !isMessagesFile(path))
  expect(screens.length).toBeGreaterThan(200)
  expect(rawTexts([...screens, ...parts], names)).toEqual([])
})

describe('the checks see a planted', () => {
  const dictionary = (entries: string) =>
    parse({
      path: 'shop/messages.en.ts',
      code: `export const shopMessages = defineMessages('shop', { ${entries} })`,
    })
  const translation = (entries: string, name = 'shop') =>
    parse({
      path: 'shop/messages.ms.ts',
      code: `export const ${name} = { ${entries} } satisfies Translation<typeof shopMessages>`,
    })
  const screen = (code: string) => parse({ path: 'shop/shop.tsx', code })
  const keysOf = (found: string[]) => found.map((line) => line.split(' ').at(-1))

  test.each([
    ['text.open', 'const text = useText(shopMessages); text.open; other.shut'],
    ['a part taken out', 'const { open } = useText(shopMessages); const { shut } = other'],
    ['a key that is computed', "const text = useText(shopMessages); const kind = 'open'; text[kind]"],
    ['a key in a frame', "const text = useText(shopMessages); const kinds = ['op']; text[`${kinds[0]}en`]"],
    ['a text that is handed on', 'function F(text: Texts<typeof shopMessages>) { return text.open }'],
  ])('the checks find a planted unused key, and recognise %s as used', (_, code) => {
    expect(keysOf(unreadKeys([dictionary("open: 'Open', shut: 'Shut'"), screen(code)]))).toEqual(['shut'])
  })

  test('the checks find a planted text without its translation, with English instead, or under another name', () => {
    const english = dictionary("open: 'Open', shut: 'Shut', menu: 'Menu', count: (n) => `${n} items`")
    const malay = translation("open: 'Buka', menu: 'Menu', count: (n) => `${n} items`")
    expect(untranslated([english, malay], 'ms', new Set(['Menu']))).toEqual([
      'shop/messages.ms.ts shut is missing',
      'shop/messages.ms.ts:1 count: items',
    ])
    expect(untranslated([english], 'ms', new Set())).toEqual([
      'shop/messages.en.ts shopMessages is not in ms',
    ])
    const misnamed = translation(
      "open: 'Buka', shut: 'Tutup', menu: 'Menu', count: (n) => `${n} barang`",
      'store',
    )
    expect(untranslated([english, misnamed], 'ms', new Set(['Menu']))).toEqual([
      'shop/messages.ms.ts store is not shop',
    ])
  })

  test('the checks find a planted translation that is in English, whole, in parts, or in words of its own', () => {
    const english = dictionary("open: 'Open', kind: 'no-kind', count: (n) => `${n} open items`")
    const contract = parse({ path: 'contracts/refusals.ts', code: "export const all = { LATE: 'Too late' }" })
    const malay = translation(
      "open: 'Open', kind: 'no-kind', count: (n) => `${n} open items`, late: 'Too late', own: 'Closed for now', shut: 'Tutup'",
    )
    expect(
      leftInEnglish([malay], [english, contract], new Set()).map((line) => line.replace(malay.path, '')),
    ).toEqual([' Open', ' open items', ' Too late', ' Closed for now'])
    expect(leftInEnglish([malay], [english, contract], new Set(['Open'])).length).toBe(3)
  })

  test('texts of English alone are those without parameters that no text of the other language equals', () => {
    const english = dictionary("open: 'Open now', shut: 'Shut', menu: 'Menu', count: (n) => `${n} items`")
    const malay = translation("open: 'Buka', shut: 'Tutup', menu: 'Menu', count: (n) => `${n} item`")
    const contract = parse({
      path: 'shop/kinds.ms.ts',
      code: "export const kinds = { free: 'percuma', Design: 'Reka Bentuk', 'AI & ML': 'AI & ML' } satisfies Record<Kind, string>",
    })
    const found = textsOfEnglishAlone([english, malay, contract], 'ms')
    expect([...found]).toEqual(['Open now', 'Shut', 'Design'])
  })

  test.each([
    '<p>Buy now</p>',
    "<p>{'Buy now'}</p>",
    '<p>{`Buy now ${price}`}</p>',
    "<p>{isOpen ? 'Buy now' : null}</p>",
    "<p>{isOpen && 'Buy now'}</p>",
    '<img alt="Buy now" />',
    "<Field label={isOpen ? 'Buy now' : text.label} />",
    '<Button busyLabel="Buy now" />',
    "notify({ text: 'Buy now' })",
  ])('the checks find planted raw text in %s', (code) => {
    expect(rawTexts([screen(code)], names)).toEqual(['shop/shop.tsx:1 Buy now'])
  })

  test.each([
    '<p>{text.buyNow}</p>',
    '<p>Apogee</p>',
    '<Head title={`Apogee · ${text.blog}`} />',
    '<p>{count} · 3 %</p>',
    '<p lang="ms">Apogee juga ada</p>',
    '<p className="shop item">{call("Buy now")}</p>',
    "const words = { label: 'buyNow' }",
  ])('the checks ignore text in a dictionary, a name, a sign or a class: %s', (code) => {
    expect(rawTexts([screen(code)], names)).toEqual([])
  })
})
