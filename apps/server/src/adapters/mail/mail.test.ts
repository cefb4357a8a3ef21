import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMailbox } from './mailbox.ts'
import type { Mail, Mailer } from './port.ts'
import { createSmtpMailer } from './smtp.ts'

const from = 'Apogee <no-reply@apogee.example>'
const link = `https://apogee.example/verify-email/${'x'.repeat(120)}`
const mail: Mail = {
  id: '0123456789abcdef',
  to: 'aisyah@school.example',
  subject: 'Sahkan alamat anda – Kursus “Angkasa” untuk semua orang di sekolah',
  body: `Helo Aisyah\n\nSahkan – sekarang:\n${link}\n`,
  html: `<!doctype html><html lang="ms"><body><a href="${link}">Sahkan – sekarang</a></body></html>`,
}

const never = new AbortController().signal

interface Delivered {
  recipients: string[]
  message: string
}

function takingMailServer(delivered: Delivered[]): Server {
  return createServer((socket) => {
    let pending = ''
    let recipients: string[] = []
    let message: string | null = null
    const answer = (line: string) => socket.write(`${line}\r\n`)
    const take = (line: string) => {
      if (message !== null) {
        if (line !== '.') {
          message += `${line.replace(/^\.\./, '.')}\n`
          return
        }
        delivered.push({ recipients, message })
        message = null
        recipients = []
        answer('250 taken')
      } else if (/^(EHLO|HELO)/i.test(line)) answer('250 mail.example')
      else if (/^RCPT TO/i.test(line)) {
        recipients.push(line.slice('RCPT TO:'.length))
        answer('250 ok')
      } else if (/^DATA/i.test(line)) {
        message = ''
        answer('354 go on')
      } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
      else answer('250 ok')
    }
    socket.on('data', (bytes) => {
      pending += bytes.toString('utf8')
      const lines = pending.split('\r\n')
      pending = lines.pop() ?? ''
      lines.forEach(take)
    })
    answer('220 mail.example')
  })
}

/**
 * Returns the decoded parts of a mail by content type. This parser understands only the format that the two mail adapters write.
 */
function partsOf(message: string): Record<string, string> {
  const boundary = /boundary="([^"]+)"/.exec(message)?.[1]
  if (!boundary) return {}
  const parts = message.split(`--${boundary}`).slice(1, -1)
  return Object.fromEntries(
    parts.map((part) => {
      const [headers = '', ...rest] = part.trimStart().split('\n\n')
      const type = /Content-Type: ([^;]+)/i.exec(headers)?.[1] ?? ''
      const encoding = /Content-Transfer-Encoding: (\S+)/i.exec(headers)?.[1]
      return [type, decoded(rest.join('\n\n'), encoding)]
    }),
  )
}

function decoded(content: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(content, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return content
  const bytes = content
    .replaceAll('=\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

function subjectOf(message: string): string {
  const header = /^Subject: (.*(?:\n[ \t].*)*)/m.exec(message)?.[1] ?? ''
  return header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('latin1')
        : text
            .replaceAll('_', ' ')
            .replaceAll(/=([\dA-F]{2})/g, (_all, hex: string) =>
              String.fromCharCode(Number.parseInt(hex, 16)),
            ),
    )
}

const utf8 = (latin1: string) => Buffer.from(latin1, 'latin1').toString('utf8')

describe('mail as files', () => {
  let directory: string
  let mailbox: Mailer
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'apogee-mail-'))
    mailbox = createMailbox({ directory, from })
  })
  afterEach(() => rm(directory, { recursive: true }))

  async function written(given: Mail): Promise<string> {
    await mailbox.send(given, never)
    const [name = ''] = await readdir(directory)
    return readFile(join(directory, name), 'utf8')
  }

  test('a mail file is one message with a text part first and an HTML part', async () => {
    const message = await written(mail)
    const parts = partsOf(message)
    expect(Object.keys(parts)).toEqual(['text/plain', 'text/html'])
    expect(parts['text/plain']?.trim()).toBe(mail.body.trim())
    expect(parts['text/html']?.trim()).toBe(mail.html)
    expect(message).toContain(`\n${link}\n`)
    expect(message).toContain(`To: ${mail.to}\n`)
    expect(message).toMatch(/^MIME-Version: 1\.0$/m)
    expect(message).toMatch(/^Date: \w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} \+0000$/m)
  })

  test('a mail file encodes a subject beyond ASCII and writes an ASCII one unchanged', async () => {
    const message = await written(mail)
    expect(utf8(subjectOf(message))).toBe(mail.subject)
    for (const line of message.split('\n\n')[0]?.split('\n') ?? [])
      expect(line).toMatch(/^[\x20-\x7e]{1,78}$/)
    await rm(directory, { recursive: true })
    expect(await written({ ...mail, subject: 'Plain words' })).toContain('Subject: Plain words\n')
  })

  test.each(['漢'.repeat(200), '👩‍👩‍👧‍👦'.repeat(18), 'Kursus élève '.repeat(15)])(
    'each encoded word of a long subject has whole characters: %s',
    async (subject) => {
      const message = await written({ ...mail, subject })
      const [, folded = ''] = /^Subject: (.*(?:\n .*)*)$/m.exec(message) ?? []
      const words = folded.split('\n ')
      expect(Math.max(...words.map(({ length }) => length))).toBeLessThanOrEqual(75)
      const decoder = new TextDecoder('utf-8', { fatal: true })
      const parts = words.map((word) =>
        decoder.decode(Buffer.from(word.slice('=?UTF-8?B?'.length, -2), 'base64')),
      )
      expect(parts.join('')).toBe(subject)
    },
  )

  test('a mail that can be ended has the headers for one press, another mail has none', async () => {
    expect(await written(mail)).not.toMatch(/^List-Unsubscribe/m)
    await rm(directory, { recursive: true })
    const message = await written({ ...mail, unsubscribeUrl: 'https://apogee.example/stop' })
    expect(message).toMatch(/^List-Unsubscribe: <https:\/\/apogee\.example\/stop>$/m)
    expect(message).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  })

  test('a mail says that a program has sent it', async () => {
    expect(await written(mail)).toMatch(/^Auto-Submitted: auto-generated$/m)
  })

  test('a line break in an address or subject cannot add a header', async () => {
    const message = await written({ ...mail, subject: 'One\r\nBcc: other@school.example' })
    expect(message).not.toMatch(/^Bcc:/m)
  })
})

