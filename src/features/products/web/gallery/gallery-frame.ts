import type { PhotoLook } from '#shared/look.ts'
import type { FullPicture } from '#shared/web/ui/images/LightboxFrame.tsx'

/** A photo of the gallery, with what the full-size view says of it. */
export type GalleryFrame = FullPicture & {
  photoLook: PhotoLook
  /** What its thumbnail is called. */
  label: string
  /** Of a QC photo: its number, the variant that it shows and the day on which it was taken. */
  number?: number
  variant?: string | null
  /** The variant's name, where it is not the chosen one. */
  other?: string | undefined
  day?: string | undefined
}
