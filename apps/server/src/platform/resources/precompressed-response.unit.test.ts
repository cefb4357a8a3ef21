import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encodingFor, matchesEtag, precompress } from './precompressed-response.ts'

test('a response has the same bytes in every encoding, and is compressed once', async () => {
  const bytes = precompress('Apogee '.repeat(1000))
  expect(brotliDecompressSync(await bytes.encoded('br')).equals(bytes.plain)).toBe(true)
  expect(gunzipSync(await bytes.encoded('gzip')).equals(bytes.plain)).toBe(true)
  expect(await bytes.encoded('br')).toBe(await bytes.encoded('br'))
})

test('compressed forms occupy no more memory than their size tells', async () => {
  const bytes = precompress(Array.from({ length: 5000 }, (_, index) => `course ${index * 7919}`).join())
  for (const encoding of ['br', 'gzip'] as const) {
    const compressed = await bytes.encoded(encoding)
    expect(compressed.length).toBeGreaterThan(8_000)
    expect(compressed.buffer.byteLength).toBe(compressed.length)
  }
})

test('the ETag follows the content', () => {
  expect(precompress('a').etag).not.toBe(precompress('b').etag)
  expect(precompress('a').etag).toBe(precompress('a').etag)
})

test('the size counts the compressed forms that were made', async () => {
  const bytes = precompress('Apogee '.repeat(1000))
  expect(bytes.size()).toBe(7000)
  const br = await bytes.encoded('br')
  await bytes.encoded('br')
  expect(bytes.size()).toBe(7000 + br.length)
})

test.each([
  [undefined, false],
  ['*', true],
  ['W/"a"', true],
  ['"a"', true],
  ['"b", W/"a"', true],
  ['"b"', false],
])('If-None-Match %s matches W/"a": %s', (header, named) => {
  expect(matchesEtag(header, 'W/"a"')).toBe(named)
})

test.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0,gzip;q=0', null],
  ['brotli', null],
  ['x'.repeat(100_000), null],
])('Accept-Encoding %o selects %o', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding)
})
