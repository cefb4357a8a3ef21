import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Manifest } from './asset-manifest.ts'
import { readPageStyles, type PageStyles } from './page-styles.ts'

const sheets: Record<string, string> = {
  entry: '@layer ui,components;.shell{color:red}',
  button: '@layer ui{.button{color:red}}',
  page: '@layer components{.page{color:red}}',
  lazy: '@media (width>1px){.list>.row:not(.open){color:red}}',
  inner: '.inner{color:red}',
  dialog: '.dialog .button{color:red}',
  other: '.other{color:red}',
}
const css = (...names: string[]) => names.map((name) => `assets/${name}.css`)
const manifest: Manifest = {
  'src/app/entry-client.tsx': {
    file: 'assets/entry.js',
    css: css('entry'),
    dynamicImports: ['src/app/pages/page.tsx', 'src/app/pages/other.tsx'],
  },
  'src/app/pages/page.tsx': {
    file: 'assets/page.js',
    imports: ['src/app/entry-client.tsx', '_button.js'],
    dynamicImports: ['src/lazy.tsx', 'src/feedback/dialog.tsx'],
    css: css('page'),
  },
  '_button.js': { file: 'assets/button.js', css: css('button') },
  'src/lazy.tsx': {
    file: 'assets/lazy.js',
    imports: ['_button.js'],
    dynamicImports: ['src/inner.tsx'],
    css: css('lazy'),
  },
  'src/inner.tsx': { file: 'assets/inner.js', css: css('inner') },
  'src/feedback/dialog.tsx': { file: 'assets/dialog.js', css: css('dialog') },
  'src/app/pages/other.tsx': { file: 'assets/other.js', css: css('other') },
}
const sources = ['src/app/pages/page.tsx']
const namesOf = ({ sheets: urls }: { sheets: readonly string[] }) =>
  urls.map((url) => url.replace('/assets/', '').replace('.css', ''))

let folder: string
let styles: PageStyles

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apogee-styles-'))
  await mkdir(join(folder, 'client/assets'), { recursive: true })
  for (const [name, text] of Object.entries(sheets)) {
    await writeFile(join(folder, 'client/assets', `${name}.css`), text)
  }
  styles = await readPageStyles(folder, manifest)
})
afterAll(() => rm(folder, { recursive: true }))

test("a page has the entry's sheets first, then those of its own code", () => {
  const page = styles.ofPage({ sources, html: '<p>nothing</p>' })
  expect(namesOf(page)).toEqual(['entry', 'button', 'page'])
  expect(page.css).toBe(`${sheets['entry']}${sheets['button']}${sheets['page']}`)
})

test('a part that is loaded on demand brings its sheet when the document shows it', () => {
  const html = '<ul class="list"><li class="wide row">One</li></ul>'
  expect(namesOf(styles.ofPage({ sources, html }))).toEqual(['entry', 'button', 'page', 'lazy'])
  // The lazy chunk's sheet is not contained when only half of its selector matches.
  expect(namesOf(styles.ofPage({ sources, html: '<ul class="list"></ul>' }))).not.toContain('lazy')
  expect(namesOf(styles.ofPage({ sources, html: '<b class="button"></b>' }))).not.toContain('dialog')
  // Text that looks like a class does not match.
  expect(namesOf(styles.ofPage({ sources, html: 'list row' }))).not.toContain('lazy')
})

test('a part of such a part brings its sheet, other pages bring none', () => {
  const html = '<b class="inner"></b><b class="other"></b>'
  expect(namesOf(styles.ofPage({ sources, html }))).toEqual(['entry', 'button', 'page', 'inner'])
})

test('a document that is not a page has the sheets that its markup needs', () => {
  const html = '<p class="page"><b class="button"></b></p>'
  expect(namesOf(styles.ofMarkup(html)).toSorted()).toEqual(['button', 'entry', 'page'])
  expect(namesOf(styles.ofMarkup(html))[0]).toBe('entry')
})
