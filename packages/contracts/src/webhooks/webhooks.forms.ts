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

/** The database requires this length. An address that is shorter has a host of a single letter. */
const shortestAddress = 10

/** Refuses addresses with a user name and password. */
const isAddress = (text: string): boolean =>
  text.length >= shortestAddress && z.safeParse(address, text).success && !hasUser.test(text)

export const webhookForm = z.object({
  /** The address must use https. The demo also accepts http to the local machine. */
  url: z
    .string()
    .check(z.trim(), atMost(500), z.refine(isAddress, 'Please enter an address that begins with https://')),
  events,
})

export const webhookChangesForm = z.object({
  events: z.optional(events),
  /** Enabling the webhook again also resets the count of failures. */
  isEnabled: z.optional(z.boolean()),
})
