/** Runs nginx with the shipped configuration; only the ports, certificate and folders differ. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../lab/harness/processes.ts'
import { makeCertificate } from './testing-certificate.ts'
import { substitute } from './testing-substitute.ts'

const shipped = join(import.meta.dirname, 'nginx/apogee.conf')
const ofPackages = join(import.meta.dirname, 'nginx/packages.conf')

export interface Nginx {
  port: number
  plainPort: number
  /** Clients trust this certificate. */
  ca: string
  stop(): Promise<void>
}

export interface NginxOptions {
  /** The ports belong to the first server and to the server that takes over. */
  servers: readonly [number, number]
  /** The value is the path of DATA_DIR/uploads/files. */
  files: string
}

/** nginx runs as one process without a master, under any user. */
const main = (folder: string) => `
daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log warn;
events { worker_connections 512; }
http {
  access_log off; types { } default_type application/octet-stream;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  include ${folder}/conf.d/*.conf;
}`

export async function startNginx({ servers, files }: NginxOptions): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'apogee-nginx-'))
  const { certificate, key } = makeCertificate(folder)
  const [port, plainPort] = [await freePort(), await freePort()]
  await mkdir(join(folder, 'conf.d'))
  const changesFor = (name: string) => ({
    '  listen [::]:80;\n': '',
    '  listen [::]:443 ssl http2;\n': '',
    'listen 80;': `listen 127.0.0.1:${plainPort};`,
    'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
    [`/etc/letsencrypt/live/${name}/fullchain.pem`]: certificate,
    [`/etc/letsencrypt/live/${name}/privkey.pem`]: key,
  })
  const changes = {
    ...changesFor('learn.example.my'),
    '127.0.0.1:3000': `127.0.0.1:${servers[0]}`,
    '127.0.0.1:3001': `127.0.0.1:${servers[1]}`,
    '/var/lib/apogee/uploads/files/': `${files}/`,
  }
  const configuration = substitute(await readFile(shipped, 'utf8'), changes, shipped)
  await writeFile(join(folder, 'conf.d/apogee.conf'), configuration)
  const separate = substitute(
    await readFile(ofPackages, 'utf8'),
    changesFor('content.example.my'),
    ofPackages,
  )
  await writeFile(join(folder, 'conf.d/apogee-packages.conf'), separate)
  await writeFile(join(folder, 'nginx.conf'), main(folder))
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' })
  const ended = once(child, 'exit')
  await Promise.race([
    listens(port),
    ended.then(() => {
      throw new Error('nginx did not start; its words are above')
    }),
  ])
  return {
    port,
    plainPort,
    ca: await readFile(certificate, 'utf8'),
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function listens(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await pause(50)
  }
}
