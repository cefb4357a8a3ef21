import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { createCommunityTesting } from './community.testing.ts'

let server: TestApp
let community: ReturnType<typeof createCommunityTesting>
let asker: TestPerson
let helper: TestPerson

beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments }, limitsOn: false })
  community = createCommunityTesting(server)
  asker = await server.person()
  helper = await server.person('student', { isProven: true })
  await sql`UPDATE users SET name = 'Ali_ Hassan' WHERE id = ${helper.id}`.execute(server.database.kysely)
})
afterAll(() => server.stop())

const excerptOf = async (id: number) =>
  (await community.list(asker)).body.data.find((row) => row.id === id)?.excerpt

test('a text with a form comes back byte for byte, and its excerpt is its words', async () => {
  const body = 'Is **every _table_** right?\n\n- `orders`\n- [lines](/courses)\n\n```sql\nSELECT *\n```'
  const { id } = await community.started(asker, {}, { body })
  await community.answer(helper, id, '1. Yes\n2. _No_')
  const { data } = (await community.read(helper, id)).body
  expect([data.body, data.posts[0]?.body]).toEqual([body, '1. Yes\n2. _No_'])
  expect(await excerptOf(id)).toBe('Is every table right? - orders - lines SELECT *')
})

test('the excerpt of a plain text keeps its signs, and that of a question without details is its title', async () => {
  const plain = await community.started(asker, {}, { body: 'Is 2 * 3 *really*\n# six_' })
  expect(await excerptOf(plain.id)).toBe('Is 2 * 3 *really* # six_')
  const title = 'What does `SELECT` do?'
  const question = await community.started(asker, {}, { title, body: title })
  expect(await excerptOf(question.id)).toBe(title)
})

test('the search finds a phrase across the signs of a form, and signs only where they stand', async () => {
  const formed = { title: 'Keys', body: 'Is the **primary** _key of a\\_ table_ `NOT NULL`?' }
  await community.started(asker, {}, formed)
  await community.started(asker, {}, { title: 'Other keys', body: 'A key that is not primary, null or key' })
  const found = (search: string) => community.titles(helper, { search })
  expect(await found('the primary key of')).toEqual(['Keys'])
  expect(await found('of a_ table not null?')).toEqual([])
  expect(await found('of a table NOT NULL?')).toEqual(['Keys'])
  expect(await found('**primary**')).toEqual(['Keys'])
  expect(await found('primary% key')).toEqual([])
})

test('a phrase of words too short for the index is found as it stands, and not across signs', async () => {
  await community.started(asker, {}, { title: 'Plain', body: 'So: is it ok?' })
  await community.started(asker, {}, { title: 'Formed', body: 'So: is **it** ok?' })
  const found = (search: string) => community.titles(helper, { search })
  expect(await found('is it ok')).toEqual(['Plain'])
  expect(await found('so: is it')).toEqual(['Plain'])
})

test('names count in a text with a form, whatever their signs, and neither in code nor in links', async () => {
  const { id } = await community.started(asker)
  await community.answer(helper, id, 'First')
  const namesIn = async (body: string) => (await community.answer(asker, id, body)).body.data.mentionedNames
  expect(await namesIn('**Thanks**, @Ali\\_ Hassan')).toEqual(['Ali_ Hassan'])
  expect(await namesIn('- one\n- **@Ali\\_** Hassan')).toEqual(['Ali_ Hassan'])
  expect(await namesIn('Run `@Ali_ Hassan`\n\n```\n@Ali_ Hassan\n```')).toEqual([])
  expect(await namesIn('See [@Ali\\_ Hassan](/courses)')).toEqual([])
  expect(await namesIn('Thanks *so* much, @ali_ hassan')).toEqual(['Ali_ Hassan'])
})
