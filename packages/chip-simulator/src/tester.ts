/** Serves the tester's page and handles its forms. Answers this machine only, because the page shows every purchase. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { isFromThisMachine } from './control.ts'
import { questions, type SimulatorFault } from './faults.ts'
import { missingPage } from './pages/page.ts'
import { wholeNumber } from './pages/page-form.ts'
import type { Simulator } from './simulator.ts'
import { testerFaults, testerPage } from './pages/tester-page.ts'

interface TesterOptions {
  simulator: Simulator
  passTime: ((seconds: number) => void) | null
  onChange: () => void
}

const faultOf: Readonly<Record<string, SimulatorFault>> = {
  down: { kind: 'down' },
  silent: { kind: 'silent' },
  silent_after_commit: { kind: 'silent_after_commit' },
  cut_after_commit: { kind: 'cut_after_commit' },
  server_error: { kind: 'answer', status: 500, text: '{"code":"server_error"}' },
  bad_gateway_after_commit: { kind: 'answer_after_commit', status: 502, text: 'Bad gateway' },
  too_many: { kind: 'answer', status: 429, text: '{"code":"rate_limited"}', retryAfter: 5 },
  html: { kind: 'answer', status: 200, text: '<!doctype html><p>Maintenance', contentType: 'text/html' },
  truncated: { kind: 'truncated' },
  slow: { kind: 'slow', seconds: 3 },
  slow_refund: { kind: 'slow_refund', seconds: 60 },
  failed_refund: { kind: 'failed_refund', seconds: 0 },
  failed_refund_later: { kind: 'failed_refund', seconds: 60 },
}

export function serveTester(app: FastifyInstance, { simulator, passTime, onChange }: TesterOptions): void {
  const root = `${app.prefix}/`
  const forThisMachine = {
    async onRequest(request: FastifyRequest, reply: FastifyReply) {
      if (isFromThisMachine(request)) return
      await reply
        .code(404)
        .type('text/html; charset=utf-8')
        .send(missingPage(`${root}style.css`))
    },
  }
  const backToPage = (reply: FastifyReply) => reply.redirect(`${root}tester/`, 303)
  const posted = (request: FastifyRequest) =>
    new URLSearchParams(typeof request.body === 'string' ? request.body : '')

  app.get('/tester/', forThisMachine, async (_request, reply) => {
    const documents = await simulator.portal.list({ limit: 100 })
    const purchases = await Promise.all(
      documents.map(async (document) => ({
        document,
        deliveries: await simulator.deliveriesOf(document.id),
      })),
    )
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy':
          "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        // Under `no-referrer` a browser sends the page's own forms with the origin `null`.
        'referrer-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
      .send(
        testerPage({
          stylesheet: `${root}style.css`,
          root,
          now: simulator.now(),
          purchases,
          faults: simulator.faults.active(),
          hasClock: passTime !== null,
        }),
      )
  })

  app.post('/tester/faults/', forThisMachine, async (request, reply) => {
    const form = posted(request)
    const name = form.get('fault') ?? ''
    const fault = Object.hasOwn(testerFaults, name) ? faultOf[name] : undefined
    const times = wholeNumber(form.get('times'), 1, 1000, 0)
    const on = questions.find((question) => question === form.get('on'))
    if (fault) simulator.faults.add(fault, { times: times === 0 ? Infinity : times, ...(on && { on }) })
    return backToPage(reply)
  })

  app.post('/tester/clear/', forThisMachine, async (_request, reply) => {
    simulator.faults.clear()
    return backToPage(reply)
  })

  if (passTime === null) return
  app.post('/tester/clock/', forThisMachine, async (request, reply) => {
    passTime(wholeNumber(posted(request).get('minutes'), 0, 100_000, 0) * 60)
    onChange()
    return backToPage(reply)
  })
}
