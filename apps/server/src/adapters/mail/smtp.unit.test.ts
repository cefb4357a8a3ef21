import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createSmtpMailer } from './smtp.ts'

const mail = {
  id: '0123456789abcdef',
  to: 'aisyah@apogee.test',
  subject: 'Welcome',
  body: 'Hello',
  html: '<p>Text</p>',
}
const never = new AbortController().signal
const servers: Server[] = []
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) server.close()
})

async function mailServer(speak: (socket: Socket) => void) {
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    speak(socket)
  }).listen(0, '127.0.0.1')
  servers.push(server)
  const connection = once(server, 'connection').then(([socket]) => socket as Socket)
  await once(server, 'listening')
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, connection }
}

const mailerFor = (smtpUrl: string, limits: { phaseMs?: number; mailMs?: number }) =>
  createSmtpMailer({ smtpUrl, from: 'Apogee <no-reply@apogee.test>', ...limits })

test('sending ends when the mail server accepts the connection and never greets', async () => {
  const { url, connection } = await mailServer(() => undefined)
  // The timers for the greeting and for an idle socket are equally long, so either may fire first.
  const sent = mailerFor(url, { phaseMs: 50 }).send(mail, never)
  await expect(sent).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  const socket = await connection
  if (!socket.closed) await once(socket, 'close')
})

test('sending ends when the mail server greets and then stops answering', async () => {
  const { url } = await mailServer((socket) => socket.write('220 mail.apogee.test\r\n'))
  const sent = mailerFor(url, { phaseMs: 50 }).send(mail, never)
  await expect(sent).rejects.toMatchObject({ code: 'ETIMEDOUT' })
})

test('sending ends at the total timeout when the mail server sends single letters', async () => {
  const { url } = await mailServer((socket) => {
    socket.write('220-')
    const trickle = setInterval(() => socket.write('x'), 5)
    socket.once('close', () => clearInterval(trickle))
  })
  const sent = mailerFor(url, { phaseMs: 20_000, mailMs: 100 }).send(mail, never)
  await expect(sent).rejects.toMatchObject({ name: expect.stringMatching(/Timeout|Abort/) })
})

test('a mail in progress is aborted when the process stops', async () => {
  const { url, connection } = await mailServer(() => undefined)
  const stop = new AbortController()
  const sent = mailerFor(url, {}).send(mail, stop.signal)
  const settled = sent.catch((error: unknown) => error)
  await connection
  stop.abort()
  expect(await settled).toBeInstanceOf(Error)
})

test('a mail that needs TLS is not sent to a server that offers none, whatever it says', async () => {
  const heard: string[] = []
  const { url } = await mailServer((socket) => {
    socket.write('220 mail.apogee.test\r\n')
    socket.on('data', (data) => {
      heard.push(String(data))
      socket.write(String(data).startsWith('EHLO') ? '250-mail.apogee.test\r\n250 SIZE\r\n' : '250 Ok\r\n')
    })
  })
  const mailer = createSmtpMailer({ smtpUrl: url, from: 'Apogee <no-reply@apogee.test>', needsTls: true })
  await expect(mailer.send(mail, never)).rejects.toThrow()
  expect(heard.join('')).not.toMatch(/MAIL FROM|DATA|AUTH/)
})
