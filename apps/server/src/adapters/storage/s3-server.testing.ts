/**
 * Implements a small S3 server for tests with one key, any bucket and objects in memory. It computes each signature itself from the
 * description of Signature Version 4, and refuses what real services refuse.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Config } from './s3-client.ts'
import {
  answerUploads,
  Refused,
  type StoredObject,
  type UnfinishedUpload,
} from './s3-server-uploads.testing.ts'

export const s3TestKey = { accessKeyId: 'test-key-id', secretAccessKey: 'test-key-secret', region: 'test-1' }

export interface S3TestServer {
  config: S3Config
  objects: Map<string, StoredObject>
  /** Unfinished multipart uploads are stored here by id. */
  uploads: Map<string, UnfinishedUpload>
  /** Every request is recorded here in a form such as `PUT /files/ab/…`. */
  requests: string[]
  /**
   * Sees each request before the server handles it. True means that this function has answered, or never will, so that the server
   * does nothing.
   */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | null
  stop(): Promise<void>
}

/** The server lists only two keys per page, so that tests cover paging. */
const mostKeysOfPage = 2

export async function startS3Server(
  overrides: Partial<S3Config> = {},
  { port = 0, objects = new Map<string, StoredObject>() } = {},
): Promise<S3TestServer> {
  const uploads = new Map<string, UnfinishedUpload>()
  const requests: string[] = []
  const http = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    allowBrowsers(request, response)
    if (server.intercept?.(request, response)) return
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    answer({ objects, uploads }, request, response).catch((error: unknown) => {
      if (!(error instanceof Refused)) return response.destroy(error instanceof Error ? error : undefined)
      const xml = `<?xml version="1.0"?><Error><Code>${error.code}</Code><Message>${error.code} &amp; so on</Message></Error>`
      return response
        .writeHead(error.status, { 'content-type': 'application/xml' })
        .end(request.method === 'HEAD' ? '' : xml)
    })
  }).listen(port, '127.0.0.1')
  await once(http, 'listening')
  const endpoint = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const server: S3TestServer = {
    config: {
      ...s3TestKey,
      endpoint,
      publicEndpoint: null,
      browserUploads: false,
      bucket: 'files',
      pathStyle: true,
      ...overrides,
    },
    objects,
    uploads,
    requests,
    intercept: null,
    async stop() {
      if (!http.listening) return
      const closed = once(http, 'close')
      http.close()
      http.closeAllConnections()
      await closed
    },
  }
  return server
}

/** Sends the headers of a bucket with the CORS rule of docs/operations.md#files-in-s3. */
function allowBrowsers({ headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.origin === undefined) return
  response.setHeader('access-control-allow-origin', headers.origin)
  response.setHeader('access-control-allow-methods', 'PUT')
  response.setHeader('vary', 'origin')
}

async function answer(
  { objects, uploads }: Pick<S3TestServer, 'objects' | 'uploads'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
  const isPresigned = url.searchParams.has('X-Amz-Signature')
  if (isPresigned) checkPresigned(request, url)
  else checkSigned(request, url)
  const name = url.pathname.slice(1)
  if (!name.includes('/') || name.startsWith('missing/')) throw new Refused(404, 'NoSuchBucket')
  if (url.searchParams.has('uploads') || url.searchParams.has('uploadId'))
    return answerUploads({ objects, uploads }, { name, url, request, response })
  if (url.searchParams.has('list-type')) return void response.end(listOf(objects, name, url.searchParams))
  if (request.method === 'PUT') {
    objects.set(name, await received(request))
    return void response.writeHead(200, { etag: '"1"' }).end()
  }
  if (request.method === 'DELETE') {
    objects.delete(name)
    return void response.writeHead(204).end()
  }
  const object = objects.get(name)
  if (!object) throw new Refused(404, 'NoSuchKey')
  send(object, { request, response, url })
}

/** Stores only a complete body that matches its declared size and digest. */
async function received(request: IncomingMessage): Promise<StoredObject> {
  if (request.headers['content-length'] === undefined) throw new Refused(411, 'MissingContentLength')
  const content = await buffer(request)
  if (sha256(content) !== request.headers['x-amz-content-sha256'])
    throw new Refused(400, 'XAmzContentSHA256Mismatch')
  const digest = request.headers['x-amz-meta-sha256']
  return { content, digest: typeof digest === 'string' ? digest : undefined, modifiedAt: new Date() }
}

