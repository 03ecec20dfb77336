import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { products } from '#db/schema.ts'
import type { ImageRegistry } from '#features/images/image-registry.ts'
import { dropSamePhotos } from '#features/images/original-address.ts'
import {
  storeUploadedImage,
  type UploadFolder,
  type Uploads,
  uploadFolders,
} from '#features/images/uploads.ts'
import { createFieldError } from '#shared/failure.ts'
import { pictureText } from '../add-product-texts.ts'
import { manageProductText } from '../manage-texts.ts'
import { productNotFound } from './catalogue-checks.ts'
import { catalogueSource, readInfo } from './info/info-repository.ts'

export type ProductPictures = ReturnType<typeof createProductPictures>

type ProductPicturesDeps = {
  db: Db
  pictures: Pick<ImageRegistry, 'register' | 'resolveImageSource' | 'toImageUrl'>
  uploads: Uploads
}

const folder = 'products' satisfies UploadFolder

/** Adds and lists the pictures that admins choose for products. An upload that no product uses is deleted later. */
export function createProductPictures({ db, pictures, uploads }: ProductPicturesDeps) {
  return {
    /** Stores a file or a link and returns the picture's URL. Throws a RequestError (400, 503). */
    async add({ file, link }: { file: Uint8Array | undefined; link: string | undefined }): Promise<string> {
      if (Boolean(file) === Boolean(link)) throw createFieldError('file', pictureText.none)
      const source = file ? await storeFile(file, uploads) : await pictures.resolveImageSource(link ?? '')
      if (!source || isUploadedElsewhere(source)) throw createFieldError('link', pictureText.wrongLink)
      await pictures.register([source])
      return pictures.toImageUrl(source)
    },

    /** The URLs of a product's pictures, the thumbnail first. Throws a RequestError (404). */
    async list(id: string): Promise<string[]> {
      const [row] = await db
        .select()
        .from(products)
        .where(and(eq(products.id, id), isNull(products.deletedAt)))
      if (!row) throw productNotFound()
      const info = row.pictures.length === 0 ? await readInfo(db, row) : undefined
      const catalogueImages = info?.source === catalogueSource ? info.info.imgList : []
      const sources = [row.pictures, catalogueImages, [row.thumbnail]].find(({ length }) => length > 0) ?? []
      return sources.filter(Boolean).map(pictures.toImageUrl)
    },
  }
}

async function storeFile(file: Uint8Array, uploads: Uploads): Promise<string> {
  const { notAnImage, failed } = pictureText
  const { name } = await storeUploadedImage(uploads, { file, folder }, { notAnImage, failed })
  return name
}

/** Resolves a form's picture URLs to distinct sources. Throws a RequestError (400) for a picture that may not be shown. */
export async function resolvePictures(
  urls: readonly string[],
  { resolveImageSource }: Pick<ImageRegistry, 'resolveImageSource'>,
  field = 'pictures',
): Promise<string[]> {
  const sources = await Promise.all(urls.map(resolveImageSource))
  const valid = sources.map((source) => {
    if (source === undefined || isUploadedElsewhere(source))
      throw createFieldError(field, manageProductText.wrongPicture)
    return source
  })
  return dropSamePhotos(valid)
}

/** Whether the picture was uploaded for something else, with which it would be deleted. */
function isUploadedElsewhere(source: string): boolean {
  return uploadFolders.some((name) => name !== folder && source.startsWith(`${name}/`))
}
