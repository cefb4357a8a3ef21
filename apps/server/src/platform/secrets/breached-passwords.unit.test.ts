import { hash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { breachedPasswordsIn, problemOfBreachedPasswords } from './breached-passwords.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'breached-'))
})
afterAll(() => rm(folder, { recursive: true }))

let files = 0
async function fileOf(content: string): Promise<string> {
  files += 1
  const path = join(folder, `${files}.txt`)
  await writeFile(path, content)
  return path
}

const sha1 = (text: string) => hash('sha1', text, 'hex').toUpperCase()
const passwords = Array.from({ length: 300 }, (_, number) => `Breached-${number}`)
const lines = passwords.map((password, number) => `${sha1(password)}:${number * number + 1}`).toSorted()

test.each([
  ['lines that end with LF', lines.map((line) => `${line}\n`).join('')],
  ['lines that end with CRLF', lines.map((line) => `${line}\r\n`).join('')],
  ['a last line without an end', lines.join('\r\n')],
  ['small letters', lines.join('\n').toLowerCase()],
  ['no counts', lines.map((line) => `${line.slice(0, 40)}\n`).join('')],
])('every password of a file with %s is found, and no other', async (_, content) => {
  const path = await fileOf(content)
  expect(await problemOfBreachedPasswords(path)).toBeNull()
  const breached = breachedPasswordsIn(path)
  const found = await Promise.all(passwords.map((password) => breached.has(password)))
  expect(found.filter((isFound) => !isFound)).toEqual([])
  const others = await Promise.all(passwords.map((password) => breached.has(`${password}?`)))
  expect(others.filter(Boolean)).toEqual([])
})

test('a file with one line, and one of two, are searched whole', async () => {
  for (const few of [lines.slice(0, 1), lines.slice(0, 2)]) {
    const breached = breachedPasswordsIn(await fileOf(few.join('\n')))
    const known = passwords.filter((password) => few.some((line) => line.startsWith(sha1(password))))
    expect(await Promise.all(known.map((password) => breached.has(password)))).toEqual(few.map(() => true))
    expect(await breached.has('none of these')).toBe(false)
  }
})

test('empty lines at the end of a file are not taken for damage', async () => {
  for (const end of ['\n\n', '\r\n\r\n\r\n', '\n \n']) {
    const path = await fileOf(lines.slice(0, 3).join('\n') + end)
    expect(await problemOfBreachedPasswords(path)).toBeNull()
    const breached = breachedPasswordsIn(path)
    // Most of these passwords have hashes that sort after the last line of the file.
    const found = await Promise.all(passwords.map((password) => breached.has(password)))
    expect(found.filter(Boolean)).toHaveLength(3)
  }
})

test('a file that cannot be searched is named with the reason', async () => {
  const problemIn = async (content: string) => problemOfBreachedPasswords(await fileOf(content))
  expect(await problemIn('')).toBe('is empty')
  expect(await problemIn(lines.toReversed().join('\n'))).toBe('is not sorted by hash')
  expect(await problemIn('password\n123456\n')).toMatch(/^has a line that is not 40/)
  expect(await problemIn('x'.repeat(5000))).toMatch(/^has a line that is not 40/)
  expect(await problemOfBreachedPasswords(join(folder, 'missing.txt'))).toBe('does not exist')
  expect(await problemOfBreachedPasswords(folder)).toBe('is not a file')
})
