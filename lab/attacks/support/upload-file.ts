import type { Actor, Client } from './client.ts'

export async function uploadFile(
  client: Client,
  as: Actor,
  { purpose, name, content }: { purpose: string; name: string; content: Buffer },
): Promise<string> {
  const answered = await client.send({
    method: 'POST',
    path: `/api/upload?purpose=${purpose}`,
    as,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: Buffer.concat([
      Buffer.from(
        `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
      ),
      content,
      Buffer.from('\r\n--b--\r\n'),
    ]),
  })
  if (answered.status >= 300) throw new Error(`${name} was not stored: ${answered.text.slice(0, 500)}`)
  const { url } = JSON.parse(answered.text) as { url: string }
  return url
}
