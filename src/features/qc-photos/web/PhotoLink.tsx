import type { MouseEvent, ReactNode } from 'react'
import { getImageUrl } from '#shared/image-urls.ts'
import { preloadLightbox } from '#shared/web/ui/images/LazyLightbox.tsx'
import type { NumberedPhoto } from '../photo-groups.ts'

type PhotoLinkProps = {
  photo: NumberedPhoto
  onOpen: (number: number) => void
  className?: string
  children: ReactNode
}

/** Opens the full-size view; without JavaScript it is a link to the photo's file. */
export function PhotoLink({ photo: { url, number }, onOpen, className, children }: PhotoLinkProps) {
  function handleClick(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onOpen(number)
  }
  return (
    <a
      className={className}
      href={getImageUrl(url, 1600)}
      onClick={handleClick}
      onPointerEnter={preloadLightbox}
      onFocus={preloadLightbox}
    >
      {children}
    </a>
  )
}
