import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { failures, RequestError } from '#shared/failure.ts'
import { apiBase } from '#shared/paths.ts'
import { type Call, type ImplementDeps, implement } from '#shared/server/implement.ts'
import { siteDescription, siteName } from '#shared/site.ts'
import { useOwnSentences } from './input-sentences.ts'

/** Mounts every call under the API's base path, with the description that the same contracts give. */
export async function serveApi(app: FastifyInstance, calls: Call[], deps: ImplementDeps): Promise<void> {
  useOwnSentences()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${siteName} API`, version: '1', description: siteDescription },
    },
    transform: jsonSchemaTransform,
  })
  await app.register(async (api) => {
    api.removeContentTypeParser('text/plain') // a body is JSON; this one any site's form could send here
    implement(api, calls, deps)
    api.get(`${apiBase}/openapi.json`, { schema: { hide: true } }, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=300').send(app.swagger()),
    )
    api.all(`${apiBase}/*`, { schema: { hide: true } }, () => {
      throw new RequestError(failures.notFound)
    })
    api.all(apiBase, { schema: { hide: true } }, () => {
      throw new RequestError(failures.notFound)
    })
  })
}
