import { endpoints } from '@apogee/contracts/endpoints.ts'
import type { AnyEndpoint } from '@apogee/contracts/endpoint.ts'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { expect, test } from 'vitest'
import { emptyDocument } from '@apogee/contracts/courses/lesson-document.ts'
import * as z from 'zod/mini'
import { answerSerializer } from './answer-serializer.ts'

const route = { method: 'GET', url: '/' }
const answers = Object.values<AnyEndpoint>(endpoints).map(({ call, answer }) => ({ call, answer }))

/** Returns the serialized answer, or the name of the refused field. */
function outcome(compile: typeof answerSerializer, schema: z.core.$ZodType, value: unknown): unknown {
  try {
    return JSON.parse(String(compile({ ...route, schema })(value)))
  } catch (error) {
    return String(error)
  }
}

/** Returns one value for each option of the schema. Each field is present in each of its possible kinds, or absent. */
function samplesOf(schema: z.core.$ZodType): unknown[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
      return ['2026-11-22T00:00:00.000Z', 'INV-1', '']
    case 'number':
      return [3, 0, -2.5]
    case 'boolean':
      return [true, false]
    case 'null':
      return [null]
    case 'literal':
      return [...def.values]
    case 'enum':
      return Object.values(def.entries)
    case 'nullable':
      return [null, ...samplesOf(def.innerType)]
    case 'optional':
      return [undefined, ...samplesOf(def.innerType)]
    case 'array':
      return [[], samplesOf(def.element)]
    case 'tuple':
      return [def.items.map((item) => samplesOf(item)[0])]
    case 'record':
      return [{}]
    case 'union':
      return def.options.flatMap(samplesOf)
    case 'object': {
      const fields = Object.entries(def.shape).map(([name, field]) => [name, samplesOf(field)] as const)
      const most = Math.max(1, ...fields.map(([, values]) => values.length))
      return Array.from({ length: most }, (_, nth) =>
        Object.fromEntries([
          ...fields.map(([name, values]) => [name, values[nth % values.length]] as const),
          ['unknownField', nth],
        ]),
      )
    }
    // The schema of a lesson's text is recursive, because blocks contain blocks.
    case 'pipe':
      return [emptyDocument]
    default:
      throw new Error(`no samples of ${def.type}`)
  }
}

test.each(answers)('$call: answers are serialized as zod does', ({ answer }) => {
  for (const sample of samplesOf(answer)) {
    expect(outcome(answerSerializer, answer, sample)).toEqual(outcome(serializerCompiler, answer, sample))
  }
})

test.each([
  ['a missing field', { id: 1 }],
  ['a field of another type', { id: '1', name: 'A', tags: [] }],
  ['a fraction for a whole number', { id: 1.5, name: 'A', tags: [] }],
  ['a wrong item of a list', { id: 1, name: 'A', tags: ['c'] }],
  ['an array for an object', []],
  ['nothing', undefined],
])('an answer with %s is refused as by zod', (_, answer) => {
  const schema = z.object({ id: z.int(), name: z.string(), tags: z.array(z.enum(['a', 'b'])) })
  const refused = outcome(serializerCompiler, schema, answer)
  expect(refused).toContain("Response doesn't match the schema")
  expect(outcome(answerSerializer, schema, answer)).toBe(refused)
})

test('a field that the schema does not know is never sent', () => {
  const schema = z.object({ user: z.object({ name: z.string() }) })
  const sent = answerSerializer({ ...route, schema })({
    user: { name: 'A', passwordHash: 'secret' },
    more: 1,
  })
  expect(sent).toBe('{"user":{"name":"A"}}')
})

test('an absent optional field stays absent, and a nullable one is null', () => {
  const schema = z.object({ a: z.optional(z.string()), b: z.nullable(z.string()) })
  expect(answerSerializer({ ...route, schema })({ a: undefined, b: null })).toBe('{"b":null}')
})
