/**
 * Sends traces of requests and jobs to a collector by OTLP over HTTP (docs/decisions/processes.md). The module is loaded only when the
 * operator has configured a collector.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Log } from '#server/platform/database/database.ts'
import { PreparedQuery } from '#server/platform/database/prepared-query.ts'
import { release } from '#server/platform/database/schema/release.ts'
import { withTimeLimit } from '#server/platform/time-limit.ts'
import type { SpanWish, Tracer } from '#server/platform/tracing.ts'
import { instance } from '../config/instance.ts'

/** Sending one batch of spans, including retries, ends after this time. */
const usualSendMs = 5_000
/** When the process stops, sending the last spans ends after this time. */
const usualStopMs = 2_000
/** These paths are not traced, because they are polled continuously or serve files that never change. */
const untraced = /^\/(?:healthz|readyz|metrics|assets\/)/

const kinds: Readonly<Record<SpanWish['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
}

/** The span is in progress, and the totals of its statements are collected here. */
interface OpenSpan {
  span: Span
  statements: number
  statementsMs: number
}

interface OtlpOptions {
  /** This is the collector's address without `/v1/traces`. */
  url: string
  /** This share of traces, from 0 to 1, is recorded. It also applies to traces that other systems began. */
  share?: number
  log: Log
  /** Tests set this limit. */
  sendMs?: number
  stopMs?: number
}

export class OtlpTraces implements Tracer {
  readonly #current = new AsyncLocalStorage<OpenSpan>()
  readonly #provider: TracerProvider
  readonly #tracer
  readonly #log: Log
  readonly #stopMs: number
  readonly #exporter: LoggingExporter

  constructor({ url, share = 1, log, sendMs = usualSendMs, stopMs = usualStopMs }: OtlpOptions) {
    this.#log = log
    this.#stopMs = stopMs
    this.#exporter = new LoggingExporter(
      new OTLPTraceExporter({ url: `${url}/v1/traces`, timeoutMillis: sendMs }),
      log,
    )
    const sampler = new TraceIdRatioBasedSampler(share)
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({
        'service.name': 'apogee',
        'service.version': String(release),
        'service.instance.id': instance,
      }),
      // A client must not be able to increase the share of recorded traces.
      sampler: new ParentBasedSampler({ root: sampler, remoteParentSampled: sampler }),
      spanProcessors: [new BatchSpanProcessor({ exporter: this.#exporter, exportTimeoutMillis: sendMs })],
    })
    this.#tracer = this.#provider.getTracer('apogee')
  }

