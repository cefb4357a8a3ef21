/** The shipped configuration of Caddy, without TLS and on another port; nothing else differs. Returns its file. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { substitute } from './testing-substitute.ts'

const shipped = join(import.meta.dirname, 'caddy/Caddyfile')

export async function prepareCaddy(
  folder: string,
  ports: { http: number; servers: readonly [number, number] },
): Promise<string> {
  const changes = {
    'learn.example.my {': `{\n\tadmin off\n}\nhttp://127.0.0.1:${ports.http} {`,
    '127.0.0.1:3000': `127.0.0.1:${ports.servers[0]}`,
    '127.0.0.1:3001': `127.0.0.1:${ports.servers[1]}`,
  }
  const configuration = join(folder, 'Caddyfile')
  await writeFile(configuration, substitute(await readFile(shipped, 'utf8'), changes, shipped))
  return configuration
}
