import type { ImageRegistry } from '#features/images/image-registry.ts'
import type { Uploads } from '#features/images/uploads.ts'
import type { Platform } from '#platform/platform.ts'
import { agentHandlers } from './routes.ts'
import { createAgentService } from './service.ts'

type AgentsNeeds = { pictures: ImageRegistry; uploads: Uploads }

export function createAgentsFeature({ db }: Platform, { pictures, uploads }: AgentsNeeds) {
  const agents = createAgentService({ db, pictures, uploads })
  return { agents, handlers: agentHandlers({ agents }) }
}
