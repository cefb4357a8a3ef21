import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { packageContentType, packageHeaders, withRunTimeScripts } from './package-delivery.ts'

const tag = '<script src="~run-time.js"></script>'
const inChunks = (bytes: Buffer, size = 65_536) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    ),
    { objectMode: false },
  )
const pageFrom = async (bytes: Buffer, size?: number) =>
  buffer((await withRunTimeScripts(inChunks(bytes, size), ['~run-time.js'])).content)

test('types of package files come from a fixed list, whatever the case of their names', () => {
  expect(packageContentType('a/Index.HTML')).toBe('text/html')
  expect(packageContentType('a/story.mp4')).toBe('video/mp4')
  for (const path of ['setup.exe', 'swf/old.swf', 'noextension', '.html', 'x.constructor'])
    expect(packageContentType(path)).toBe('application/octet-stream')
})

test('a package file is sandboxed without an origin and reaches only its own prefix', () => {
  const headers = packageHeaders('https://apogee.example', '/packages/token/')
  const policy = new Map(
    headers['content-security-policy']?.split('; ').map((one) => {
      const [name = '', ...values] = one.split(' ')
      return [name, values.join(' ')]
    }),
  )
  expect(policy.get('sandbox')).toBe('allow-scripts allow-forms')
  expect(policy.get('default-src')).toBe(`'none'`)
  expect(policy.get('connect-src')).toBe('https://apogee.example/packages/token/ data: blob:')
  for (const name of ['frame-src', 'form-action', 'base-uri'])
    expect(policy.get(name)).toBe('https://apogee.example/packages/token/')
  expect(headers['content-security-policy']).not.toMatch(/allow-same-origin|allow-top|allow-popups|'self'|\*/)
  expect(headers['x-content-type-options']).toBe('nosniff')
})

test('the first page of an activity can be framed only by the lesson', () => {
  const policyOf = (around?: { lessonOrigin: string }) =>
    packageHeaders('https://content.example', '/packages/token/', around)['content-security-policy']
  expect(policyOf({ lessonOrigin: 'https://apogee.example' })).toMatch(
    /; frame-ancestors https:\/\/apogee\.example$/,
  )
  expect(policyOf()).not.toContain('frame-ancestors')
})

test.each(['/a b/', '/a;script-src *;/', '/a,b/', 'packages/', '/packages'])(
  'the prefix %s cannot change the policy',
  (prefix) => {
    expect(() => packageHeaders('https://apogee.example', prefix)).toThrow('prefix')
  },
)

test.each([
  ['<!DOCTYPE html><html>', '<!DOCTYPE html>[S]<html>'],
  ['\uFEFF\n<!doctype html PUBLIC "x">\n<p>', '\uFEFF\n<!doctype html PUBLIC "x">[S]\n<p>'],
  [
    '<?xml version="1.0"?><!-- by a tool --><!DOCTYPE html><p>',
    '<?xml version="1.0"?><!-- by a tool --><!DOCTYPE html>[S]<p>',
  ],
  ['<script>first()</script>', '[S]<script>first()</script>'],
  ['', '[S]'],
  ['<!-- never closed', '[S]<!-- never closed'],
])('the run-time script comes before every tag of %j', async (page, expected) => {
  const written = (await pageFrom(Buffer.from(page))).toString()
  expect(written.replace(tag, '[S]')).toBe(expected)
})

test('a page keeps its bytes in any encoding, and states its length', async () => {
  const page = Buffer.from([0x3c, 0x70, 0x3e, 0xe9, 0x81, 0xff])
  const { content, addedBytes } = await withRunTimeScripts(inChunks(page, 2), ['~run-time.js'])
  const written = await buffer(content)
  expect(written.subarray(-page.length).equals(page)).toBe(true)
  expect(addedBytes).toBe(written.length - page.length)
})

test('a page in UTF-16 becomes UTF-8 with a byte order mark, also where a chunk ends within a character', async () => {
  const words = 'é😀'.repeat(50_000)
  const written = await pageFrom(Buffer.from(`\uFEFF<p>${words}`, 'utf16le'), 65_537)
  expect(written.toString()).toBe(`\uFEFF${tag}<p>${words}`)
})

test('a page is read only up to its head before its reader takes it', async () => {
  let taken = 0
  const page = Readable.from(
    (function* () {
      for (; taken < 400; taken += 1) yield Buffer.alloc(16_384, 'x')
    })(),
    { objectMode: false },
  )
  const { content } = await withRunTimeScripts(page, ['~run-time.js'])
  await new Promise(setImmediate)
  expect(taken).toBeLessThan(40)
  content.destroy()
})

test('an address with markup is no run-time script', async () => {
  await expect(withRunTimeScripts(inChunks(Buffer.from('')), ['a"onload="x'])).rejects.toThrow('markup')
})