function send(
  { content, digest, modifiedAt }: StoredObject,
  { request, response, url }: { request: IncomingMessage; response: ServerResponse; url: URL },
): void {
  const asked = (header: string) => url.searchParams.get(`response-${header}`)
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
  const start = range ? Number(range[1]) : 0
  const end = range?.[2] ? Math.min(Number(range[2]), content.length - 1) : content.length - 1
  if (range && start >= content.length) throw new Refused(416, 'InvalidRange')
  const part = content.subarray(start, end + 1)
  response.writeHead(range ? 206 : 200, {
    'content-type': asked('content-type') ?? 'binary/octet-stream',
    'content-length': part.length,
    'last-modified': modifiedAt.toUTCString(),
    'accept-ranges': 'bytes',
    ...(digest !== undefined && { 'x-amz-meta-sha256': digest }),
    ...(range && { 'content-range': `bytes ${start}-${end}/${content.length}` }),
    ...Object.fromEntries(
      ['content-disposition', 'cache-control'].flatMap((header) => {
        const value = asked(header)
        return value === null ? [] : [[header, value]]
      }),
    ),
  })
  response.end(request.method === 'HEAD' ? undefined : part)
}

function listOf(objects: S3TestServer['objects'], bucket: string, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token')?.replace(/^after&/, '') ?? ''
  const all = [...objects]
    .filter(([name]) => name.startsWith(bucket))
    .map(([name, object]) => ({ key: name.slice(bucket.length), ...object }))
    .filter(({ key }) => key.startsWith(prefix) && key > after)
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
  const page = all.slice(0, mostKeysOfPage)
  const contents = page.map(
    ({ key, modifiedAt }) =>
      `<Contents><Key>${key}</Key><LastModified>${modifiedAt.toISOString()}</LastModified></Contents>`,
  )
  const isTruncated = all.length > page.length
  const next = isTruncated
    ? `<NextContinuationToken>after&amp;${page.at(-1)?.key}</NextContinuationToken>`
    : ''
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
}

const skewMs = 15 * 60_000

function checkSigned(request: IncomingMessage, url: URL): void {
  const found = /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(
    request.headers.authorization ?? '',
  )
  const [, credential = '', signedHeaders = '', signature = ''] = found ?? []
  if (!found) throw new Refused(403, 'AccessDenied')
  const date = String(request.headers['x-amz-date'])
  if (Math.abs(Date.now() - timeOf(date)) > skewMs) throw new Refused(403, 'RequestTimeTooSkewed')
  const payload = String(request.headers['x-amz-content-sha256'])
  checkSignature(request, { url, credential, date, signedHeaders, signature, payload })
}

function checkPresigned(request: IncomingMessage, url: URL): void {
  const query = url.searchParams
  const date = query.get('X-Amz-Date') ?? ''
  const seconds = Number(query.get('X-Amz-Expires'))
  const now = Date.now()
  if (timeOf(date) > now + skewMs || timeOf(date) + seconds * 1000 < now)
    throw new Refused(403, 'AccessDenied')
  checkSignature(request, {
    url,
    credential: query.get('X-Amz-Credential') ?? '',
    date,
    signedHeaders: query.get('X-Amz-SignedHeaders') ?? '',
    signature: query.get('X-Amz-Signature') ?? '',
    payload: 'UNSIGNED-PAYLOAD',
  })
}

interface Claim {
  url: URL
  credential: string
  date: string
  signedHeaders: string
  signature: string
  payload: string
}

function checkSignature({ method, headers }: IncomingMessage, claim: Claim): void {
  const [id, day = '', region = '', ...service] = claim.credential.split('/')
  if (id !== s3TestKey.accessKeyId) throw new Refused(403, 'InvalidAccessKeyId')
  if (region !== s3TestKey.region) throw new Refused(400, 'AuthorizationHeaderMalformed')
  const signed = claim.signedHeaders.split(';')
  const mustBeSigned = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'))
  if (mustBeSigned.some((name) => !signed.includes(name))) throw new Refused(403, 'AccessDenied')
  const canonical = [
    method,
    claim.url.pathname,
    canonicalQuery(claim.url.search),
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    claim.signedHeaders,
    claim.payload,
  ].join('\n')
  const scope = [day, region, ...service].join('/')
  const toSign = ['AWS4-HMAC-SHA256', claim.date, scope, sha256(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, text) => hmac(secret, text),
    `AWS4${s3TestKey.secretAccessKey}`,
  )
  const expected = hmac(key, toSign)
  const given = Buffer.from(claim.signature, 'hex')
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new Refused(403, 'SignatureDoesNotMatch')
}

/** Leaves a plus as a plus, like the services that do not decode it as a space. */
function canonicalQuery(search: string): string {
  return search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !pair.startsWith('X-Amz-Signature='))
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=')
      return `${encoded(decodeURIComponent(name))}=${encoded(decodeURIComponent(value))}`
    })
    .toSorted()
    .join('&')
}

const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()

/** Converts `20261122T143000Z` to milliseconds. */
const timeOf = (date: string) =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
