import * as z from 'zod/mini'
import { anyone, signedIn } from '../access.ts'
import { answerOf, doneAnswer, endpoint } from '../endpoint.ts'
import { token } from '../texts.ts'

/** The mails tell teachers about questions and askers about teachers' answers. */
const questionMails = z.object({ wanted: z.boolean() })

const stopToken = z.object({ token: token(100) })

export const questionMailsEndpoints = {
  readQuestionMails: endpoint({
    call: 'GET /question-mails',
    access: signedIn,
    summary: 'Whether the caller gets mails about questions in courses',
    answer: answerOf(questionMails),
  }),
  updateQuestionMails: endpoint({
    call: 'PUT /question-mails',
    lastWins: 'one person’s own switch; the newest is the answer',
    bound: 'ownRow',
    access: signedIn,
    summary: 'Choose whether to get mails about questions in courses',
    body: questionMails,
    answer: answerOf(questionMails),
  }),
  stopQuestionMails: endpoint({
    call: 'POST /question-mail-stops/:token',
    bound: 'token',
    // The signature in the mailed address authorises the call. A mail program sends the form of RFC 8058.
    access: anyone,
    accepts: 'raw',
    summary: 'End the mails about questions in courses, for whoever holds the link of one',
    params: stopToken,
    answer: doneAnswer,
    refusals: ['NOT_FOUND'],
  }),
  resumeQuestionMails: endpoint({
    call: 'DELETE /question-mail-stops/:token',
    bound: 'token',
    // The signature in the mailed address authorises the call.
    access: anyone,
    summary: 'Send the mails about questions in courses again, for whoever holds the link of one',
    params: stopToken,
    answer: doneAnswer,
    refusals: ['NOT_FOUND'],
  }),
} as const
