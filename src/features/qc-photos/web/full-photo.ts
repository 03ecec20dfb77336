import type { FullPicture } from '#shared/web/ui/images/LightboxFrame.tsx'
import { describePhoto, getPhotoSource, type NumberedPhoto } from '../photo-groups.ts'

/** A QC photo for the full-size view, with warehouse, date, variant, sources and finding. */
export function toFullPicture(photo: NumberedPhoto): FullPicture {
  const { url, width, height, finding } = photo
  return {
    src: url,
    width,
    height,
    alt: getPhotoAlt(photo),
    title: getPhotoSource(photo),
    detail: [describePhoto(photo), describeOtherSources(photo), finding].filter(Boolean).join(' · '),
  }
}

/** The alternative text of a QC photo: 'QC photo 3: Loose thread at the hem.' */
export function getPhotoAlt({ number, finding }: Pick<NumberedPhoto, 'number' | 'finding'>): string {
  return finding ? `QC photo ${number}: ${finding}` : `QC photo ${number}`
}

/** All sources of the photo except the one in the title. */
function describeOtherSources({ agent, source, sources }: NumberedPhoto): string {
  const allSources = [...new Set([source, ...sources])]
  const otherSources = agent ? allSources : allSources.filter((name) => name !== source)
  if (otherSources.length === 0) return ''
  return `${agent ? 'from' : 'also from'} ${otherSources.join(' and ')}`
}
