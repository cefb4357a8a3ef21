/** Runs nginx with one file, for comparison with the product's delivery, or in front of the product. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../harness/processes.ts'

export interface FileServer {
  url: URL
  /** Returns the CPU time of the process in ms. */
  processorMs: () => number
  stop: () => Promise<void>
}

/** Returns a configuration for one process without a master, which any user can run, with `sendfile`. */
const configuration = (folder: string, server: string) => `
daemon off; master_process off; pid ${folder}/pid; error_log stderr warn;
events { worker_connections 256; }
http {
  access_log off; sendfile on; tcp_nopush on;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  server { ${server} }
}`

/** Reads the location block that operators copy from the documentation, so that the documented configuration is measured. */
async function documentedLocation(files: string): Promise<string> {
  const shipped = await readFile(join(import.meta.dirname, '../../../ops/nginx/apogee.conf'), 'utf8')
  const location = /location \/stored-media\/ \{[^}]+\}/.exec(shipped)?.[0]
  if (location === undefined) throw new Error('ops/nginx/apogee.conf has no location for stored files')
  return location.replace(/alias \S+;/, `alias ${files}/;`)
}

const ticksPerSecond = 100

function processorMs(pid: number): number {
  const [, afterName = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const fields = afterName.split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
}

export async function startNginx(file: string): Promise<FileServer> {
  return start(async (folder, port) => {
    await copyFile(file, join(folder, 'file.mp4'))
    return { server: `listen 127.0.0.1:${port}; root ${folder};`, path: '/file.mp4' }
  })
}

/** Runs nginx in front of a product with `MEDIA_ACCEL_LOCATION=/stored-media/`, whose stored files are in `files`. */
export async function startNginxBefore(origin: string, files: string): Promise<FileServer> {
  return start(async (_, port) => ({
    server: `listen 127.0.0.1:${port}; location / { proxy_pass ${origin}; } ${await documentedLocation(files)}`,
    path: '/healthz',
  }))
}

async function start(
  prepare: (folder: string, port: number) => Promise<{ server: string; path: string }>,
): Promise<FileServer> {
  const folder = await mkdtemp(join(tmpdir(), 'apogee-nginx-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  const { server, path } = await prepare(folder, port)
  await writeFile(join(folder, 'nginx.conf'), configuration(folder, server))
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = new URL(`http://127.0.0.1:${port}${path}`)
  const isUp = () =>
    fetch(url, { method: 'HEAD' }).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error('nginx did not start; its words are above')
    await pause(100)
  }
  return {
    url,
    processorMs: () => processorMs(child.pid ?? 0),
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