describe('mail through a mail server', () => {
  const delivered: Delivered[] = []
  let server: Server
  let mailer: Mailer
  beforeEach(async () => {
    delivered.length = 0
    server = takingMailServer(delivered)
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const { port } = server.address() as AddressInfo
    mailer = createSmtpMailer({ smtpUrl: `smtp://127.0.0.1:${port}?ignoreTLS=true`, from })
  })
  afterEach(() => {
    server.close()
  })

  test('the mail server receives one message with both parts', async () => {
    await mailer.send(mail, never)
    const message = delivered[0]?.message ?? ''
    expect(message).toMatch(/multipart\/alternative/)
    const parts = partsOf(message)
    expect(Object.keys(parts)).toEqual(['text/plain', 'text/html'])
    expect(parts['text/plain']?.trim()).toBe(mail.body.trim())
    expect(parts['text/html']?.trim()).toBe(mail.html)
    expect(utf8(subjectOf(message))).toBe(mail.subject)
  })

  test('the mail server learns that a program has sent the mail', async () => {
    await mailer.send(mail, never)
    expect(delivered[0]?.message).toMatch(/^Auto-Submitted: auto-generated$/m)
  })

  test('the mail server receives the headers for one press', async () => {
    await mailer.send({ ...mail, unsubscribeUrl: 'https://apogee.example/stop' }, never)
    const message = delivered[0]?.message ?? ''
    expect(message).toMatch(/^List-Unsubscribe: <https:\/\/apogee\.example\/stop>$/m)
    expect(message).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  })

  test('each attempt to send a mail has the same Message-ID, under the domain of the sender', async () => {
    await mailer.send(mail, never)
    await mailer.send(mail, never)
    const ids = delivered.map(({ message }) => /^Message-ID: (.*)$/im.exec(message)?.[1])
    expect(ids).toEqual([`<${mail.id}@apogee.example>`, `<${mail.id}@apogee.example>`])
  })

  test.each([
    ['a..b@x.example', '<"a..b"@x.example>'],
    ['u@ex_a.example', '<u@ex_a.example>'],
  ])(
    'mail to %s, an address older than the current rule, reaches it and nobody else',
    async (to, recipient) => {
      await mailer.send({ ...mail, to }, never)
      expect(delivered.map(({ recipients }) => recipients)).toEqual([[recipient]])
    },
  )

  test.each(['a@school.example, other@evil.example', '"a, other@evil.example"@school.example'])(
    'mail to %s reaches no address contained in it',
    async (to) => {
      await Promise.allSettled([mailer.send({ ...mail, to }, never)])
      expect(delivered.flatMap(({ recipients }) => recipients)).not.toContain('<other@evil.example>')
      await mailer.send(mail, never)
      expect(delivered.at(-1)?.recipients).toEqual([`<${mail.to}>`])
    },
  )
})
