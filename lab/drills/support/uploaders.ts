/** Simulates an author who uploads documents, adds each to a course, and sends one large upload over a slow connection. */
import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { newToken, tokenDigest } from '../../../apps/server/src/platform/secrets/tokens.ts'

export interface Author {
  token: string
  /** `moduleId` is a module of the author's course. */
  moduleId: number
}

export interface Upload {
  /** The upload began at this value of `performance.now()`. */
  beganMs: number
  endedMs: number
  /** Null means that no answer arrived. */
  status: number | null
  errorCode: string | null
  sentence: string
}

const emptyPdf = `%PDF-1.4
1 0 obj
<< /Type /Catalog /Pages 2 0 R >>
endobj
2 0 obj
<< /Type /Pages /Count 0 /Kids [] >>
endobj
trailer
<< /Root 1 0 R >>
%%EOF
`
const everyMs = 300
const longestMs = 60_000
const slowBytesPerSecond = 5_000_000
const slowSteps = 10

export async function makeAuthor(pool: pg.Pool): Promise<Author> {
  const token = newToken()
  const { rows } = await pool.query<{ moduleId: number }>(
    `WITH person AS (
       INSERT INTO users (email, name, role, email_verified_at) VALUES ('author@drill.test', 'Author', 'instructor', now()) RETURNING id),
     seller AS (INSERT INTO sellers (user_id) SELECT id FROM person RETURNING id),
     session AS (
       INSERT INTO sessions (user_id, token_sha256, expires_at) SELECT id, $1, now() + interval '1 day' FROM person),
     course AS (
       INSERT INTO courses (seller_id, created_by, instructor_id, title, description)
       SELECT seller.id, person.id, person.id, 'Course', 'A course with documents' FROM person, seller RETURNING id)
     INSERT INTO course_contents (course_id, title, sort_order, is_published) SELECT id, 'Module', 0, true FROM course
     RETURNING id AS "moduleId"`,
    [tokenDigest(token)],
  )
  const [made] = rows
  if (!made) throw new Error('no author')
  return { token, moduleId: made.moduleId }
}

export class Uploader {
  readonly uploads: Upload[] = []
  /** Holds the resources whose creation a server has acknowledged. */
  readonly resources: number[] = []
  readonly #origin: string
  readonly #author: Author
  readonly #stopped = new AbortController()
  #working: Promise<void> = Promise.resolve()

  constructor(origin: string, author: Author) {
    this.#origin = origin
    this.#author = author
  }

  start(): void {
    this.#working = this.#uploadAll()
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#working
  }

  /** Returns uploads that began in this interval. */
  begun(fromMs: number, toMs = Infinity): Upload[] {
    return this.uploads.filter(({ beganMs }) => beganMs >= fromMs && beganMs < toMs)
  }

  async #uploadAll(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      await this.#upload()
      await pause(everyMs)
    }
  }

  async #upload(): Promise<void> {
    const beganMs = performance.now()
    const form = new FormData()
    form.append('file', new Blob([emptyPdf]), 'document.pdf')
    const { status, answer } = await this.#ask('/upload', form)
    this.uploads.push({ beganMs, endedMs: performance.now(), status, ...wordsOf(answer) })
    if (typeof answer['url'] !== 'string') return
    const added = await this.#ask(
      '/course-resources',
      JSON.stringify({
        courseContentId: this.#author.moduleId,
        title: 'Document',
        filePath: answer['url'],
        fileType: 'pdf',
      }),
    )
    const { id } = (added.answer['data'] ?? {}) as { id?: number }
    if (added.status === 201 && id !== undefined) this.resources.push(id)
  }

  async #ask(path: string, body: FormData | string) {
    try {
      const response = await fetch(`${this.#origin}/api${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${this.#author.token}`,
          ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        },
        body,
        signal: AbortSignal.timeout(longestMs),
      })
      return { status: response.status, answer: (await response.json()) as Record<string, unknown> }
    } catch (error) {
      return { status: null, answer: { error: String(error) } as Record<string, unknown> }
    }
  }

  /** Sends a document of this size at 5 MB/s. */
  async uploadSlowly(bytes: number): Promise<Upload> {
    const beganMs = performance.now()
    const { promise: answered, resolve } = Promise.withResolvers<Omit<Upload, 'beganMs' | 'endedMs'>>()
    const sent = request(`${this.#origin}/api/upload`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.#author.token}`,
        'content-type': 'multipart/form-data; boundary=drill',
      },
    })
    let isAnswered = false
    sent.once('error', (error) => resolve({ status: null, errorCode: null, sentence: error.message }))
    sent.once('response', (response) => {
      isAnswered = true
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? null,
          ...wordsOf(JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>),
        }),
      )
    })
    sent.write(
      '--drill\r\ncontent-disposition: form-data; name="file"; filename="large.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.4\n',
    )
    const chunk = Buffer.alloc(slowBytesPerSecond / slowSteps, 1)
    for (let left = bytes; left > 0 && !isAnswered && !sent.destroyed; left -= chunk.length) {
      sent.write(chunk)
      await pause(1000 / slowSteps)
    }
    sent.end('\r\n--drill--\r\n')
    return { beganMs, ...(await answered), endedMs: performance.now() }
  }
}

const wordsOf = (answer: Record<string, unknown>): Pick<Upload, 'errorCode' | 'sentence'> => ({
  errorCode: typeof answer['errorCode'] === 'string' ? answer['errorCode'] : null,
  sentence: typeof answer['error'] === 'string' ? answer['error'] : '',
})
