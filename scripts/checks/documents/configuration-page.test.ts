import { expect, test } from 'vitest'
import { configurationPage, promiseSettings } from '../../documents/configuration-page.ts'

test('docs/configuration.md has the variables of the server: run node scripts/documents/configuration-page.ts', () => {
  const { written, right } = configurationPage()
  expect(written).toBe(right)
})

test('docs/configuration.md names each setting that a live installation checks', () => {
  const { right } = configurationPage()
  const list = right.split('## What live refuses')[1] ?? ''
  expect(promiseSettings.filter((setting) => !list.includes(setting))).toEqual([])
})
