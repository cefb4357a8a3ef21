/** Tries to make the product mail the attacker's text to a chosen person. */
import { randomUUID } from 'node:crypto'
import { defaultLanguage } from '@apogee/domain/languages.ts'
import type { Attack, Scene } from './attack.ts'
import { json, type Actor, type Asked } from './support/client.ts'
import { demoPassword } from './support/people.ts'

const bait = 'zq7-bait'
const text = `${bait} https://evil.example/${bait} \r\nBcc: all@${bait}.test`
const recipient = (nth: number) => `target${nth}@${bait}-victims.test`

const post = (path: string, body: object, as?: Actor): Asked => ({
  method: 'POST',
  path,
  as,
  body: JSON.stringify(body),
  headers: json,
})

/** Returns the requests that a visitor can send. */
const ofVisitors = (nth: number): Asked[] => [
  post('/api/messages', { topic: 'contact', name: bait, email: recipient(nth), text, website: '' }),
  post('/api/auth/password/forgot', { email: recipient(nth) }),
  post('/api/auth/register', { name: bait, email: recipient(nth), password: demoPassword }),
  post('/api/auth/admin/register', {
    name: bait,
    email: `a${recipient(nth)}`,
    password: demoPassword,
    businessName: text.slice(0, 60),
    businessEmail: recipient(nth),
    businessPhone: '03-1234 5678',
    businessAddress: text.slice(0, 60),
  }),
  post('/api/auth/register', {
    name: bait,
    password: demoPassword,
    email: `${recipient(nth)}, other@${bait}-victims.test`,
  }),
  post('/api/auth/register', {
    name: bait,
    password: demoPassword,
    email: `x\r\nBcc: ${recipient(nth)}`,
  }),
]

/** Returns the requests of a business that has just registered and verified nothing. */
async function ofNewBusiness({ target }: Scene): Promise<Asked[]> {
  const { client } = target
  const registered = await client.must<{ data: { token: string; user: { id: number } } }>(
    'POST',
    '/api/auth/admin/register',
    undefined,
    {
      name: bait,
      email: 'relay@attack.test',
      password: demoPassword,
      businessName: `${bait} Sdn Bhd`,
      businessEmail: 'relay@attack.test',
      businessPhone: '03-1234 5678',
      businessAddress: 'Jalan 1',
    },
  )
  const { token, user } = registered.data
  const as: Actor = { name: 'relay@attack.test', id: user.id, token, isStranger: true }
  const course = await client.must<{ data: { id: number } }>('POST', '/api/courses', as, {
    title: `Course ${bait} evil.example`,
    description: text,
    price: 5_000,
  })
  const { id } = course.data
  const emails = Array.from({ length: 200 }, (_, nth) => recipient(1_000 + nth))
  const invoice = await client.must<{ data: { id: string } }>('POST', '/api/invoices', as, {
    companyName: bait,
    registrationNumber: '',
    taxNumber: '',
    address: bait,
    contactName: bait,
    contactEmail: recipient(900),
    purchaseOrder: bait,
    language: defaultLanguage,
    dueOn: '2030-01-31',
    lines: [{ courseId: id, seats: 200, unitPrice: 1_000 }],
  })
  return [
    post(`/api/courses/${id}/enrolments`, { emails }, as),
    ...emails.slice(0, 30).map((email) => post('/api/invitations', { email, role: 'instructor' }, as)),
    post(
      `/api/courses/${id}/announcements`,
      { title: bait, body: text, byMail: true, clientKey: randomUUID() },
      as,
    ),
    post(`/api/invoices/${invoice.data.id}/issue`, {}, as),
    post(`/api/invoices/${invoice.data.id}/send`, {}, as),
    post(
      `/api/invoices/${invoice.data.id}/people`,
      { courseIds: [id], text: emails.join('\n'), preview: false },
      as,
    ),
  ]
}

export const mailRelay: Attack = {
  name: 'mail-relay',
  has: 'a list of addresses, and a business registered a minute ago',
  tries: 'to have a text of their own mailed to strangers',
  async run(scene) {
    const { target, drill, form } = scene
    for (let nth = 0; nth < (form.isShort ? 5 : 40); nth += 1)
      for (const asked of ofVisitors(nth)) await target.client.send(asked)
    const accepted: number[] = []
    for (const asked of await ofNewBusiness(scene)) accepted.push((await target.client.send(asked)).status)
    await drill.until('the outbox to be empty', async () => {
      const { rows } = await target.pool.query<{ waiting: number }>(
        'SELECT count(*)::int AS waiting FROM mail_outbox WHERE recipient LIKE $1 AND sent_at IS NULL',
        [`%${bait}%`],
      )
      return rows[0]?.waiting === 0
    })
    const mails = (await target.mails()).filter((mail) => new RegExp(`^To: .*${bait}`, 'm').test(mail))
    const lists = mails.filter((mail) => /^(To|Cc|Bcc): .*,|^Bcc:/m.test(mail.split('\n\n')[0] ?? ''))
    const withBait = mails.filter((mail) =>
      mail
        .replace(/^To: .*$/m, '')
        .replaceAll(/\S+@\S+/g, '')
        .includes(bait),
    )
    const each = Map.groupBy(mails, (mail) => /^To: (.*)$/m.exec(mail)?.[1] ?? '')
    drill.note(
      'mail relay: requests that were accepted',
      String(accepted.filter((status) => status < 300).length),
    )
    drill.note('mail relay: mails to the addresses', String(mails.length))
    drill.atMost(
      'mail relay: mails to one address',
      Math.max(0, ...[...each.values()].map((all) => all.length)),
      3,
    )
    drill.none(
      'mail relay: mails with the text of an unverified sender',
      withBait.map((mail) => mail.slice(0, 300)),
    )
    drill.none(
      'mail relay: mails with further recipients',
      lists.map((mail) => mail.slice(0, 300)),
    )
  },
}
