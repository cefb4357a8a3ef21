/** Returns a version 4 UUID, also on pages without HTTPS, where `crypto.randomUUID` does not exist. */
export function newId(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID()
  const hex = [...(crypto as Crypto).getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4]
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-')
}
