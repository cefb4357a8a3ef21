/**
 * Tests that every PUT of the contract refuses to overwrite a change that its sender has not seen, or that its entry in the
 * contract says why the last write wins.
 */
import { editConflict } from '@apogee/contracts/edits.ts'
import type { AnyEndpoint } from '@apogee/contracts/endpoint.ts'
import { endpoints } from '@apogee/contracts/endpoints.ts'
import type { RouteName } from '@apogee/contracts/routes.ts'
import { fieldsTaken } from '@apogee/contracts/unknown-fields.ts'
import { describe, expect, test } from 'vitest'
import type { TestPerson } from '../testing.ts'
import { comparable, isRecord } from './edit-conflicts.testing.ts'
import {
  objectsForTests,
  server,
  admin,
  colleague,
  course,
  send,
  type Editable,
  made,
  editable,
  puts,
} from './edited-objects.testing.ts'

objectsForTests()

test('every PUT refuses silent overwrites, or its entry says why the last write wins, and no other call says so', () => {
  const entries: [string, AnyEndpoint][] = Object.entries(endpoints)
  const exempt = entries.filter(([, { lastWins }]) => lastWins !== undefined).map(([name]) => name)
  expect([...Object.keys(editable), ...exempt].toSorted()).toEqual(puts.toSorted())
})

const prepared = new Map<RouteName, Promise<Editable>>()
async function editableOf(name: RouteName): Promise<Editable> {
  const prepare = editable[name]
  if (!prepare) throw new Error(`${name} is not editable`)
  const found = prepared.get(name) ?? Promise.resolve(prepare())
  prepared.set(name, found)
  return found
}

/** A request writes the `metadata` of a person, and reads return it as `avatar`. */
const isWritten = (field: string) => field !== 'version' && field !== 'metadata'
const fieldsOf = (name: RouteName) => [...(fieldsTaken(endpoints[name]) ?? [])].filter(isWritten)
const writable = (Object.keys(editable) as RouteName[]).flatMap((name) =>
  fieldsOf(name).map((field) => ({ name, field })),
)

function versionIn({ data }: Record<string, unknown>, key: string): number {
  const version = isRecord(data) ? data[key] : undefined
  return typeof version === 'number' ? version : expect.fail('no version was read')
}

describe.each(writable)('$name $field', ({ name, field }) => {
  test('$name refuses a stale overwrite of $field with person and value, and accepts it with the new version', async () => {
    const { values, rest, apart, versionPath, ...usual } = await editableOf(name)
    const { path, first, second } = apart?.[field] ?? usual
    const [mine, theirs] = values[field] ?? expect.fail(`${name} writes ${field}: give two values for it`)
    const put = (as: TestPerson, value: unknown, version?: number) =>
      send('PUT', path, as, { ...rest, [field]: value, ...(version !== undefined && { version }) })
    const before = await put(first, theirs)
    expect([before.status, before.body['error']]).toEqual([200, undefined])
    const { body: read } = versionPath ? await send('GET', versionPath, first) : before
    const seen = versionIn(read, name === 'replyToReview' ? 'replyVersion' : 'version')
    expect((await put(first, mine, seen)).status).toBe(200)
    const stale = await put(second, theirs, seen)
    expect(stale.status).toBe(409)
    expect(stale.body['errorCode']).toBe('EDIT_CONFLICT')
    const conflict = editConflict.parse(stale.body['conflict'])
    expect(conflict.fields.map((one) => one.field)).toEqual([field])
    expect(comparable(conflict.fields[0])).toMatchObject({ value: comparable(mine) })
    const by = conflict.fields[0]?.changedBy
    // A conflict does not name a superadmin.
    expect(by?.id ?? null).toBe(first.role === 'superadmin' ? null : first.id)
    // Writing the stored value again overwrites nothing, however old the version is.
    expect((await put(second, mine, seen)).status).toBe(200)
    expect((await put(second, theirs, conflict.version)).status).toBe(200)
    // If a request has no version, the last write wins, as specified.
    expect((await put(first, mine)).status).toBe(200)
  })
})

test('different fields of one course are merged', async () => {
  const read = await server.call('readCourse', { params: { courseId: course.id }, as: admin })
  const { version } = read.body.data
  const save = (as: TestPerson, body: object) =>
    send('PUT', `/courses/${course.id}`, as, { ...body, version })
  expect((await save(admin, { description: 'All about orbits' })).status).toBe(200)
  expect((await save(colleague, { price: 12_000 })).status).toBe(200)
  const merged = await server.call('readCourse', { params: { courseId: course.id }, as: admin })
  expect(merged.body.data).toMatchObject({ description: 'All about orbits', price: 12_000 })
})

test('a sale that another person has changed since the form was read is refused', async () => {
  const { version } = (await server.call('readCourse', { params: { courseId: course.id }, as: admin })).body
    .data
  const save = (as: TestPerson, body: object) =>
    send('PUT', `/courses/${course.id}`, as, { ...body, version })
  expect((await save(admin, { sale: { price: 5_000 } })).status).toBe(200)
  expect((await save(colleague, { sale: { price: 5_000 } })).status).toBe(200)
  expect(
    (await save(colleague, { sale: { price: 6_000, endsAt: '2099-01-01T00:00:00+08:00' } })).status,
  ).toBe(409)
})

test("a move by a version older than another person's move is refused; text fields are not affected", async () => {
  const read = async () =>
    (await server.call('listCourseContents', { params: { courseId: course.id }, query: {}, as: admin })).body
      .data
  const [one, two] = await read()
  const path = `/course-content/${one?.id}`
  expect((await send('PUT', path, admin, { order: 1, version: one?.version })).status).toBe(200)
  const stale = await send('PUT', `/course-content/${two?.id}`, colleague, {
    order: 0,
    version: two?.version,
  })
  expect(stale.body['errorCode']).toBe(undefined)
  const moved = await send('PUT', `/course-content/${two?.id}`, colleague, {
    order: 1,
    version: two?.version,
  })
  expect(moved.body['errorCode']).toBe('EDIT_CONFLICT')
  const text = await send('PUT', `/course-content/${two?.id}`, colleague, {
    title: 'Now first',
    version: two?.version,
  })
  expect(text.status).toBe(200)
})

test('saving an object that somebody has deleted in the meantime answers 404', async () => {
  const id = await made('/course-content', admin, { courseId: course.id, title: 'Short-lived' })
  await server.call('deleteContent', { params: { id: Number(id) }, as: admin })
  const saved = await send('PUT', `/course-content/${id}`, colleague, { title: 'Still here', version: 0 })
  expect([saved.status, saved.body['errorCode']]).toEqual([404, 'CONTENT_NOT_FOUND'])
})
