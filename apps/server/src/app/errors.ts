/** The one place where a failure becomes an answer: refusals in words, everything else as 500 with a request id. */
import { refusals, type ErrorCode, type Failure, type Issue } from '@apogee/contracts/refusals.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod'
import { PasswordQueueFull } from '../platform/passwords.ts'
import { Refusal } from '../policy/refusal.ts'

/** Fastify's own errors that the client caused. */
const causedByClient: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'MALFORMED_REQUEST',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MALFORMED_REQUEST',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MALFORMED_REQUEST',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_BAD_URL: 'NOT_FOUND',
}

/** PostgreSQL is away or overloaded: worth trying again. */
const databaseAway = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
  '08001',
  '08003',
  'ECONNREFUSED',
  'ENOENT',
])

export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => answerFailure(error, request, reply))
  app.setNotFoundHandler((request, reply) => answerFailure(new Refusal('NOT_FOUND'), request, reply))
}

function answerFailure(
  error: Error & { code?: string; statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const failure = failureOf(error, request)
  if (failure.errorCode === 'INTERNAL') {
    request.log.error({ err: error, requestId: request.id }, 'a request failed')
    failure.requestId = request.id
  }
  if (failure.errorCode === 'UNAVAILABLE') {
    request.log.warn({ err: error, requestId: request.id }, 'a request could not be served')
    reply.header('retry-after', '2')
  }
  if (error instanceof Refusal && error.retryAfter) reply.header('retry-after', String(error.retryAfter))
  return reply
    .code(refusals[failure.errorCode].status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(failure)
}

function failureOf(error: Error & { code?: string; statusCode?: number }, request: FastifyRequest): Failure {
  if (error instanceof Refusal) {
    return {
      success: false,
      error: error.message,
      errorCode: error.code,
      ...(error.issues && { issues: [...error.issues] }),
    }
  }
  if (error instanceof PasswordQueueFull) return failureFor('UNAVAILABLE')
  if (hasZodFastifySchemaValidationErrors(error)) return validationFailure(issuesOf(error.validation))
  if (isResponseSerializationError(error)) {
    request.log.error({ err: error.cause, url: request.routeOptions.url }, 'an answer broke the contract')
    return failureFor('INTERNAL')
  }
  const known = error.code ? causedByClient[error.code] : undefined
  if (known) return failureFor(known)
  if (error.code && databaseAway.has(error.code)) return failureFor('UNAVAILABLE')
  if (/timeout exceeded when trying to connect|Connection terminated/.test(error.message))
    return failureFor('UNAVAILABLE')
  // PostgreSQL: a number beyond its column, or a text with a NUL: what was asked for cannot exist.
  if (error.code === '22003' || error.code === '22021' || error.code === '22P05')
    return failureFor('MALFORMED_REQUEST')
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return failureFor('MALFORMED_REQUEST')
  return failureFor('INTERNAL')
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
    path: instancePath.split('/').filter(Boolean).join('.'),
    message: message ?? 'is not valid',
  }))
}
