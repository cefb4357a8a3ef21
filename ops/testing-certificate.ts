import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

export const host = 'learn.example.my'

/** A self-signed certificate for the host of the shipped configurations, and for localhost. Returns the paths of both files. */
export function makeCertificate(folder: string): { certificate: string; key: string } {
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')]
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',

      '-subj',
      `/CN=${host}`,
      '-addext',
      `subjectAltName=DNS:${host},DNS:localhost`,
      '-keyout',
      key,
      '-out',
      certificate,
    ],
    { stdio: 'pipe' },
  )
  return { certificate, key }
}
