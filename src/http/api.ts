import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { imageLimits } from '#features/images/limits.ts'
import type { Endpoint } from '#shared/contract.ts'
import { errorCodes } from '#shared/error-codes.ts'
import { failures, RequestError } from '#shared/failure.ts'
import { apiBase } from '#shared/paths.ts'
import { describeAdminParts } from '#shared/server/access/access.ts'
import { getNetwork } from '#shared/server/access/rate-limits.ts'
import { runForRequesters } from '#shared/server/access/requesters.ts'
import {
  compressResponse,
  type EncodedResponse,
  encodeJson,
  sendEncoded,
} from '#shared/server/encoded-response.ts'
import { uploadSizes } from '#shared/server/multipart.ts'
import type { NetworkTurns } from '#shared/server/outbound/network-turns.ts'
import { type BoundCall, type RouteDeps, registerRoutes } from '#shared/server/register-routes.ts'
import { siteDescription, siteName } from '#shared/site.ts'
import { setValidationMessages } from './validation-messages.ts'

/** From this length on, parsing a body takes a millisecond or more and waits for its turn, in characters. */
const largeBodyChars = 16 * 1024

/**
 * Accepts only JSON bodies, because any site's form can send `text/plain`. An empty body declared as JSON counts as
 * no body, because some clients send it with a POST that needs none; a call that needs one names the missing field.
 */
function acceptOnlyJson(api: FastifyInstance, turns: NetworkTurns): void {
  const parser = api.getDefaultJsonParser('error', 'error')
  const parse = (request: FastifyRequest, text: string) =>
    new Promise((resolve, reject) => {
      parser(request, text, (error, value) => (error ? reject(error) : resolve(value)))
    })
  api.removeContentTypeParser(['text/plain', 'application/json'])
  const parseInTurn = async (request: FastifyRequest, text: string): Promise<unknown> => {
    if (text.length === 0) return undefined
    if (text.length < largeBodyChars) return parse(request, text)
    const network = [getNetwork(request.ip)]
    const inTurn = () => turns.run(() => parse(request, text))
    return runForRequesters(() => network, inTurn)
  }
  api.addContentTypeParser('application/json', { parseAs: 'string' }, parseInTurn)
}

/** Fastify passes null to a validator where there is no body, which is not the same as undefined. */
const compileValidator: typeof validatorCompiler = (route) => {
  const validate = validatorCompiler(route)
  return route.httpPart === 'body' ? (data: unknown) => validate(data ?? undefined) : validate
}

/** The document is the same for all clients until the next release. */
const documentHeaders = { 'cache-control': 'public, max-age=300', vary: 'Accept-Encoding' }

const textSchema = { type: 'string' }

/** The shape of every error response. */
const errorSchema = {
  description: 'An error. The message is for people, the code is for programs.',
  type: 'object',
  required: ['success', 'statusCode', 'message', 'code', 'requestId'],
  properties: {
    success: { type: 'boolean', const: false },
    statusCode: { type: 'integer' },
    message: textSchema,
    code: { ...textSchema, enum: errorCodes },
    requestId: textSchema,
    errors: {
      type: 'array',
      items: { type: 'object', properties: { field: textSchema, message: textSchema } },
    },
    data: { description: 'What is known in spite of the error; only of some calls.', type: 'object' },
  },
}

/**
 * Adds to the API description what the contracts do not contain: the shape of errors, the parts of a form with a
 * file, and descriptions of admins' query parameters.
 */
const describeRoute: typeof jsonSchemaTransform = (route) => {
  const described = jsonSchemaTransform(route)
  const { schema } = described
  const { endpoint } = route.route.config ?? {}
  if (!schema?.response || schema.hide || !endpoint) return described
  const { file } = endpoint
  const response = { ...Object(schema.response), '4xx': errorSchema }
  const body = file ? { body: createFormSchema(schema.body, file) } : {}
  const query = schema.querystring ? { querystring: describeQuery(schema.querystring, endpoint) } : {}
  return { ...described, schema: { ...schema, ...body, ...query, response } }
}

/** The query schema, with descriptions of the parameters for admins. */
function describeQuery(query: unknown, endpoint: Endpoint): object {
  const descriptions = describeAdminParts(endpoint)
  const { properties, ...rest } = Object(query)
  const described = Object.entries(properties).map(([name, part]) => {
    const description = descriptions.get(name)
    return [name, { ...Object(part), ...(description && { description }) }]
  })
  return { ...rest, properties: Object.fromEntries(described) }
}

const maxMegabytes = uploadSizes.fileBytes / 1024 ** 2
const maxMegapixels = imageLimits.originalPixels / 1e6

/** The schema of a form: the body as JSON, if there is one, and the file. */
function createFormSchema(data: unknown, file: NonNullable<Endpoint['file']>): object {
  const picture = {
    type: 'string',
    format: 'binary',
    description: `A PNG, JPEG, WebP or GIF of at most ${maxMegabytes} MB and ${maxMegapixels} million pixels.`,
  }
  const required = [...(data ? ['data'] : []), ...(file === 'required' ? ['file'] : [])]
  return { type: 'object', required, properties: { ...(data ? { data } : {}), file: picture } }
}

/** Registers every call under the API's base path, and serves the API description of the same contracts. */
export async function serveApi(app: FastifyInstance, calls: BoundCall[], deps: RouteDeps): Promise<void> {
  setValidationMessages()
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(serializerCompiler)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${siteName} API`, version: '1', description: siteDescription },
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: 'The approvalToken of a login, raw or after "Bearer ".',
          },
        },
      },
    },
    transform: describeRoute,
  })
  await app.register(async (api) => {
    acceptOnlyJson(api, deps.turns)
    registerRoutes(api, calls, deps)
    let document: Promise<EncodedResponse> | undefined
    api.get(`${apiBase}/openapi.json`, { schema: { hide: true } }, async (request, reply) => {
      document ??= compressResponse(encodeJson(JSON.stringify(app.swagger()), documentHeaders))
      return sendEncoded(request, reply, await document)
    })
    api.all(`${apiBase}/*`, { schema: { hide: true } }, () => {
      throw new RequestError(failures.notFound)
    })
    api.all(apiBase, { schema: { hide: true } }, () => {
      throw new RequestError(failures.notFound)
    })
  })
}
