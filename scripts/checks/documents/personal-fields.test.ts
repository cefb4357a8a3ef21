import { expect, test } from 'vitest'
import { anyone } from '../../../packages/contracts/src/access.ts'
import type { AnyEndpoint } from '../../../packages/contracts/src/endpoint.ts'
import { endpoints } from '../../../packages/contracts/src/endpoints.ts'
import { fieldRows, personalFieldsPage, reasonKinds } from '../../documents/personal-fields.ts'

const { written, right, rows } = personalFieldsPage()

test('docs/personal-fields.md has the calls, rules and fields of the contract: run scripts/documents/personal-fields.ts', () => {
  expect(written).toBe(right)
})

test('every call that returns personal fields has a written reason of a known kind', () => {
  expect(rows.length).toBeGreaterThan(140)
  const known = new RegExp(`^(?:${reasonKinds.join('|')}): \\S.{15,}$`)
  expect(rows.filter(({ why }) => !known.test(why))).toEqual([])
})

test('a call has no reason before one is written, nor after its fields or its people have changed', () => {
  const before = fieldRows({ newCall: endpoints.listMyLearners }, [])
  expect(before).toEqual([
    {
      route: 'newCall',
      who: 'instructor, admin, superadmin',
      why: '',
      fields: 'email, metadata.avatar, name',
    },
  ])
  const explained = before.map((row) => ({ ...row, why: 'need: to write to them' }))
  const whyOf = (call: AnyEndpoint) => fieldRows({ newCall: call }, explained).map(({ why }) => why)
  expect(whyOf(endpoints.listMyLearners)).toEqual(['need: to write to them'])
  expect(whyOf(endpoints.listInstructors)).toEqual([''])
  expect(whyOf({ ...endpoints.listMyLearners, access: anyone })).toEqual([''])
  expect(whyOf(endpoints.readSaleMails)).toEqual([])
})
