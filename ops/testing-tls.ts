import { once } from 'node:events'
import { connect, type ConnectionOptions } from 'node:tls'
import { host } from './testing-certificate.ts'

/** The proxy must refuse these clients: they use an old version or no authenticated encryption. */
const weak: Readonly<Record<string, ConnectionOptions>> = {
  'TLS 1.1': { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' },
  'ECDHE-ECDSA-AES256-SHA': { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES256-SHA' },
  'ECDHE-ECDSA-AES128-SHA256': { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA256' },
}

/** Returns the negotiated version and cipher, or 'refused'. */
async function agreed(port: number, options: ConnectionOptions): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, servername: host, ...options })
  try {
    await once(socket, 'secureConnect')
    return `${socket.getProtocol()} ${socket.getCipher().name}`
  } catch {
    return 'refused'
  } finally {
    socket.destroy()
  }
}

/** Returns what the proxy negotiates with a fully capable client, a client limited to TLS 1.2 and each weak client. */
export async function tlsOf(port: number, ca: string): Promise<Record<string, string>> {
  const found = {
    newest: await agreed(port, { ca }),
    'TLS 1.2': await agreed(port, { ca, maxVersion: 'TLSv1.2' }),
  }
  const refused = Object.entries(weak).map(
    async ([name, options]) => [name, await agreed(port, { ca, ...options })] as const,
  )
  return { ...found, ...Object.fromEntries(await Promise.all(refused)) }
}

/** Clients that support TLS 1.3 get it; others get TLS 1.2 with the strongest recommended cipher. */
export const recommendedTls: Readonly<Record<string, string>> = {
  newest: 'TLSv1.3 TLS_AES_256_GCM_SHA384',
  'TLS 1.2': 'TLSv1.2 ECDHE-ECDSA-AES256-GCM-SHA384',
  ...Object.fromEntries(Object.keys(weak).map((name) => [name, 'refused'])),
}
