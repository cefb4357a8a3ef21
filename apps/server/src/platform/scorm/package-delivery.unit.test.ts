import { expect, test } from 'vitest'
import { packageContentType, packageHeaders, withRunTimeScripts } from './package-delivery.ts'

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
  for (const name of ['connect-src', 'frame-src', 'form-action', 'base-uri'])
    expect(policy.get(name)).toBe('https://apogee.example/packages/token/')
  expect(headers['content-security-policy']).not.toMatch(/allow-same-origin|allow-top|allow-popups|'self'|\*/)
  expect(headers['x-content-type-options']).toBe('nosniff')
})

test('only the lesson frames what an activity opens with', () => {
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
])('the run-time script comes before every tag of %j', (page, expected) => {
  const written = withRunTimeScripts(Buffer.from(page), ['~run-time.js']).toString()
  expect(written.replace('<script src="~run-time.js"></script>', '[S]')).toBe(expected)
})

test('a page keeps its bytes in any encoding', () => {
  const page = Buffer.from([0x3c, 0x70, 0x3e, 0xe9, 0x81, 0xff])
  const written = withRunTimeScripts(page, ['~run-time.js'])
  expect(written.subarray(-page.length).equals(page)).toBe(true)
})

test('a page in UTF-16 becomes UTF-8 with a byte order mark', () => {
  const written = withRunTimeScripts(Buffer.from('\uFEFF<p>é', 'utf16le'), ['~run-time.js'])
  expect(written.toString()).toBe('\uFEFF<script src="~run-time.js"></script><p>é')
})

test('an address with markup is no run-time script', () => {
  expect(() => withRunTimeScripts(Buffer.from(''), ['a"onload="x'])).toThrow('markup')
})
