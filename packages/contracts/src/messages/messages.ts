import * as z from 'zod/mini'
import { anyone, byRole } from '../access.ts'
import { answerOf, doneAnswer, endpoint, idInUrl, instant, listAnswer, pageQuery } from '../endpoint.ts'
import { messageStates, messageTopics } from './message-choices.ts'
import { messageForm } from './messages.forms.ts'
import { searchText } from '../texts.ts'

const topic = z.enum(messageTopics)
const state = z.enum(messageStates)

/** Describes a message from a visitor, which the platform's staff read. */
export const message = z.object({
  id: z.int(),
  topic,
  name: z.string(),
  email: z.string(),
  text: z.string(),
  state,
  /** Names the account in which the sender was signed in, or null. Nobody has verified the address in `email`. */
  sender: z.nullable(z.object({ id: z.int(), name: z.nullable(z.string()), email: z.string() })),
  /** True means that the hidden honeypot field was filled in. */
  looksAutomated: z.boolean(),
  createdAt: instant,
})
export type Message = z.infer<typeof message>

export const messagesEndpoints = {
  sendMessage: endpoint({
    call: 'POST /messages',
    bound: 'counted',
    // The call is open to visitors. A session, if present, identifies the sender.
    access: anyone,
    summary: 'Write to those who run the platform; no account is needed',
    body: z.object({ ...messageForm.shape, topic }),
    answer: doneAnswer,
    status: 201,
    refusals: ['TOO_MANY_ATTEMPTS'],
  }),
  listMessages: endpoint({
    call: 'GET /messages',
    access: byRole('platform.run'),
    summary: 'What people wrote to the platform',
    query: z.object({
      ...pageQuery,
      state: z.optional(state),
      topic: z.optional(topic),
      search: z.optional(searchText),
    }),
    answer: listAnswer(message),
  }),
  updateMessage: endpoint({
    call: 'PUT /messages/:id',
    lastWins: 'a switch between open and done',
    bound: 'platform',
    access: byRole('platform.run'),
    summary: 'Mark a message as unread, read or done',
    params: z.object({ id: idInUrl }),
    body: z.object({ state }),
    answer: answerOf(message),
    refusals: ['NOT_FOUND'],
  }),
} as const