  #begin({ name, kind, attributes, traceparent }: SpanWish): OpenSpan {
    const current = this.#current.getStore()
    const parent =
      contextOf(traceparent) ?? (current ? trace.setSpan(ROOT_CONTEXT, current.span) : ROOT_CONTEXT)
    const span = this.#tracer.startSpan(
      name,
      { kind: kinds[kind], ...(attributes && { attributes }) },
      parent,
    )
    return { span, statements: 0, statementsMs: 0 }
  }

  #end({ span, statements, statementsMs }: OpenSpan): void {
    span.setAttribute('apogee.database.statements', statements)
    span.setAttribute('apogee.database.ms', Math.round(statementsMs))
    span.end()
  }

  async run<T>(wish: SpanWish, work: () => Promise<T>): Promise<T> {
    const open = this.#begin(wish)
    try {
      return await this.#current.run(open, work)
    } catch (error) {
      // Messages of errors are not recorded, because they may contain personal data.
      open.span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
      open.span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      this.#end(open)
    }
  }

  traceparent(): string | undefined {
    const context = this.#current.getStore()?.span.spanContext()
    if (!context) return undefined
    return `00-${context.traceId}-${context.spanId}-${context.traceFlags.toString(16).padStart(2, '0')}`
  }

  countStatement(answer: unknown): void {
    const open = this.#current.getStore()
    if (!open) return
    open.statements += 1
    const beganAt = performance.now()
    const end = () => {
      open.statementsMs += performance.now() - beganAt
    }
    promiseOf(answer)?.then(end, end)
  }

  /** Records every request as a span. Call it before other hooks are added, so that the span contains the work of these hooks. */
  traceRequests(app: FastifyInstance): void {
    const spans = new WeakMap<FastifyRequest, OpenSpan>()
    const end = (
      request: FastifyRequest,
      attributes: Record<string, string | number>,
      hasFailed: boolean,
    ) => {
      const open = spans.get(request)
      if (!open) return
      spans.delete(request)
      open.span.setAttributes(attributes)
      if (hasFailed) open.span.setStatus({ code: SpanStatusCode.ERROR })
      this.#end(open)
    }
    app.addHook('onRequest', (request, _reply, done) => {
      if (untraced.test(request.url)) return done()
      const route = request.routeOptions.url ?? 'none'
      const { traceparent } = request.headers
      const open = this.#begin({
        name: `${request.method} ${route}`,
        kind: 'server',
        attributes: {
          'http.request.method': request.method,
          'http.route': route,
          'apogee.request_id': request.id,
        },
        traceparent: typeof traceparent === 'string' ? traceparent : undefined,
      })
      spans.set(request, open)
      return this.#current.run(open, done)
    })
    // The body of a request arrives in events of its connection, which are not part of the request's asynchronous context.
    app.addHook('preValidation', (request, _reply, done) => {
      const open = spans.get(request)
      return open ? this.#current.run(open, done) : done()
    })
    app.addHook('onResponse', (request, { statusCode }, done) => {
      end(request, { 'http.response.status_code': statusCode }, statusCode >= 500)
      done()
    })
    app.addHook('onRequestAbort', (request, done) => {
      end(request, { 'error.type': 'aborted' }, false)
      done()
    })
  }

  /** Sends the remaining spans within 2 s. Does not wait if the collector did not accept the spans before. */
  async stop(): Promise<void> {
    const isTaken = !this.#exporter.isFailing
    const sent = withTimeLimit(this.#stopMs, () => this.#provider.shutdown())().catch((err: unknown) =>
      this.#log.warn({ err }, 'last traces not sent at the stop'),
    )
    if (isTaken) await sent
  }
}

/** This equals `ExportResultCode.SUCCESS`, which only a transitive package exports that we do not declare. */
const exportSuccess = 0

/** Logs when the collector stops accepting spans, and when it accepts them again, because the library reports neither. */
class LoggingExporter implements SpanExporter {
  readonly #exporter: SpanExporter
  readonly #log: Log
  /** The collector did not accept the newest batch. */
  isFailing = false

  constructor(exporter: SpanExporter, log: Log) {
    this.#exporter = exporter
    this.#log = log
  }

  export(...[spans, done]: Parameters<SpanExporter['export']>): void {
    this.#exporter.export(spans, (result) => {
      const hasFailed = result.code !== exportSuccess
      if (hasFailed && !this.isFailing) {
        const { name, message } = result.error ?? {}
        this.#log.warn({ name, reason: message, spans: spans.length }, 'traces not sent')
      }
      if (!hasFailed && this.isFailing) this.#log.info('traces sent again')
      this.isFailing = hasFailed
      done(result)
    })
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown()
  }
}

const headerForm = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-|$)/

/** Reads the header `traceparent`. Returns undefined if it is absent or invalid. */
function contextOf(traceparent: string | undefined): Context | undefined {
  const [, traceId, spanId, flags] = headerForm.exec(traceparent ?? '') ?? []
  if (!traceId || !spanId || !flags) return undefined
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
  const context = { traceId, spanId, traceFlags, isRemote: true }
  return isSpanContextValid(context) ? trace.setSpanContext(ROOT_CONTEXT, context) : undefined
}

/** Returns the promise of a statement's result. The driver returns the promise itself, or it is inside one of our own queries. */
function promiseOf(answer: unknown): Promise<unknown> | undefined {
  if (answer instanceof Promise) return answer
  return answer instanceof PreparedQuery ? answer.answer : undefined
}
