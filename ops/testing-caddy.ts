/** Writes the shipped Caddy configuration without TLS and with other ports, and returns its file. Nothing else differs. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { substitute } from './testing-substitute.ts'

const shipped = join(import.meta.dirname, 'caddy/Caddyfile')

export async function prepareCaddy(
  folder: string,
  ports: { http: number; plain: number; servers: readonly [number, number] },
): Promise<string> {
  const changes = {
    '\nhttp://learn.example.my {': `\n{\n\tadmin off\n}\nhttp://127.0.0.1:${ports.plain} {`,
    '\nlearn.example.my {': `\nhttp://127.0.0.1:${ports.http} {`,
    '127.0.0.1:3000': `127.0.0.1:${ports.servers[0]}`,
    '127.0.0.1:3001': `127.0.0.1:${ports.servers[1]}`,
  }
  const configuration = join(folder, 'Caddyfile')
  await writeFile(configuration, substitute(await readFile(shipped, 'utf8'), changes, shipped))
  return configuration
}
