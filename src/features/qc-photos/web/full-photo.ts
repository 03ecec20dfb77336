import type { FullPicture } from '#shared/web/ui/LightboxFrame.tsx'
import { getPhotoSource, type NumberedPhoto, photoDetail } from '../photo-groups.ts'

/** A QC photo in the full-size view: who took it, when, of which variant, its source, its finding. */
export function fullPhoto(photo: NumberedPhoto): FullPicture {
  const { url, width, height, finding } = photo
  return {
    src: url,
    width,
    height,
    alt: altOfPhoto(photo),
    title: getPhotoSource(photo),
    detail: [photoDetail(photo), shownBy(photo), finding].filter(Boolean).join(' · '),
  }
}

/** What a QC photo is called where it is seen: 'QC photo 3: Loose thread at the hem.' */
export function altOfPhoto({ number, finding }: Pick<NumberedPhoto, 'number' | 'finding'>): string {
  return finding ? `QC photo ${number}: ${finding}` : `QC photo ${number}`
}

/** All sources that show the photo, but for the one that the title names already. */
function shownBy({ agent, source, sources }: NumberedPhoto): string {
  const all = [...new Set([source, ...sources])]
  const others = agent ? all : all.filter((name) => name !== source)
  if (others.length === 0) return ''
  return `${agent ? 'from' : 'also from'} ${others.join(' and ')}`
}
