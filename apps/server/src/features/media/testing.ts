/** Small valid files for tests, and upload forms as browsers write them. */
import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny'
import sharp from 'sharp'
import type { TestApp, TestPerson } from '#server/app/testing.ts'

/** Creates a video of this many seconds: a valid container with random frames. */
export async function video(kind: 'mp4' | 'webm', seconds = 2): Promise<Buffer> {
  const target = new BufferTarget()
  const format = kind === 'mp4' ? new Mp4OutputFormat() : new WebMOutputFormat()
  const output = new Output({ format, target })
  const isMp4 = kind === 'mp4'
  const source = new EncodedVideoPacketSource(isMp4 ? 'avc' : 'vp8')
  output.addVideoTrack(source)
  await output.start()
  const avcConfiguration = Uint8Array.from([1, 66, 0, 30, 255, 225, 0, 4, 103, 66, 0, 30, 1, 0, 2, 104, 206])
  for (let second = 0; second < seconds; second += 1) {
    const packet = new EncodedPacket(Uint8Array.from([0, 0, 0, 4, 101, 136, 132, 0]), 'key', second, 1)
    await source.add(packet, {
      decoderConfig: {
        codec: isMp4 ? 'avc1.42001e' : 'vp8',
        codedWidth: 64,
        codedHeight: 36,
        ...(isMp4 && { description: avcConfiguration }),
      },
    })
  }
  await output.finalize()
  if (!target.buffer) throw new Error('no video was written')
  return Buffer.from(target.buffer)
}

export function pdf(pages = 3): Buffer {
  const kids = Array.from({ length: pages }, (_, place) => `${place + 3} 0 R`)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${kids.join(' ')}] >>`,
    ...kids.map(() => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>'),
  ]
  let body = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(`${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`)
}

export const captions = Buffer.from('WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nSelamat datang\n')

/** Creates a picture with camera metadata. */
export function picture(kind: 'png' | 'jpeg' | 'webp', width = 40, height = 30): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#4f46e5' } })
    .withExif({ IFD0: { Copyright: 'secret-place' } })
    .toFormat(kind)
    .toBuffer()
}

export type FormPart = [field: string, value: string] | [field: string, content: Uint8Array, name: string]

/** Returns an upload form with these parts in this order, as a browser writes it. */
export async function formOf(
  parts: readonly FormPart[],
): Promise<{ payload: Buffer; headers: { 'content-type': string } }> {
  const form = new FormData()
  for (const [field, value, name] of parts) {
    if (typeof value === 'string') form.append(field, value)
    else form.append(field, new Blob([new Uint8Array(value)]), name)
  }
  const body = new Response(form)
  return {
    payload: Buffer.from(await body.arrayBuffer()),
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
  }
}

export interface UploadAnswer {
  retryAfter: unknown
  status: number
  url: string
  body: {
    success: boolean
    url?: string
    data?: { url: string; size: number; contentType: string }
    error?: string
    errorCode?: string
  }
}

/** Uploads through the call of the API that receives forms. */
export async function uploadParts(
  server: TestApp,
  as: Pick<TestPerson, 'token'> | null,
  parts: readonly FormPart[],
  purpose?: string,
): Promise<UploadAnswer> {
  const { payload, headers } = await formOf(parts)
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/upload${purpose ? `?purpose=${purpose}` : ''}`,
    payload,
    headers: { ...headers, ...(as && { authorization: `Bearer ${as.token}` }) },
  })
  const body = answer.json<UploadAnswer['body']>()
  return { status: answer.statusCode, url: body.url ?? '', body, retryAfter: answer.headers['retry-after'] }
}

export function uploadFile(
  server: TestApp,
  as: Pick<TestPerson, 'token'> | null,
  content: Uint8Array,
  name: string,
  purpose?: string,
): Promise<UploadAnswer> {
  return uploadParts(server, as, [['file', content, name]], purpose)
}
