import { expect, test } from 'vitest'
import { asksPackageHost, isOwnUrl } from './origin.ts'

const ownOrigin = () => 'http://192.168.1.5:3000'

test.each([
  ['https://learn.example', 'https://learn.example/login', true],
  ['https://learn.example', 'http://learn.example/login', false],
  ['https://learn.example', 'https://learn.example:8443/login', false],
  ['https://learn.example', 'http://127.0.0.1:3000/login', false],
  [null, 'http://192.168.1.5:3000/login', true],
  [null, 'http://localhost:3000/login', true],
  [null, 'http://127.0.0.1:4000/login', true],
  [null, 'https://localhost.evil.example/login', false],
  [null, 'http://evil.example/login', false],
])('with PUBLIC_URL %s, the address %s is our own: %s', (publicUrl, address, isOwn) => {
  expect(isOwnUrl(new URL(address), { publicUrl, ownOrigin })).toBe(isOwn)
})

test.each([
  ['https://content.example.my', 'content.example.my', true],
  ['https://content.example.my', 'Content.Example.MY:443', true],
  ['https://content.example.my', 'content.example.my.', true],
  ['https://content.example.my.', 'content.example.my', true],
  ['http://localhost:3000', 'localhost', true],
  ['http://[::1]:3000', '[::1]:3000', true],
  ['https://content.example.my', 'learn.example.my', false],
  ['https://content.example.my', 'content.example.my.evil.example', false],
  ['https://content.example.my', undefined, false],
  [null, 'content.example.my', false],
])('with PACKAGE_ORIGIN %s, the Host header %s asks the host of packages: %s', (origin, host, asks) => {
  expect(asksPackageHost({ headers: host === undefined ? {} : { host } }, origin)).toBe(asks)
})
