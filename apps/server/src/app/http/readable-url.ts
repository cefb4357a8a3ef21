/** These addresses answer data or files. */
const ofData = /^\/(?:api|media|exports)(?:[/?#]|$)/

/**
 * Returns the address with each percent sign encoded where its path cannot be decoded. Fastify answers such an address before its
 * routes with data; so a person who opens one sees the page for unknown addresses.
 */
export function readableUrl(url: string): string {
  const path = url.split(/[?#]/, 1).join('')
  if (ofData.test(path)) return url
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return `${path.replaceAll('%', '%25')}${url.slice(path.length)}`
  }
}
