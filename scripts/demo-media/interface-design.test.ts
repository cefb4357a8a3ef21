import { expect, test } from 'vitest'
import { interfaceDesignDrawings } from './drawings/interface-design.ts'

test('the clinic’s form keeps on the slide of its headings every field that the slide before has sorted', () => {
  const [, sorted = '', headed = ''] = interfaceDesignDrawings['ui-groups'] ?? []
  const fields = [
    'name',
    'MyKad',
    'allergies',
    'phone',
    'address',
    'emergency contact',
    'reason',
    'insurance',
  ]
  const has = (slide: string, field: string) => slide.toLowerCase().includes(field.toLowerCase())
  expect(fields.filter((field) => !has(sorted, field))).toEqual([])
  expect(fields.filter((field) => !has(headed, field))).toEqual([])
})
