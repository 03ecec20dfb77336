import type { ImageRegistry } from '#features/pictures/image-registry.ts'
import type { Uploads } from '#features/pictures/uploads.ts'
import { failures, RequestError } from '#shared/failure.ts'
import { agentText } from '../spec.ts'

type AgentPicturesDeps = { pictures: Pick<ImageRegistry, 'keep'>; uploads: Uploads }

/** The files that come with agents. */
export function createAgentPictures({ pictures, uploads }: AgentPicturesDeps) {
  /** Throws a RequestError: for what is no picture, and with the sentence `failed` when there is no room for it. */
  async function store(file: Uint8Array, failed: string): Promise<string> {
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
    /** First the file, then the row that uses it; the file goes again when the row does not come to be. */
    async withPicture<T>(file: Uint8Array, failed: string, write: (image: string) => Promise<T>): Promise<T> {
      const image = await store(file, failed)
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
