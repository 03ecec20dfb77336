import type { ImageRegistry } from '#features/images/image-registry.ts'
import { storeUploadedImage, type Uploads } from '#features/images/uploads.ts'
import { manageAgentText } from '../manage-texts.ts'

type AgentImagesDeps = { pictures: Pick<ImageRegistry, 'register'>; uploads: Uploads }

/** The image files of agents. */
export function createAgentImages({ pictures, uploads }: AgentImagesDeps) {
  return {
    /** Stores the file, then runs `write` for the row that uses it; deletes the file when that fails. */
    async withImage<T>(file: Uint8Array, failed: string, write: (image: string) => Promise<T>): Promise<T> {
      const { name: image } = await storeUploadedImage(
        uploads,
        { file, folder: 'agents' },
        { notAnImage: manageAgentText.notAnImage, failed },
      )
      try {
        await pictures.register([image])
        return await write(image)
      } catch (error) {
        await uploads.discard(image)
        throw error
      }
    },
  }
}
