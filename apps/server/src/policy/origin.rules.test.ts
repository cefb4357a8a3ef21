import { expect, test } from 'vitest'
import { isOwnUrl } from './origin.ts'

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
