/**
 * Writes the shipped HAProxy configuration with other ports, another certificate and its log on standard output. Nothing else
 * differs when root runs it; other users cannot change the user.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeCertificate } from './testing-certificate.ts'
import { substitute } from './testing-substitute.ts'

const shipped = join(import.meta.dirname, 'haproxy/haproxy.cfg')

export interface HaproxyFiles {
  configuration: string
  /** Clients trust this certificate. */
  certificate: string
}

export interface HaproxyPorts {
  http: number
  https: number
  servers: readonly [number, number]
}

export async function prepareHaproxy(folder: string, ports: HaproxyPorts): Promise<HaproxyFiles> {
  const { certificate, key } = makeCertificate(folder)
  const certificates = join(folder, 'certificates')
  await mkdir(certificates)
  const pem = (await readFile(certificate, 'utf8')) + (await readFile(key, 'utf8'))
  await writeFile(join(certificates, 'learn.pem'), pem, { mode: 0o600 })
  const changes = {
    'log /dev/log local0': 'log stdout format raw local0',
    ...(process.getuid?.() !== 0 && { '  user haproxy\n  group haproxy\n': '' }),
    // The usual limit of open files allows no more connections.
    'maxconn 20000': 'maxconn 2000',
    'bind :80': `bind 127.0.0.1:${ports.http}`,
    'bind :443 ssl crt /etc/haproxy/certificates/': `bind 127.0.0.1:${ports.https} ssl crt ${certificates}/`,
    '127.0.0.1:3000': `127.0.0.1:${ports.servers[0]}`,
    '127.0.0.1:3001': `127.0.0.1:${ports.servers[1]}`,
  }
  const configuration = join(folder, 'haproxy.cfg')
  await writeFile(configuration, substitute(await readFile(shipped, 'utf8'), changes, shipped))
  return { configuration, certificate }
}
