import { signedIn } from '@apogee/contracts/access.ts'
import { endpoint, listAnswer, type AnyEndpoint } from '@apogee/contracts/endpoint.ts'
import { endpoints } from '@apogee/contracts/endpoints.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { impersonalFields, personalFields } from './answer-fields.ts'

test('personal fields are found at any depth, whatever schema holds them', () => {
  const tree: z.ZodMiniObject = z.object({
    phone: z.string(),
    get below(): z.ZodMiniArray<typeof tree> {
      return z.array(tree)
    },
  })
  const item = z.object({
    people: z.array(z.object({ name: z.string(), email: z.optional(z.nullable(z.string())) })),
    either: z.union([z.object({ address: z.string() }), z.object({ isGone: z.boolean() })]),
    byId: z.record(z.string(), z.object({ avatar: z.string() })),
    lazy: z.lazy(() => z.object({ decidedBy: z.string() })),
    read: z.pipe(
      z.object({ contactEmail: z.string() }),
      z.transform((one) => one),
    ),
    tree,
    both: z.intersection(z.object({ bio: z.string() }), z.object({ rating: z.int() })),
    pair: z.tuple([z.object({ learner: z.string() }), z.string()]),
    anything: z.object({ details: z.unknown() }),
    hasEmail: z.boolean(),
  })
  const call = endpoint({ call: 'GET /new', access: signedIn, summary: 'New', answer: listAnswer(item) })
  expect(personalFields('newCall', call)).toEqual([
    'anything.details',
    'both.bio',
    'byId{}.avatar',
    'either.address',
    'lazy.decidedBy',
    'pair[].learner',
    'people[].email',
    'people[].name',
    'read.contactEmail',
    'tree.phone',
  ])
})

test('each pattern of fields that are only named alike still leaves some out', () => {
  const calls = Object.entries<AnyEndpoint>(endpoints)
  const shown = calls.flatMap(([route, call]) =>
    personalFields(route, call, {}).map((path) => `${route} ${path}`),
  )
  const unused = Object.entries(impersonalFields).filter(
    ([, pattern]) => !shown.some((path) => pattern.test(path)),
  )
  expect(unused.map(([what]) => what)).toEqual([])
})
