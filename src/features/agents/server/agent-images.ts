import type { ImageRegistry } from '#features/images/image-registry.ts'
import type { Uploads } from '#features/images/uploads.ts'
import { failures, RequestError } from '#shared/failure.ts'
import { agentText } from '../spec.ts'

type AgentImagesDeps = { pictures: Pick<ImageRegistry, 'keep'>; uploads: Uploads }

/** The image files of agents. */
export function createAgentImages({ pictures, uploads }: AgentImagesDeps) {
  /**
   * Throws a RequestError: for what is no image, and with the message `failed` when there is no room for it.
   */
  async function storeImage(file: Uint8Array, failed: string): Promise<string> {
    const stored = await uploads.store(file, 'agents')
    if ('name' in stored) return stored.name
    if (stored.failed === 'no-space') throw new RequestError({ ...failures.busy, message: failed })
    const message = agentText.notAnImage
    throw new RequestError({
      status: 400,
      message,
      code: 'NOT_AN_IMAGE',
      errors: [{ field: 'file', message }],
    })
  }

  return {
    /** Stores the file before the row that uses it, and deletes it again when the row fails. */
    async withImage<T>(file: Uint8Array, failed: string, write: (image: string) => Promise<T>): Promise<T> {
      const image = await storeImage(file, failed)
      try {
        await pictures.keep([image])
        return await write(image)
      } catch (error) {
        await uploads.discard(image)
        throw error
      }
    },
  }
}
