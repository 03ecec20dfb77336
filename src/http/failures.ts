import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { failures, type Problem, RequestError } from '#shared/failure.ts'
import { toPublicError } from '#shared/server/public-error.ts'

/** The methods of every URL outside the API. */
const readMethods = ['GET', 'HEAD']

/** Sends every failure that no page has handled, in the error envelope. */
export function handleFailures(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) =>
    readMethods.includes(request.method)
      ? sendProblem(request, reply, failures.notFound)
      : sendProblem(request, addAllowHeader(reply), failures.method),
  )
  app.setErrorHandler(sendFailure)
  app.route({
    method: app.supportedMethods.filter((method) => !readMethods.includes(method)),
    url: '/*',
    schema: { hide: true },
    onRequest: async (_request, reply) => {
      addAllowHeader(reply)
      throw new RequestError(failures.method)
    },
    handler: () => undefined,
  })
}

function addAllowHeader(reply: FastifyReply): FastifyReply {
  return reply.header('allow', readMethods.join(', '))
}

/** Sends a failure; also used for failures before routing, such as a URL with invalid percent-encoding. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendProblem(request, reply, toPublicError(error, request.log, request.id))
}

/**
 * Sends the same envelope to all clients; pages render their own errors before.
 */
function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  const { status, retryAfter } = problem
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', vary: 'Authorization' })
    .send(toErrorEnvelope(problem, request.id))
}

/** The body of an error response. */
export function toErrorEnvelope({ status, message, code, errors, data }: Problem, requestId: string) {
  const details = { ...(errors && { errors }), ...(data !== undefined && { data }) }
  return { success: false, statusCode: status, message, code, requestId, ...details }
}
