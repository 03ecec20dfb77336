import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { failures, type Problem } from '#shared/failure.ts'
import { maskFailure } from '#shared/server/mask.ts'

/** Every failure that no page caught ends here, in the one envelope. */
export function handleFailures(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, failures.notFound))
  app.setErrorHandler(answerFailure)
}

/** Also for what fails before routing, such as an address that is no valid percent-encoding. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendProblem(request, reply, maskFailure(error, request.log, request.id))
}

/** Programs and people get the same envelope here: what a person visits is drawn as a page before it comes to this. */
function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  const { status, message, code, errors, retryAfter } = problem
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', vary: 'Authorization' })
    .send({
      success: false,
      statusCode: status,
      message,
      code,
      requestId: request.id,
      ...(errors && { errors }),
    })
}
