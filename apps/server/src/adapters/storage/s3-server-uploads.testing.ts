import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface StoredObject {
  content: Buffer
  digest: string | undefined
  modifiedAt: Date
}

export class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

export interface UnfinishedUpload {
  /** The name begins with the bucket. */
  name: string
  parts: Map<number, Buffer>
  beganAt: Date
}

interface Asked {
  /** The name begins with the bucket. */
  name: string
  url: URL
  request: IncomingMessage
  response: ServerResponse
}

interface Content {
  objects: Map<string, StoredObject>
  uploads: Map<string, UnfinishedUpload>
}

/** Every part except the last must have at least this size. */
const leastPartBytes = 5 * 1024 ** 2
const md5 = (content: Buffer) => createHash('md5').update(content).digest('hex')

export async function answerUploads(content: Content, asked: Asked): Promise<void> {
  const { name, url, request, response } = asked
  if (request.method === 'GET' && url.searchParams.has('uploads'))
    return void response.end(listOf(content.uploads, name, url.searchParams))
  if (request.method === 'POST' && url.searchParams.has('uploads')) {
    const id = randomUUID()
    content.uploads.set(id, { name, parts: new Map(), beganAt: new Date() })
    return void response.end(
      `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    )
  }
  const id = url.searchParams.get('uploadId') ?? ''
  const upload = content.uploads.get(id)
  if (upload?.name !== name) throw new Refused(404, 'NoSuchUpload')
  if (request.method === 'PUT') return receivePart(upload, asked)
  if (request.method === 'GET') return void response.end(partsOf(upload))
  if (request.method === 'POST') await join(content, upload, request)
  content.uploads.delete(id)
  if (request.method === 'POST') return void response.end('<CompleteMultipartUploadResult/>')
  response.writeHead(204).end()
}

async function receivePart({ parts }: UnfinishedUpload, { url, request, response }: Asked): Promise<void> {
  const number = Number(url.searchParams.get('partNumber'))
  if (!Number.isInteger(number) || number < 1 || number > 10_000) throw new Refused(400, 'InvalidArgument')
  const content = await buffer(request)
  parts.set(number, content)
  response.writeHead(200, { etag: `"${md5(content)}"` }).end()
}

function partsOf({ parts }: UnfinishedUpload): string {
  const lines = [...parts].map(
    ([number, content]) =>
      `<Part><PartNumber>${number}</PartNumber><ETag>&quot;${md5(content)}&quot;</ETag><Size>${content.length}</Size></Part>`,
  )
  return `<ListPartsResult><IsTruncated>false</IsTruncated>${lines.join('')}</ListPartsResult>`
}

async function join({ objects }: Content, { name, parts }: UnfinishedUpload, request: IncomingMessage) {
  const named = [
    ...(await buffer(request)).toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"(\w+)"<\/ETag>/g),
  ].map(([, number, etag]) => ({ number: Number(number), etag }))
  const contents = named.map(({ number, etag }) => {
    const part = parts.get(number)
    if (!part || md5(part) !== etag) throw new Refused(400, 'InvalidPart')
    return part
  })
  if (contents.length === 0) throw new Refused(400, 'MalformedXML')
  if (contents.slice(0, -1).some(({ length }) => length < leastPartBytes))
    throw new Refused(400, 'EntityTooSmall')
  objects.set(name, { content: Buffer.concat(contents), digest: undefined, modifiedAt: new Date() })
}

/** Lists only one upload per page, so that tests cover paging. */
function listOf(uploads: Content['uploads'], bucket: string, query: URLSearchParams): string {
  const all = [...uploads]
    .map(([id, upload]) => ({ id, ...upload, key: upload.name.slice(bucket.length) }))
    .filter(({ name, key }) => name.startsWith(bucket) && key.startsWith(query.get('prefix') ?? ''))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
  const after = query.get('key-marker') ?? ''
  const [first, ...others] = all.filter(({ key }) => key > after)
  if (!first)
    return '<ListMultipartUploadsResult><IsTruncated>false</IsTruncated></ListMultipartUploadsResult>'
  const upload = `<Upload><Key>${first.key}</Key><UploadId>${first.id}</UploadId><Initiated>${first.beganAt.toISOString()}</Initiated></Upload>`
  return `<ListMultipartUploadsResult><IsTruncated>${others.length > 0}</IsTruncated><NextKeyMarker>${first.key}</NextKeyMarker><NextUploadIdMarker>${first.id}</NextUploadIdMarker>${upload}</ListMultipartUploadsResult>`
}
