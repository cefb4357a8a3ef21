import * as z from 'zod/mini'
import { webhookEvents } from './webhook-events.ts'
import { atMost, limit } from '../texts.ts'

const events = z.array(z.enum(webhookEvents)).check(
  z.minLength(1, 'Choose at least one event'),
  limit(webhookEvents.length),
  z.refine((chosen) => new Set(chosen).size === chosen.length, 'must not repeat'),
)

const address = z.url({ protocol: /^https?$/ })
const hasUser = /^https?:[\\/]*[^\\/?#]*@/i

/** Without a user name and password. */
const isAddress = (text: string): boolean => z.safeParse(address, text).success && !hasUser.test(text)

export const webhookForm = z.object({
  /** With https; the demo also takes http to this machine. */
  url: z
    .string()
    .check(z.trim(), atMost(500), z.refine(isAddress, 'Please enter an address that begins with https://')),
  events,
})

export const webhookChangesForm = z.object({
  events: z.optional(events),
  /** Turning it on again also ends the count of failures. */
  isEnabled: z.optional(z.boolean()),
})
