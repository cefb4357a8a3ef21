/** Converts every failure to an answer: a refusal to its sentence, everything else to a 500 with a request id. */
import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Failure } from '@apogee/contracts/failure.ts'
import { refusals, type ErrorCode, type Issue } from '@apogee/contracts/refusals.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod'
import { unreadableDocument } from '#server/app/pages/failures/failed-page.ts'
import { addressIn, isReadByPeople } from '#server/app/pages/failures/page-address.ts'
import { StorageUnavailable } from '#server/adapters/storage/port.ts'
import { ScannerUnavailable } from '#server/adapters/virus-scan/port.ts'
import { isDatabaseLost } from '#server/platform/database/connections/lost-connections.ts'
import { releaseTooOld } from '#server/platform/database/schema/release.ts'
import { QueueFull } from '#server/platform/resources/bounded-queue.ts'
import { ReaderLeft } from '#server/platform/resources/reader-slots.ts'
import { dataPolicy } from '#server/policy/origin.ts'
import { Refusal } from '#server/policy/refusal.ts'

/** These errors of Fastify are the client's fault. */
const causedByClient: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'MALFORMED_REQUEST',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MALFORMED_REQUEST',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MALFORMED_REQUEST',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_BAD_URL: 'NOT_FOUND',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
}

/** Node reports an unreadable HTTP request by one of these codes. Any other code is answered with 400. */
const unreadable: Readonly<Record<string, { status: number; code: ErrorCode }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'BODY_TOO_LARGE' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'MALFORMED_REQUEST' },
}

/**
 * A retry may help after these errors. PostgreSQL has rolled a transaction back twice (40…); a connection failed (08…); PostgreSQL
 * lacks space, memory or connections (53…), was stopped, is starting, or has cancelled the statement (57…); or it has become a
 * standby (25006).
 */
const worthAnotherTry = /^(?:40P01|40001|25006|(?:08|53|57)[0-9A-Z]{3}|ECONNREFUSED|ENOENT)$/

const retryAfterSeconds = '2'
const scannerRetrySeconds = '60'

export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => answerFailure(error, request, reply))
  app.setNotFoundHandler((request, reply) => answerFailure(new Refusal('NOT_FOUND'), request, reply))
}

/** Answers a person with a page, and a program with JSON. Fastify also calls this for an address that it cannot decode. */
export function answerFailure(
  error: Error & { code?: string; statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const failure = failureOf(error, request)
  if (failure.errorCode === 'INTERNAL') {
    request.log.error({ err: error }, 'request failed with an unexpected error')
    failure.requestId = request.id
  }
  if (failure.errorCode === 'UNAVAILABLE' || failure.errorCode === 'FILE_CHECK_UNAVAILABLE') {
    request.log.warn({ err: error }, 'request not served')
    reply.header('retry-after', failure.errorCode === 'UNAVAILABLE' ? retryAfterSeconds : scannerRetrySeconds)
  }
  if (error instanceof Refusal && error.retryAfter) reply.header('retry-after', String(error.retryAfter))
  const { status } = refusals[failure.errorCode]
  const { answerFailedPage } = request.server
  if (answerFailedPage && isReadByPeople(request.url))
    return answerFailedPage({ status, requestId: failure.requestId }, request, reply)
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', dataPolicy)
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(failure)
}

/** Answers bytes that are not an HTTP request. */
export function answerUnreadable(
  error: Error & { code?: string; rawPacket?: unknown },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, code } = unreadable[error.code ?? ''] ?? { status: 400, code: 'MALFORMED_REQUEST' }
  const address = addressIn(error.rawPacket)
  const { type, body } = plainFailure(address, { status, code })
  if (socket.writable) {
    socket.write(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        `Content-Type: ${type}; charset=utf-8`,
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Cache-Control: no-store',
        'X-Content-Type-Options: nosniff',
        `Content-Security-Policy: ${dataPolicy}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    )
  }
  socket.destroy(error)
}

/** Answers a request that a stopping process cannot finish. */
export function answerUnfinished(response: ServerResponse): void {
  const { status } = refusals.UNAVAILABLE
  const { type, body } = plainFailure(response.req.url ?? null, { status, code: 'UNAVAILABLE' })
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': dataPolicy,
    'retry-after': retryAfterSeconds,
    // If the client is still sending, the connection stays open, because the client could not read the answer if it were closed.
    connection: response.req.complete ? 'close' : 'keep-alive',
  })
  response.end(body)
}

/** Returns an answer without Fastify: a page for a page's address, otherwise JSON. */
const plainFailure = (address: string | null, { status, code }: { status: number; code: ErrorCode }) =>
  address !== null && isReadByPeople(address)
    ? { type: 'text/html', body: unreadableDocument(status) }
    : { type: 'application/json', body: JSON.stringify(failureFor(code)) }

function failureOf(error: Error & { code?: string; statusCode?: number }, request: FastifyRequest): Failure {
  if (error instanceof Refusal) {
    return {
      success: false,
      error: error.message,
      errorCode: error.code,
      ...(error.issues && { issues: [...error.issues] }),
      ...(error.conflict && { conflict: error.conflict }),
      ...(error.limit && { limit: error.limit }),
      ...(error.quote && { quote: error.quote }),
      ...(error.courseId !== undefined && { courseId: error.courseId }),
    }
  }
  if (hasLeft(request) || error instanceof ReaderLeft) return failureFor('MALFORMED_REQUEST')
  if (error instanceof QueueFull || error instanceof StorageUnavailable || isDatabaseLost(error))
    return failureFor('UNAVAILABLE')
  if (error instanceof ScannerUnavailable) return failureFor('FILE_CHECK_UNAVAILABLE')
  // This process belongs to a release that is too old. A process of a newer release handles sales.
  if (error.code === releaseTooOld) return failureFor('UNAVAILABLE')
  if (hasZodFastifySchemaValidationErrors(error)) return validationFailure(issuesOf(error.validation))
  if (isResponseSerializationError(error)) {
    request.log.error(
      { err: error.cause, url: request.routeOptions.url },
      'answer does not match the contract',
    )
    return failureFor('INTERNAL')
  }
  const known = error.code ? causedByClient[error.code] : undefined
  if (known) return failureFor(known)
  if (error.code && worthAnotherTry.test(error.code)) return failureFor('UNAVAILABLE')
  // PostgreSQL reports a number beyond the range of its column, or a text with NUL. No object can have such an id.
  if (error.code === '22003' || error.code === '22021' || error.code === '22P05')
    return failureFor('MALFORMED_REQUEST')
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return failureFor('MALFORMED_REQUEST')
  return failureFor('INTERNAL')
}

/** Returns whether the client closed the connection before its request was complete. Such a failure is not logged as an error. */
function hasLeft({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete
}

function failureFor(code: ErrorCode): Failure {
  return { success: false, error: refusals[code].sentence, errorCode: code }
}

function validationFailure(issues: Issue[]): Failure {
  return {
    success: false,
    error: new Refusal('VALIDATION', { issues }).message,
    errorCode: 'VALIDATION',
    issues,
  }
}

function issuesOf(validation: readonly { instancePath: string; message?: string | undefined }[]): Issue[] {
  return validation.map(({ instancePath, message }) => ({
    // A problem that names no field concerns the whole body.
    path: instancePath.split('/').filter(Boolean).join('.') || 'body',
    message: message ?? 'is not valid',
  }))
}
