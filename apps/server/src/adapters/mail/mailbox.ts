import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { headersOf, type Mail, type Mailer } from './port.ts'

/** Writes each mail as one .eml file into a folder, for development and demonstration. The file names sort by time. */
export function createMailbox({ directory, from }: { directory: string; from: string }): Mailer {
  return {
    async send(mail) {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const at = new Date()
      const name = `${at.toISOString().replaceAll(':', '-')}-${randomBytes(8).toString('hex')}.eml`
      await writeFile(join(directory, `.${name}`), message(mail, { from, at }), { mode: 0o600 })
      await rename(join(directory, `.${name}`), join(directory, name))
    },
  }
}

/** Encodes both parts as 8bit, so that the file is readable and links are never wrapped. */
function message(mail: Mail, { from, at }: { from: string; at: Date }): string {
  const { id, to, subject, body, html, senderName, replyTo } = mail
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from
  const sender = senderName === undefined ? from : `${encodedName(senderName)} <${address}>`
  const boundary = `part-${id}`
  const part = (type: string, content: string) => [
    `--${boundary}`,
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: 8bit',
    '',
    content,
    '',
  ]
  return [
    `From: ${oneLine(sender)}`,
    ...(replyTo === undefined ? [] : [`Reply-To: ${oneLine(replyTo)}`]),
    `To: ${oneLine(to)}`,
    `Subject: ${encodedHeader(oneLine(subject))}`,
    `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${id}@apogee.invalid>`,
    ...Object.entries(headersOf(mail)).map(([name, value]) => `${name}: ${oneLine(value)}`),
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    ...part('text/plain', body),
    ...part('text/html', html),
    `--${boundary}--`,
    '',
  ].join('\n')
}

const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ')

/** A name without letters beyond ASCII stands in quotation marks. */
const encodedName = (name: string): string => {
  const plain = oneLine(name).replaceAll(/["\\]/g, '')
  const encoded = encodedHeader(plain)
  return encoded === plain ? `"${plain}"` : encoded
}

/** RFC 2047: a header contains ASCII only. An encoded word has at most 75 characters, so 30 bytes of text fit. */
function encodedHeader(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  const words: string[] = []
  let word = ''
  for (const character of text) {
    if (Buffer.byteLength(word + character) > 30) {
      words.push(word)
      word = ''
    }
    word += character
  }
  return [...words, word].map((piece) => `=?UTF-8?B?${Buffer.from(piece).toString('base64')}?=`).join('\n ')
}
