import { expect, test } from 'vitest'
import { saysEncrypted, sharedBytes } from './encrypted-pdf.ts'

const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))

test('the name that marks an encrypted PDF is found anywhere, and not in a part', () => {
  expect(saysEncrypted(bytes('trailer << /Size 4 /Encrypt 5 0 R >>'))).toBe(true)
  expect(saysEncrypted(bytes('/////Encrypt'))).toBe(true)
  expect(saysEncrypted(bytes('/Encryp /Enc /'))).toBe(false)
  const whole = '0123456789/Encrypt'
  const parts = Array.from({ length: 9 }, (_, at) => whole.slice(at * 2, at * 2 + 2 + sharedBytes))
  expect(parts.some((part) => saysEncrypted(bytes(part)))).toBe(true)
})
