import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { speakerOf, speakers } from './mail-speakers.ts'

const sources = join(import.meta.dirname, '../..')

/** Reads the kinds of all occasions from the sources: `receipt:${id}` is of the kind receipt. */
const kindsInSources = (): string[] => {
  const files = globSync('features/**/*.ts', { cwd: sources }).filter((file) => !file.includes('test'))
  const texts = files.map((file) => readFileSync(join(sources, file), 'utf8'))
  const mailing = texts.filter((text) => /mail-outbox\.ts|Occasion = /.test(text))
  const kinds = mailing.flatMap((text) =>
    [...text.matchAll(/(?:occasion|Occasion|about)\b[^`\n]*(?:\n[^`\n]*)?`([a-z-]+):\$/g)].map(
      ([, kind = '']) => kind,
    ),
  )
  return [...new Set(kinds)].toSorted()
}

test('every kind of mail has a speaker, and every speaker a mail', () => {
  expect(kindsInSources()).toEqual(Object.keys(speakers).toSorted())
})

test('a mail of a seller without a seller is not queued', () => {
  expect(() => speakerOf({ occasion: 'announcement:7', seller: null })).toThrow('names none')
  expect(speakerOf({ occasion: 'receipt:7', seller: null, speaker: { sellerId: 3 } })).toEqual({
    sellerId: 3,
  })
  expect(speakerOf({ occasion: 'announcement:7', seller: { courseId: 5 } })).toEqual({ courseId: 5 })
})

test('a mail about an account comes from the platform, whatever seller causes it', () => {
  expect(speakerOf({ occasion: 'left-team:7', seller: { sellerId: 3 } })).toBeNull()
})
