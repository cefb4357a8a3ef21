/** Compares the database's form of texts with that of the domain, letter by letter. */
import { searchForm } from '@apogee/domain/text/human-text.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from './testing.ts'

let made: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  made = await testDatabase()
})
afterAll(() => made.drop())

/**
 * These Unicode blocks contain the scripts with capital letters that people write today, and the characters that programs
 * substitute for others.
 */
const blocks = [
  [0x20, 0x24f],
  [0x250, 0x2af],
  [0x370, 0x58f],
  [0x1e00, 0x1fff],
  [0x10a0, 0x10ff],
  [0x2c60, 0x2c7f],
  [0xa720, 0xa7d9],
  [0xfb00, 0xfb06],
  [0x2010, 0x203a],
  [0xff01, 0xff5e],
] as const

test('every letter has one form in the database and in the domain', async () => {
  const letters = blocks.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)),
  )
  const { rows } = await sql<{ letter: string; form: string }>`
    SELECT letter, search_form('a' || letter || 'b') AS form FROM unnest(${letters}::text[]) letter`.execute(
    made.database.kysely,
  )
  const different = rows.filter(({ letter, form }) => form !== searchForm(`a${letter}b`))
  expect(different).toEqual([])
  expect(rows.length).toBe(letters.length)
})
